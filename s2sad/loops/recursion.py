"""Functions of numbers that call themselves stay functions, of numbers of one kind, which they are given and give.

def power(x, n):                          a, b = fib(x, n - 1)           t_0, t_1 = fib(x, n - 1)
    …power(x, n // 2)…                    …                         →    …
power(2, n)    →   power(float(2), n)     return b, a + b                return b, a + b   as two results

What is read from outside becomes a parameter, which every call hands on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any

from s2sad.ad.context import Context
from s2sad.analysis.aliases import Fact, Facts
from s2sad.analysis.fixpoints import Fixpoints
from s2sad.errors import UnsupportedSyntax
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, Function, FunctionRef, If, Node, Param, Ref, Var
from s2sad.ir.operations import op
from s2sad.ir.rewrite import expanded, mapped, substitute, uses_of, walk
from s2sad.ir.value_kinds import kind_of
from s2sad.loops.outside_values import is_outside, name_of
from s2sad.loops.state import WITHOUT

_NUMBERS = (K.FLOAT, K.INT, K.BOOL)
Rewrite = Callable[[Entry], list[Node]]


@dataclass(frozen=True)
class Recursion:
    """The functions that call themselves, and the kinds of their parameters."""

    functions: tuple[Function, ...]
    kinds: dict[str, tuple[K.Kind, ...]]

    def facts(self, function: Function) -> tuple[Fact, ...]:
        return tuple((kind, kind == K.FLOAT) for kind in self.kinds[function.name])

    def changed(self, change: Callable[[Function], Function]) -> Recursion:
        return replace(self, functions=tuple(map(change, self.functions)))


def calls_in(function: Function) -> Iterable[Entry]:
    """The calls of functions of the module."""
    for node in walk(function.body):
        if isinstance(node, Entry) and isinstance(node.fn, FunctionRef):
            yield node


def with_functions_of_numbers(
    functions: tuple[Function, ...], context: Context, facts: tuple[Fact, ...]
) -> tuple[Function, Recursion]:
    """The main function, the first one, and those that call themselves, with numbers for all that they are given."""
    main, *kept = functions
    if not kept:
        return main, Recursion((), {})
    if any(function.name == main.name for function in kept):
        raise UnsupportedSyntax(f"`{main.name}` calls itself", WITHOUT, main.loc)
    _check_apart(kept)
    known = KindsGiven(context, functions, facts)
    kinds = known.kinds()
    results = {function.name: known.results(function) for function in kept}
    for function in kept:
        _check_numbers(function, kinds[function.name], results[function.name])
    made = []
    for function in functions:
        facts_here, names = known.facts_of(function.name), context.names_for(function)
        function = function if function is main else _with_floats(function, facts_here, names)
        made.append(_with_calls(function, facts_here, kinds, results, names))
    opened = tuple(
        _with_results(function, kinds[function.name], results[function.name], context.names_for(function))
        for function in made[1:]
    )
    params = {name: tuple(leaf for kind in every for leaf in leaves(kind)) for name, every in kinds.items()}
    return made[0], Recursion(opened, params)


def _check_apart(kept: Iterable[Function]) -> None:
    """No two of the functions call one another, which Numba couldn't keep for another process."""
    reached = {function.name: {call.fn.name for call in calls_in(function)} for function in kept}
    for function in kept:
        found: set[str] = set()
        after = reached[function.name] - {function.name}
        while after - found:
            found |= after
            after = set().union(*(reached[name] for name in found))
        if function.name in found:
            raise UnsupportedSyntax(
                f"`{function.name}` and functions that it calls call one another, and themselves",
                WITHOUT,
                function.loc,
            )


def leaves(kind: K.Kind) -> tuple[K.Kind, ...]:
    """The kinds of the values in a tuple of known items; of anything else its own."""
    if kind.name == "tuple" and kind.fields is not None:
        return tuple(leaf for field in kind.fields for leaf in leaves(field))
    return (kind,)


