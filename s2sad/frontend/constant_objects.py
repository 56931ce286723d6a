"""Objects of the user's classes that are made of constants.

They are followed too, since their methods may get active values. Where such an object goes elsewhere, the running program
makes it: it is as the constructor left it.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from s2sad.errors import DifferentiationError
from s2sad.frontend.objects import Objects
from s2sad.frontend.outside import is_outside
from s2sad.frontend.values import Function, Object, Sequence, Spread, Value
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, Ref, Var
from s2sad.ir.rewrite import walk


class ConstantObjects(Objects):
    def new_constant(self, cls: type, args: list[Any], kwargs: dict, node: ast.AST) -> Object | None:
        """An object that is made of constants; None if its constructor does something that is seen outside."""
        init = self.lookup(cls, "__init__")
        spread = any(isinstance(argument, Spread) for argument in args) or "**" in kwargs
        if (
            spread
            or hasattr(cls, "__enter__")
            or not (isinstance(init, FunctionType) or init is object.__init__)
        ):
            return None
        state = self.env, self.dead, self.depth, self.handling, self.catching
        try:
            trial = self.side(lambda: self.new_object(cls, args, kwargs, node), self.env)
        except DifferentiationError:
            self.env, self.dead, self.depth, self.handling, self.catching = state
            return None
        kept, self.env = self.env, trial.env
        fixed = all(map(self.is_fixed, self.attributes_of(trial.value).values()))  # type: ignore[arg-type]
        self.env = kept
        if trial.dead or any(is_outside(entry) for entry in walk(Block(tuple(trial.entries), ()))):
            return None
        made = self.new_object(cls, args, kwargs, node)
        assert isinstance(made, Object)
        if fixed:
            made.again.extend((args, kwargs, self.attributes_of(made)))
        return made

    def is_fixed(self, value: Value) -> bool:
        """Whether nothing can change a value: no list, array or object."""
        if isinstance(value, Sequence):
            return value.kind == "tuple" and all(map(self.is_fixed, value.items))
        if isinstance(value, Var):
            return self.kind(value) in K.NUMBERS or self.kind(value) in (K.TEXT, K.NONE)
        return isinstance(value, (Const, Ref, Function))

    def made_again(self, value: Object, node: ast.AST | None, hint: str) -> Atom | None:
        """An object that is as it was made, made by the running program."""
        args, kwargs, before = value.again
        now = self.attributes_of(value)
        if now.keys() != before.keys() or any(now[name] is not item for name, item in before.items()):
            return None
        atoms = tuple(self.materialise(argument, node) for argument in args)
        named = tuple((name, self.materialise(item, node)) for name, item in kwargs.items())
        cls = Ref(value.cls.__name__, value.cls)
        return self.emit(cls, atoms, node, hint, named, kind=K.OBJECT, varied=False)
