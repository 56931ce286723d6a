"""What a function writes to has to be apart from all else that it gets or reads.

function f(a, b)                        function f(a, b)
    store a 0 1.0               →           check_apart a b           raises where the two share memory
    t = mul a b                             store a 0 1.0
                                            t = mul a b

Of lists, dicts and objects that get other items or attributes (`check_lists_apart`) the arrays in them don't count.

Each argument has an adjoint of its own, and one that is written to is copied first: what is written through one name
isn't seen through the other. Arguments that nothing is written to may be one array, and aren't looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from s2sad.analysis.effects import effect_of
from s2sad.analysis.outside_memory import is_memory, memory_of
from s2sad.frontend.lower import Lowered
from s2sad.ir import kinds as K
from s2sad.ir import value_kinds
from s2sad.ir.nodes import Atom, Entry, For, Function, FunctionRef, Location, Ref, Var, atoms_of
from s2sad.ir.operation import Effect, Form, Shares
from s2sad.ir.operations import operation, operation_of
from s2sad.ir.rewrite import free_vars, uses_of, walk, with_body
from s2sad.runtime.updates import check_apart, check_lists_apart

CHECK_APART = Ref("check_apart", check_apart)
CHECK_LISTS_APART = Ref("check_lists_apart", check_lists_apart)
_ANYTHING = frozenset(("list", "dict", "object", "float array", "int array", "bool array"))
_HOLDS_NOTHING = ("text", "none", "function", "slice", "ellipsis", "dtype", "bottom")


def may_share(one: K.Kind, other: K.Kind) -> bool:
    """Whether values of two kinds may be, or hold, one thing that can be written to."""
    return not _held_in(one).isdisjoint(_held_in(other))


def _held_in(kind: K.Kind) -> frozenset[str]:
    if kind in K.NUMBERS or kind.name in _HOLDS_NOTHING:
        return frozenset()
    if K.is_array(kind):
        name = K.element(kind).name
        return frozenset(("float array",)) if name in ("float", "complex") else frozenset((f"{name} array",))
    if kind.name not in K.CONTAINERS:
        return _ANYTHING
    parts = kind.fields if kind.fields is not None else (kind.item or K.UNKNOWN,)
    own = "object" if kind.cls is not None else kind.name
    return frozenset((own,)).union(*map(_held_in, parts)) - {"tuple"}


def with_written_apart(
    functions: tuple[Function, ...], lowered: Lowered, may_write: Callable[[Entry, Any], bool]
) -> Function:
    """The first function, with checks of the containers and objects that it writes to, or has copies of to write to.

    `may_write` says of a call that stands as it is, or of a method by its name, whether it may write to what it gets.
    """
    main = with_calls_apart(functions[0], lowered, may_write)
    kinds = {param.var: kind for param, (kind, _) in zip(main.params, lowered.facts)}

    def kind_of(atom: Atom) -> K.Kind:
        return kinds[atom] if isinstance(atom, Var) else value_kinds.kind_of(atom.value)

    found: dict[Atom, Ref] = dict.fromkeys(lowered.written, CHECK_LISTS_APART)
    for root, is_part in _written_roots(main):
        if is_part and kind_of(root).name not in K.CONTAINERS:
            found[root] = CHECK_APART
        else:
            found.setdefault(root, CHECK_LISTS_APART)
    written = [root for root in found if not K.is_array(kind_of(root))]
    if not written:
        return main
    outside = read_outside(main, {function.name: function for function in functions}, arrays=False)
    checks = [replace(check, fn=found[check.args[0]]) for check in checks_of(main, written, kind_of, outside)]
    return with_body(main, (*checks, *main.body.entries), main.body.results) if checks else main


def with_calls_apart(
    function: Function, lowered: Lowered, may_write: Callable[[Entry, Any], bool]
) -> Function:
    """The function, with checks that what calls may write to is apart from arguments that are differentiated, or opened.

    o.scale(2.0)        →       check_apart(o, a)           `a` may be the array `o.w`, and has an adjoint of its own
    return a @ a
    """
    if not any(_held_in(kind) for kind, _ in lowered.facts):
        return function
    read = free_vars(function.body)
    facts: dict[Atom, Any] = {
        param.var: fact for param, fact in zip(function.params, lowered.facts) if param.var in read
    }
    own = [
        var for var, (kind, varied) in facts.items() if (varied or kind.cls is not None) and _held_in(kind)
    ]
    entries: list[Entry] = []
    for root in dict.fromkeys(_given_to_calls(function, may_write)) if own else ():
        if root in facts and not facts[root][1]:
            others = [
                other for other in own if other is not root and may_share(facts[root][0], facts[other][0])
            ]
            check = Entry((), CHECK_APART, (root, *others), (), header_of(function))
            entries += [check] if others else []
    return with_body(function, (*entries, *function.body.entries), function.body.results)


def _given_to_calls(function: Function, may_write: Callable[[Entry, Any], bool]) -> Iterator[Atom]:
    """The parameters that calls get, themselves or a part of them, which may write to that."""
    bases: dict[Atom, Atom] = {}
    methods: dict[Atom, Entry] = {}
    for node in walk(function.body):
        if isinstance(node, For):
            bases[node.item] = node.iterable
        if not isinstance(node, Entry):
            continue
        if node.args and operation(node).shares in (Shares.PART, Shares.ITSELF):
            bases.update(dict.fromkeys(node.targets, node.args[0]))
        if operation_of(node) == "getattr":
            methods[node.targets[0]] = node
        if effect_of(node) is not Effect.UNKNOWN or isinstance(node.fn, FunctionRef):
            continue
        if may_write(node, methods.get(node.fn)):
            for atom in atoms_of(node):
                while atom in bases:
                    atom = bases[atom]
                yield atom


def _written_roots(function: Function) -> Iterator[tuple[Atom, bool]]:
    """The parameters, and what lives outside, that are written to, or of which what may be an array is.

    That is n in `n.w[0] = 5.0`.
    """
    bases: dict[Atom, Atom] = {}
    params = {param.var for param in function.params}
    for node in walk(function.body):
        if not isinstance(node, Entry):
            continue
        done = operation(node)
        if node.args and done.shares in (Shares.PART, Shares.ITSELF):
            bases.update(dict.fromkeys(node.targets, node.args[0]))
        if node.args and effect_of(node) is Effect.WRITING:
            root = node.args[0]
            while root in bases:
                root = bases[root]
            if root in params or (isinstance(root, Ref) and is_memory(root.value)):
                yield root, done.index is not None or done.form is Form.AUGMENTED


def checks_of(
    function: Function,
    written: Iterable[Atom],
    kind: Callable[[Atom], K.Kind],
    outside: Iterable[Ref],
) -> list[Entry]:
    """The checks that each of `written` is apart from the parameters that are read, and from what is read `outside`."""
    read = free_vars(function.body)
    roots: list[Atom] = [*(param.var for param in function.params if param.var in read), *outside]
    entries: list[Entry] = []
    done: list[Atom] = []
    for root in dict.fromkeys(written):
        done.append(root)
        others = [
            other
            for other in roots
            if other not in done
            and may_share(kind(root), kind(other))
            and (isinstance(root, Var) or isinstance(other, Var))
        ]
        if others or _is_nested(kind(root)):
            entries.append(Entry((), CHECK_APART, (root, *others), (), header_of(function)))
    return entries


def header_of(function: Function) -> Location | None:
    """Where a function begins: what is looked at before its first line stands there."""
    return function.loc and replace(function.loc, text="")


def _is_nested(kind: K.Kind) -> bool:
    """Whether a container holds others, of which two may be one."""
    parts = kind.fields if kind.fields is not None else (kind.item or K.UNKNOWN,)
    return kind.name in K.CONTAINERS and any(
        part.name in ("list", "dict") or part.cls is not None or _is_nested(part) for part in parts
    )


def read_outside(function: Function, functions: dict[str, Function], arrays: bool) -> list[Ref]:
    """What a function and those that it calls read from outside that may be written to: what holds `arrays`, or lists."""
    found: dict[Ref, None] = {}
    seen, waiting = {function.name}, [function]
    while waiting:
        for node in walk(waiting.pop().body):
            for atom in uses_of(node):
                if isinstance(atom, Ref) and is_memory(atom.value) and _holds(atom, arrays):
                    found[atom] = None
            if isinstance(node, Entry) and isinstance(node.fn, FunctionRef) and node.fn.name not in seen:
                seen.add(node.fn.name)
                waiting.append(functions[node.fn.name])
    return list(found)


def _holds(ref: Ref, arrays: bool) -> bool:
    return any(is_container is not arrays for is_container, _ in memory_of(ref.value))
