"""The reference evaluator: what the Wengert list means, said as plainly as possible.

It follows the list entry by entry and is slow; tests hold every pass against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from s2sad.ir.nodes import (
    UNDEFINED,
    Atom,
    Block,
    Closure,
    Entry,
    For,
    Function,
    FunctionRef,
    If,
    Module,
    Try,
    Var,
    While,
    With,
)
from s2sad.ir.operations import operation_of

Environment = dict[str, Any]
Observer = Callable[[Entry, list[Any], dict[str, Any]], None]


def evaluate(
    function: Function,
    args: Sequence[Any],
    kwargs: Mapping[str, Any] | None = None,
    module: Module | None = None,
    observe: Observer | None = None,
) -> Any:
    """What the function returns for these arguments; `module` holds the functions that it refers to.

    `observe` is told of every call of something that is no function of the module, before it is made.

    References have the values that they had at transformation. Reading UNDEFINED raises UnboundLocalError; handing it
    on (as the result of a block, or the init of a loop) doesn't.
    """
    functions = {each.name: each for each in module.functions} if module else {}
    return Evaluator(functions, observe).call(function, {}, tuple(args), dict(kwargs or {}))


class Evaluator:
    """Runs the functions of a module; a subclass can watch them."""

    def __init__(self, functions: Mapping[str, Function], observe: Observer | None = None) -> None:
        self.functions = functions
        self.observe = observe

    def call(self, function: Function, around: Environment, args: tuple, kwargs: dict[str, Any]) -> Any:
        env = {**around, **self.bind(function, around, args, kwargs)}
        self.run(function.body, env)
        results = [self.read(atom, env) for atom in function.body.results]
        return _grouped(function.structure, iter(results))

    def bind(
        self, function: Function, around: Environment, args: tuple, kwargs: dict[str, Any]
    ) -> Environment:
        by_position = [param for param in function.params if param.kind != "keyword"]
        if len(args) > len(by_position):
            raise TypeError(
                f"{function.name}() takes {len(by_position)} positional arguments, not {len(args)}"
            )
        bound = {param.var.name: arg for param, arg in zip(by_position, args)}
        left = dict(kwargs)
        for param in function.params:
            name = param.var.name
            if name in left and param.kind != "positional":
                if name in bound:
                    raise TypeError(f"{function.name}() got multiple values for argument {name!r}")
                bound[name] = left.pop(name)
            elif name not in bound:
                if param.default is None:
                    raise TypeError(f"{function.name}() missing the argument {name!r}")
                bound[name] = self.read(param.default, around)
        if left:
            raise TypeError(f"{function.name}() got an unexpected keyword argument {next(iter(left))!r}")
        return bound

    # ------------------------------------------------------------------------------------------------------ atoms

    def get(self, atom: Atom, env: Environment) -> Any:
        """The value of an atom, which may be UNDEFINED."""
        return env.get(atom.name, UNDEFINED) if isinstance(atom, Var) else atom.value

    def read(self, atom: Atom, env: Environment) -> Any:
        value = self.get(atom, env)
        if value is UNDEFINED:
            name = atom.name if isinstance(atom, Var) else "undefined"
            raise UnboundLocalError(
                f"cannot access local variable {name!r} where it is not associated with a value"
            )
        return value

    def results(self, block: Block, env: Environment) -> list[Any]:
        self.run(block, env)
        return [self.get(atom, env) for atom in block.results]

    def run(self, block: Block, env: Environment) -> None:
        for node in block.entries:
            self._VISIT[type(node)](self, node, env)

    # ---------------------------------------------------------------------------------------------------- entries

    def entry(self, node: Entry, env: Environment) -> None:
        fn = self.callee(node.fn, env)
        args = [self.read(atom, env) for atom in node.args]
        kwargs = {name: self.read(atom, env) for name, atom in node.kwargs}
        if self.observe is not None and not isinstance(node.fn, FunctionRef):
            self.observe(node, args, kwargs)
        value = fn(*args, **kwargs)
        if len(node.targets) == 1 and operation_of(node) != "unpack":
            env[node.targets[0].name] = value
        elif node.targets:
            _assign(node.targets, list(value), env)

    def callee(self, fn: Atom | FunctionRef, env: Environment) -> Callable[..., Any]:
        if not isinstance(fn, FunctionRef):
            return self.read(fn, env)
        function = self.functions[fn.name]
        return lambda *args, **kwargs: self.call(function, {}, args, kwargs)

    def if_(self, node: If, env: Environment) -> None:
        block = node.then if self.read(node.cond, env) else node.orelse
        _assign(node.targets, self.results(block, env), env)

    def for_(self, node: For, env: Environment) -> None:
        carried = [self.get(atom, env) for atom in node.inits]
        for item in self.read(node.iterable, env):
            env[node.item.name] = item
            _assign(node.params, carried, env)
            carried = self.results(node.body, env)
            if node.stops and carried.pop():
                break
        _assign(node.targets, carried, env)

    def while_(self, node: While, env: Environment) -> None:
        carried = [self.get(atom, env) for atom in node.inits]
        while True:
            _assign(node.params, carried, env)
            self.run(node.cond, env)
            if not self.read(node.cond.results[0], env):
                break
            carried = self.results(node.body, env)
            if node.stops and carried.pop():
                break
        _assign(node.targets, carried, env)

    def try_(self, node: Try, env: Environment) -> None:
        try:
            results = self.results(node.body, env)
        except BaseException as error:  # which ones are caught is up to the handlers
            for handler in node.handlers:
                if isinstance(error, self.read(handler.kind, env)):
                    break
            else:
                raise
            if handler.name:
                env[handler.name.name] = error
            results = self.results(handler.block, env)
        _assign(node.targets, results, env)

    def with_(self, node: With, env: Environment) -> None:
        results = [UNDEFINED] * len(node.targets)  # what is left if the manager swallows an exception
        with self.read(node.manager, env) as value:
            if node.bound:
                env[node.bound.name] = value
            results = self.results(node.body, env)
        _assign(node.targets, results, env)

    def closure(self, node: Closure, env: Environment) -> None:
        captured = {var.name: self.get(var, env) for var in node.captures}
        function = node.function

        def closure(*args: Any, **kwargs: Any) -> Any:
            return self.call(function, captured, args, kwargs)

        closure.__name__ = function.name
        captured[node.target.name] = env[node.target.name] = closure

    _VISIT: ClassVar[dict[type, Callable[..., None]]] = {
        Entry: entry,
        If: if_,
        For: for_,
        While: while_,
        Try: try_,
        With: with_,
        Closure: closure,
    }


def _assign(targets: Sequence[Var], values: Sequence[Any], env: Environment) -> None:
    if len(values) != len(targets):
        raise ValueError(f"{len(values)} values for {len(targets)} targets")
    env.update((var.name, value) for var, value in zip(targets, values))


def _grouped(structure: Any, results: Iterator[Any]) -> Any:
    """The results in the form of the structure."""
    return next(results) if structure == "one" else tuple(_grouped(part, results) for part in structure)
