"""Derivatives that are taken inside of a differentiated function.

`grad(f)(x)` becomes a call of a function of the module whose Wengert list is made later: a `Nested` says of which
function it is the derivative. What that function captures are further arguments, so that nothing of the inner
derivative is mixed up with the outer one.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from s2sad.frontend.abstraction import abstract
from s2sad.frontend.closures import Closures
from s2sad.frontend.values import Derived, Sequence, Spread, Value, flatten, unflatten
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, FunctionRef, Ref

CALL = "%call"
_OF_FUNCTIONS = ("grad", "value_and_grad")


@dataclass(frozen=True)
class Nested:
    """The derivative `what` of the function `base` of the module, by its parameters at the places `wrt`."""

    what: str
    base: str
    facts: tuple[tuple[K.Kind, bool], ...]
    wrt: tuple[int, ...]


class Derivatives(Closures):
    def transformed(self, transform: str, value: Any, args: list, kwargs: dict, node: ast.AST) -> Value:
        """`grad(f)` and its like, called inside of a differentiated function."""
        if transform in _OF_FUNCTIONS and args:
            argnums = kwargs.get("argnums", args[1] if len(args) > 1 else Const(0))
            single = isinstance(argnums, Const)
            places = [argnums] if isinstance(argnums, Const) else list(getattr(argnums, "items", ()))
            if all(isinstance(place, Const) and isinstance(place.value, int) for place in places):
                chosen = tuple(place.value for place in places)
                return Derived(transform, args[0], {"argnums": chosen, "single": single})
        if transform == "gradient" and args:
            every = tuple(range(len(args) - 1))
            derived = Derived("grad", args[0], {"argnums": every, "single": len(every) == 1})
            return self.call_derived(derived, args[1:], {}, node, "t")
        if transform == "jvp" and len(args) == 3 and all(isinstance(a, Sequence) for a in args[1:]):
            return self.inner_jvp(args[0], args[1].items, args[2].items, node)
        reason = f"`{transform}` is called in this way inside of a differentiated function"
        raise self.refusal(
            node, reason, "use grad or value_and_grad with literal argnums, or jvp with tuples"
        )

    def call_derived(self, fn: Derived, args: list[Any], kwargs: dict, node: ast.AST, hint: str) -> Value:
        if kwargs or any(isinstance(argument, Spread) for argument in args):
            reason = (
                "a derivative is called with keywords or spread arguments inside of a differentiated function"
            )
            raise self.refusal(node, reason, "pass its arguments by position")
        chosen = tuple(place % len(args) for place in fn.options["argnums"])
        values = [self.as_float_argument(v, node) if i in chosen else v for i, v in enumerate(args)]
        results = self.nested_call(fn.transform, fn.function, values, chosen, (), node)
        head = [results.pop(0)] if fn.transform == "value_and_grad" else []
        rest: list[Atom] = list(results)
        gradients = tuple(unflatten(flatten(values[i])[0], rest) for i in chosen)
        gradient: Value = gradients[0] if fn.options["single"] else Sequence(gradients)
        return Sequence((*head, gradient)) if head else gradient

    def inner_jvp(self, function: Value, primals: Any, tangents: Any, node: ast.AST) -> Value:
        moving = tuple(i for i, tangent in enumerate(tangents) if tangent != Const(None))
        values = [self.as_float_argument(v, node) if i in moving else v for i, v in enumerate(primals)]
        dots = [atom for i in moving for atom in flatten(self.as_float_argument(tangents[i], node))[1]]
        value, tangent = self.nested_call("jvp", function, values, moving, tuple(dots), node)
        return Sequence((value, tangent))

    def as_float_argument(self, value: Value, node: ast.AST) -> Value:
        """A differentiated argument: an int counts as that float."""
        if isinstance(value, Const) and type(value.value) is int:
            return Const(float(value.value))
        if isinstance(value, Sequence):
            return Sequence(tuple(self.as_float_argument(item, node) for item in value.items), value.kind)
        atom = self.materialise(value, node)
        return self.emit(Ref("float", float), (atom,), node) if self.kind(atom) == K.INT else atom

    def nested_call(
        self,
        what: str,
        function: Value,
        values: list[Value],
        chosen: tuple[int, ...],
        dots: tuple,
        node: ast.AST,
    ) -> list[Atom]:
        """The call of a derivative: its results as atoms."""
        shape, atoms = abstract(self, [function, *values])
        counts = [len(flatten(value)[1]) for value in values]
        first = len(atoms) - sum(counts)
        starts = [first + sum(counts[:i]) for i in range(len(counts))]
        wrt = tuple(k for i in chosen for k in range(starts[i], starts[i] + counts[i]))
        facts = tuple((self.kind(a), k in wrt or self.varies(a)) for k, a in enumerate(atoms))
        names = (CALL, *(f"x{i}" for i in range(len(values))))
        base = self.program.instance("inner", names, shape, facts)
        nested = Nested(what, base.name, facts, wrt)
        name = self.program.nested_name(nested)
        varied = self.varies(*atoms, *dots)
        kinds = [self.kind(atoms[k]) for k in wrt] if what != "jvp" else [K.FLOAT]
        kinds = [K.FLOAT, *kinds] if what != "grad" else kinds
        targets = tuple(self.var("t", kind, varied) for kind in kinds)
        self.out.append(Entry(targets, FunctionRef(name), (*atoms, *dots), (), self.location(node)))
        return list(targets)
