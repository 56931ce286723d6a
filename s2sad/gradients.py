"""What `grad` and `value_and_grad` return: a derivative that is generated at the first call of each kind."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from s2sad.arguments import Call, by_position, describe, primals_of
from s2sad.compile import compile_call
from s2sad.compiled import Compiled
from s2sad.derivative_cache import Shelf, Unbound, Versions, shelf_for
from s2sad.derived import DerivedFunction
from s2sad.dispatch import Run, plain_names, quick_class, quick_key
from s2sad.errors import refuses
from s2sad.ir.nodes import Module
from s2sad.pipeline import IN_LOOPS
from s2sad.results import Finish, is_mixed, needs_finish, outline_of_call
from s2sad.rules.declare import Rule
from s2sad.show.derivative import Inspectable

_OFTEN = 3
"""After so many calls of one kind they are worth a way of their own."""


class OfInstance:
    """An attribute that instances have, and the class hasn't: `inspect` asks the class for it too."""

    def __init__(self, read: Callable[[Any], Any]) -> None:
        self.read = read

    def __get__(self, instance: Any, owner: type) -> Any:
        if instance is None:
            raise AttributeError
        return self.read(instance)


class Derivative(DerivedFunction, Inspectable):
    """A function that computes a derivative of another; made by `grad` and `value_and_grad`.

    It is called as the function itself, and returns what `grad` and `value_and_grad` say. `source` is the emitted code
    (of the last kind of call, or of the one that the annotations tell), `wengert` the Wengert list as a table, `primal`
    the function. It pickles if the function does, and may be called from several threads.
    """

    def __init__(
        self,
        fun: Callable,
        what: str,
        argnums: Any,
        rules: tuple[Rule, ...],
        style: str,
        has_aux: bool = False,
    ) -> None:
        super().__init__(fun, what, argnums, rules)
        del self.__dict__["__wrapped__"]
        self.style = style
        self.has_aux = has_aux
        self._by_types: dict[Any, Versions] = {}
        self._by_kinds: dict[Call, Versions] = {}
        self._last: Compiled | None = None
        self._quick: Run | None = None

    @refuses
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.call(*args, **kwargs)

    def call(self, *args: Any, **kwargs: Any) -> Any:
        """A call of any kind: by what is known of this kind, or else found out now."""
        if kwargs and self.style in IN_LOOPS:
            args, kwargs, _ = by_position(self.primal, args, kwargs)
        key = None if kwargs else quick_key(self._keyed(args))
        versions = self._by_types.get(key)
        run = None if versions is None else versions.right(args)
        if run is None:
            return self._first_call(key, args, kwargs)
        run.count += 1
        if run.count == _OFTEN:
            self._hurry(key, run, args)
        return run.whole(*args)

    def _first_call(self, key: tuple | None, args: tuple, kwargs: dict[str, Any]) -> Any:
        """A call of a kind that isn't known yet, or whose kind takes a closer look."""
        shelf = None if key is None else self._shelf(key)
        found = None if shelf is None else shelf.find(self.primal, self._lists, args)
        if found is not None:
            kept, self._last = found
            run = Run(self._last.main, kept.more, self._last.holds, self._last.within)
            self._keep(key, run)
            return run.whole(*args)
        call, compiled = self._compiled(args, kwargs)
        main, holds = compiled.main, compiled.holds
        primals = primals_of(self.primal, call, args, kwargs)
        finish = None
        if needs_finish(primals, (args, kwargs)):
            with_value, mixed = self.what == "value_and_grad", is_mixed((args, kwargs))
            value = self._plain_value(args, kwargs) if with_value and mixed else None
            finish = Finish(call.wrt, call.single, with_value, mixed, self.has_aux, value)
        if finish is None or all(i < len(args) for i in call.wrt):
            self._keep(key, Run(main, finish, holds, compiled.within))
            if shelf is not None:
                shelf.add(Unbound.of(self.primal, compiled, finish))
        result = main(*args, **kwargs)
        return result if finish is None else finish(result, primals)

    def _plain_value(self, args: tuple, kwargs: dict[str, Any]) -> Any:
        """What the function gives, without its numbers: machine code computes in double precision; None for other styles."""
        if self.style not in IN_LOOPS:
            return None
        return outline_of_call(self.primal, args, kwargs)

    def _shelf(self, key: Any) -> Shelf | None:
        """Where derivatives of functions with this code are kept, of those for this kind of call."""
        return shelf_for(self.primal, self.what, self.argnums, self.rules, self.style, self.has_aux, key)

    def _made(self, call: Call, args: tuple) -> Compiled:
        """The derivative for a call: that of another function of the same code, or a new one."""
        shelf = self._shelf(call)
        found = None if shelf is None else shelf.find(self.primal, self._lists, args)
        if found is not None:
            return found[1]
        compiled = compile_call(self.primal, call, self.what, self.rules, self.style, args=args)
        if shelf is not None:
            shelf.add(Unbound.of(self.primal, compiled, None))
        return compiled

    def _lists(self, call: Call) -> tuple[Module, Module]:
        """The Wengert lists of what was made for another function."""
        return compile_call(self.primal, call, self.what, self.rules, self.style).lists()

    def _keep(self, key: tuple | None, run: Run) -> None:
        """Later calls with this key go this way at once."""
        if key is not None:
            self._by_types.setdefault(key, Versions()).add(run)

    def _hurry(self, key: tuple | None, run: Run, args: tuple) -> None:
        """Calls with this key don't even look for the way, unless another kind of call does so already."""
        if not key or type(None) in key or self._quick is not None and self._quick.is_right():
            return
        names = plain_names(self.primal)
        if names is not None:
            self._quick = run
            self.__class__ = quick_class(Derivative, names, key, run, args)

    def _compiled(self, args: tuple, kwargs: dict[str, Any]) -> tuple[Call, Compiled]:
        """The kinds of these arguments, and the derivative for them."""
        named = {name: self._keyed((value,))[0] for name, value in kwargs.items()}
        call = replace(describe(self.primal, self._keyed(args), named, self.argnums), has_aux=self.has_aux)
        versions = self._by_kinds.setdefault(call, Versions())
        found = versions.right(args)
        if found is None:
            found = versions.add(self._made(call, args))
        self._last = found
        return call, found

    def _keyed(self, args: tuple) -> tuple:
        """The arguments by which the derivative is made."""
        if self.style not in IN_LOOPS:
            return args
        from s2sad.loops.call_arguments import all_known

        return all_known(args)

    def _shown(self) -> Compiled:
        """The derivative that is shown: that of the last call, else of the annotated kinds."""
        if self._last is None:
            call = replace(Call.from_annotations(self.primal, self.argnums), has_aux=self.has_aux)
            self._last = compile_call(self.primal, call, self.what, self.rules, self.style)
        return self._last

    __wrapped__ = OfInstance(lambda self: self._wrapped())
    __signature__ = OfInstance(lambda self: inspect.signature(self.primal))

    def _wrapped(self) -> Callable:
        """What `inspect.getsource` shows: the emitted function, once there is one; until then the function itself."""
        return self.primal if self._last is None else self._last.loaded.main

    @property
    @refuses
    def source(self) -> str:
        """The emitted code: the very text that runs, in the globals of the function; `emit` adds the imports."""
        return self._shown().loaded.source

    @property
    @refuses
    def emitted(self) -> Callable:
        """The emitted function itself."""
        return self._shown().main

    def _made_of(self) -> tuple[type, tuple]:
        return Derivative, (self.primal, self.what, self.argnums, self.rules, self.style, self.has_aux)