def _check_numbers(function: Function, params: tuple[K.Kind, ...], results: tuple[K.Kind, ...]) -> None:
    every = [(param.var.name, kind) for param, kind in zip(function.params, params)]
    every += [("what it returns", kind) for kind in results]
    for name, kind in every:
        if any(leaf not in _NUMBERS for leaf in leaves(kind)):
            what = name if " " in name else f"its argument `{name}`"
            raise UnsupportedSyntax(
                f"`{function.name}` calls itself, and {what} is no number", WITHOUT, function.loc
            )


class KindsGiven:
    """The kinds of what functions are given: what holds of all calls that the first of them leads to."""

    def __init__(self, context: Context, functions: tuple[Function, ...], facts: tuple[Fact, ...]) -> None:
        self.functions = {function.name: function for function in functions}
        self.main, self.main_facts = functions[0].name, facts
        self.context = replace(
            context, functions={**context.functions, **self.functions}, results=Fixpoints(), read_facts={}
        )
        self.params: dict[str, tuple[K.Kind, ...]] = {}

    def facts_of(self, name: str) -> Facts:
        facts = self.main_facts if name == self.main else tuple((kind, True) for kind in self.params[name])
        return self.context.facts_of(self.functions[name], facts)

    def put(self, function: Function) -> None:
        """A function in the place of the one of its name."""
        self.functions[function.name] = self.context.functions[function.name] = function

    def kinds(self, leave: Collection[str] = ()) -> dict[str, tuple[K.Kind, ...]]:
        """Those of the parameters of each function; what those to `leave` call doesn't count."""
        pending = [self.main, *self.params]
        while pending:
            name = pending.pop()
            if name in leave:
                continue
            known = self.facts_of(name)
            for call in calls_in(self.functions[name]):
                if self.joined(call, known):
                    pending.append(call.fn.name)
        return self.params

    def joined(self, call: Entry, known: Facts) -> bool:
        """Whether a call gives something that the function wasn't known to be given."""
        name = call.fn.name
        given = tuple(map(known.kind, call.args))
        before = self.params.get(name, (K.BOTTOM,) * len(given))
        self.params[name] = tuple(map(K.join, before, given))
        return before != self.params[name]

    def results(self, function: Function) -> tuple[K.Kind, ...]:
        return tuple(map(self.facts_of(function.name).kind, function.body.results))


def _with_calls(
    function: Function,
    known: Facts,
    kinds: dict[str, tuple[K.Kind, ...]],
    results: dict[str, tuple[K.Kind, ...]],
    names: Names,
) -> Function:
    """The function whose calls give numbers of the kinds that are taken, and tuples opened."""

    def call(node: Entry) -> list[Node]:
        name = node.fn.name
        before: list[Node] = []
        after: list[Node] = []
        args: list[Atom] = []
        for atom, kind in zip(node.args, kinds[name]):
            args += _given(atom, known.kind(atom), kind, before, names)
        targets: list[Var] = []
        for target, kind in zip(node.targets, results[name]):
            targets += _taken(target, kind, after, names)
        return [*before, replace(node, targets=tuple(targets), args=tuple(args)), *reversed(after)]

    return with_calls(function, call)


def with_calls(function: Function, change: Rewrite) -> Function:
    """The function with other entries in the place of its calls of functions of the module."""

    def entries(node: Node) -> list[Node]:
        if not isinstance(node, Entry) or not isinstance(node.fn, FunctionRef):
            return [node]
        return change(node)

    return replace(function, body=expanded(function.body, entries))


