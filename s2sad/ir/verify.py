"""Is a list valid? Every pass may take it for granted that it is, and has to leave it so."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, NoReturn

from s2sad.ir.nodes import (
    UNDEFINED,
    Block,
    Closure,
    Const,
    Entry,
    For,
    Function,
    FunctionRef,
    If,
    Module,
    Node,
    Param,
    Ref,
    Try,
    Var,
    While,
    With,
)
from s2sad.ir.printer import print_header

_LITERALS = frozenset(map(type, (0, 0.0, 0j, "", b"", None, True, ..., UNDEFINED)))
_KINDS = {"positional": 0, "either": 1, "keyword": 2}


class InvalidIR(ValueError):
    """A list that breaks a rule of the Wengert list; the message names the function and the entry."""


def verify(function_or_module: Function | Module) -> None:
    """Raise InvalidIR unless the list is valid: names, scopes, counts of results, references to functions.

    Of a function that is given alone it is not known which functions it may refer to.
    """
    if isinstance(function_or_module, Function):
        _Verifier(function_or_module, None).run()
        return
    names: set[str] = set()
    for function in function_or_module.functions:
        if function.name in names:
            raise InvalidIR(f"two functions of the module are named {function.name!r}")
        names.add(function.name)
    for function in function_or_module.functions:
        _Verifier(function, names).run()


class _Verifier:
    """One walk. `visible` holds the names that can be read at the point it has come to, `trail` the same names in
    the order in which they were assigned, so that those of a block can be taken out at its end."""

    def __init__(self, function: Function, functions: set[str] | None) -> None:
        self.root = function
        self.functions = functions
        self.visible: set[str] = set()
        self.trail: list[str] = []
        self.assigned: set[str] = set()
        self.where: Node | str = f"function {function.name}"

    def run(self) -> None:
        self.read(_defaults(self.root))
        self.function(self.root, set())

    def fail(self, message: str) -> NoReturn:
        where = self.where if isinstance(self.where, str) else print_header(self.where)
        raise InvalidIR(f"in function {self.root.name}, at `{where}`: {message}")

    # ------------------------------------------------------------------------------------------------- functions

    def function(self, function: Function, visible: set[str]) -> None:
        """A function whose body sees the `visible` names of the surroundings."""
        around, self.visible = self.visible, visible
        self.define([param.var for param in function.params])
        self.order(function.params)
        results = self.block(function.body, f"return of {function.name}")
        count = self.leaves(function.structure)
        if count != results:
            self.fail(f"the structure {function.structure!r} has {count} places for {results} results")
        self.visible = around

    def order(self, params: tuple[Param, ...]) -> None:
        kinds = []
        needs_default = False
        for param in params:
            if param.kind not in _KINDS:
                self.fail(f"{param.kind!r} is not a kind of parameter")
            kinds.append(_KINDS[param.kind])
            if param.kind != "keyword" and param.default is None and needs_default:
                self.fail(f"the parameter {param.var.name!r} without a default follows one with a default")
            needs_default = needs_default or param.default is not None
        if kinds != sorted(kinds):
            self.fail("parameters have to be in the order positional, either, keyword")

    def leaves(self, structure: Any) -> int:
        if structure == "one":
            return 1
        if not isinstance(structure, tuple):
            self.fail(f"{structure!r} is not a structure")
        return sum(map(self.leaves, structure))

    # ------------------------------------------------------------------------------------------- names and atoms

    def define(self, variables: Iterable[Var]) -> None:
        for var in variables:
            if var.name in self.assigned:
                self.fail(f"{var.name!r} is assigned twice")
            self.assigned.add(var.name)
            self.visible.add(var.name)
            self.trail.append(var.name)

    def read(self, atoms: Iterable[Any]) -> None:
        visible = self.visible
        for atom in atoms:
            if type(atom) is Var:
                if atom.name not in visible:
                    self.unreadable(atom.name)
            elif type(atom) is Const:
                if type(atom.value) not in _LITERALS:
                    self.fail(f"{atom.value!r} is not a literal")
            elif type(atom) is not Ref:
                self.fail(f"{atom!r} is not an atom")

    def unreadable(self, name: str) -> NoReturn:
        if name in self.assigned:
            self.fail(f"{name!r} is read out of its block, or in a closure that doesn't capture it")
        self.fail(f"{name!r} is read before it is assigned")

    def count(self, what: str, found: int, targets: int) -> None:
        if found != targets:
            self.fail(f"{what} {_plural(found, 'value')} for {_plural(targets, 'target')}")

    # ---------------------------------------------------------------------------------------- blocks and entries

    def block(self, block: Block, end: Node | str, bound: Iterable[Var] = ()) -> int:
        """How many results a block has; what it assigns can't be seen after it."""
        mark = len(self.trail)
        self.define(bound)
        for node in block.entries:
            self.where = node
            self._VISIT[type(node)](self, node)
        self.where = end
        self.read(block.results)
        self.leave(mark)
        return len(block.results)

    def leave(self, mark: int) -> None:
        self.visible.difference_update(self.trail[mark:])
        del self.trail[mark:]

    def entry(self, node: Entry) -> None:
        if type(node.fn) is FunctionRef:
            if self.functions is not None and node.fn.name not in self.functions:
                self.fail(f"the module has no function {node.fn.name!r}")
        else:
            self.read((node.fn,))
        self.read(node.args)
        if node.kwargs:
            self.read([atom for _, atom in node.kwargs])
        self.define(node.targets)

    def if_(self, node: If) -> None:
        self.read((node.cond,))
        self.count("the first block yields", self.block(node.then, node), len(node.targets))
        self.count("the block `else` yields", self.block(node.orelse, node), len(node.targets))
        self.define(node.targets)

    def for_(self, node: For) -> None:
        self.read((node.iterable,))
        self.loop(node, (node.item, *node.params))

    def while_(self, node: While) -> None:
        self.loop(node, node.params)

    def loop(self, node: For | While, bound: tuple[Var, ...]) -> None:
        self.read(node.inits)
        if len(node.params) != len(node.inits):
            self.fail(f"{_plural(len(node.inits), 'init')} for {_plural(len(node.params), 'param')}")
        self.count("the loop carries", len(node.params), len(node.targets))
        mark = len(self.trail)
        self.define(bound)
        if isinstance(node, While) and (tests := self.block(node.cond, node)) != 1:
            self.fail(f"the block `cond` yields {_plural(tests, 'value')}, not one")
        found = self.block(node.body, node)
        self.leave(mark)
        if node.stops and not found:
            self.fail("a loop that stops has to yield whether it does")
        self.count("the body yields", found - node.stops, len(node.targets))
        self.define(node.targets)

    def try_(self, node: Try) -> None:
        if not node.handlers:
            self.fail("there is no handler")
        self.count("the body yields", self.block(node.body, node), len(node.targets))
        for handler in node.handlers:
            self.read((handler.kind,))
            found = self.block(handler.block, node, [handler.name] if handler.name else ())
            self.count("a handler yields", found, len(node.targets))
        self.define(node.targets)

    def with_(self, node: With) -> None:
        self.read((node.manager,))
        found = self.block(node.body, node, [node.bound] if node.bound else ())
        self.count("the body yields", found, len(node.targets))
        self.define(node.targets)

    def closure(self, node: Closure) -> None:
        """A closure sees what it captures, and itself: it may be recursive."""
        around = self.visible
        own = node.target.name
        captured = {var.name for var in node.captures}
        self.define([node.target])
        self.read(node.captures)
        self.visible = captured
        self.read(_defaults(node.function))
        self.function(node.function, captured | {own})
        self.visible = around

    _VISIT: ClassVar[dict[type, Callable[..., None]]] = {
        Entry: entry,
        If: if_,
        For: for_,
        While: while_,
        Try: try_,
        With: with_,
        Closure: closure,
    }


def _defaults(function: Function) -> list[Any]:
    return [param.default for param in function.params if param.default is not None]


def _plural(count: int, noun: str) -> str:
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"