def _given(atom: Atom, own: K.Kind, wanted: K.Kind, out: list[Node], names: Names) -> list[Atom]:
    """The numbers in a value, of the wanted kinds; what reads and converts them goes to `out`."""
    if wanted.fields is not None:
        parts: list[Atom] = []
        for k, field in enumerate(wanted.fields):
            part = Var(names.fresh("t"))
            out.append(Entry((part,), op("getitem"), (atom, Const(k))))
            parts += _given(part, own.fields[k] if own.fields else field, field, out, names)
        return parts
    if own == wanted:
        return [atom]
    if isinstance(atom, Const):
        return [Const(float(atom.value) if wanted == K.FLOAT else int(atom.value))]
    convert = Ref("float", float) if wanted == K.FLOAT else Ref("int", int)
    made = Var(names.fresh(atom.name if isinstance(atom, Var) else "t"))
    out.append(Entry((made,), convert, (atom,)))
    return [made]


def _taken(target: Var, kind: K.Kind, out: list[Node], names: Names) -> list[Var]:
    """The variables for the numbers in a result; what puts them together goes to `out`, the outermost first."""
    if kind.fields is None:
        return [target]
    parts = [Var(names.fresh(target.name)) for _ in kind.fields]
    out.append(Entry((target,), op("tuple_of"), tuple(parts)))
    return [var for part, field in zip(parts, kind.fields) for var in _taken(part, field, out, names)]


def _with_results(
    function: Function, kinds: tuple[K.Kind, ...], results: tuple[K.Kind, ...], names: Names
) -> Function:
    """The function with the numbers in its parameters and results in the place of tuples."""
    begin: list[Node] = []
    params = [
        Param(var)
        for param, kind in zip(function.params, kinds)
        for var in _taken(param.var, kind, begin, names)
    ]
    end: list[Node] = []
    given = [
        atom
        for result, kind in zip(function.body.results, results)
        for atom in _given(result, _own(result, kind), kind, end, names)
    ]
    body = Block((*reversed(begin), *function.body.entries, *end), tuple(given))
    structure = "one" if len(given) == 1 else ("one",) * len(given)
    return replace(function, params=tuple(params), body=body, structure=structure)


def _own(atom: Atom, kind: K.Kind) -> K.Kind:
    return kind_of(atom.value) if isinstance(atom, Const) else kind


def _with_floats(function: Function, known: Facts, names: Names) -> Function:
    """The function whose branches give floats wherever one of them does: Numba takes the type of a result from one."""

    def entry(node: Node) -> Node:
        if not isinstance(node, If):
            return node
        return replace(node, then=ends(node.then, node), orelse=ends(node.orelse, node))

    def ends(inner: Block, node: If) -> Block:
        end: list[Node] = []
        results: list[Atom] = []
        for target, atom in zip(node.targets, inner.results):
            wanted, own = known.kind(target), known.kind(atom)
            changes = wanted == K.FLOAT and own in (K.INT, K.BOOL)
            results += _given(atom, own, wanted, end, names) if changes else [atom]
        return Block((*inner.entries, *end), tuple(results))

    return replace(function, body=mapped(function.body, entry))


def with_outside_handed_on(
    main: Function, recursion: Recursion, names_for: Callable[[Function], Names]
) -> tuple[Function, Recursion]:
    """The functions with a parameter more for each number that one of them reads from outside."""
    refs = tuple(dict.fromkeys(atom for function in recursion.functions for atom in _read_outside(function)))
    if not refs:
        return main, recursion
    made, kinds = [], {}
    for function in recursion.functions:
        names = names_for(function)
        new = {ref: Var(names.fresh(name_of(ref))) for ref in refs}
        params = (*function.params, *(Param(var) for var in new.values()))
        handed = _handing_on(function, refs)
        made.append(replace(handed, params=params, body=substitute(handed.body, new)))
        kinds[function.name] = (*recursion.kinds[function.name], *(kind_of(ref.value) for ref in refs))
    return _handing_on(main, refs), Recursion(tuple(made), kinds)


def _read_outside(function: Function) -> Iterable[Any]:
    for node in walk(function.body):
        yield from (atom for atom in uses_of(node) if is_outside(atom))
    yield from (atom for atom in function.body.results if is_outside(atom))


def _handing_on(function: Function, refs: tuple[Ref, ...]) -> Function:
    return with_calls(function, lambda node: [replace(node, args=(*node.args, *refs))])
