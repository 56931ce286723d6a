"""Many tangents in one pass: the tangent of every variable becomes a list of tangents, the function itself runs once.

                                    range_ = range (len x_dot)
    y = math.sin x                  y = math.sin x
    t = math.cos x                  t = math.cos x
    y_dot = mul t x_dot     →       y_dot = list_of
                                    for k in range_
                                        x_dot_1 = getitem x_dot k
                                        y_dot_1 = mul t x_dot_1
                                        append y_dot y_dot_1

What a tangent function computes without tangents stays as it is. Loops and branches carry lists. The tangents are linear
in each other's places, so that none of them needs another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from s2sad.ad.context import Context
from s2sad.ir import kinds as K
from s2sad.ir.names import Names, stem
from s2sad.ir.nodes import (
    UNDEFINED,
    Atom,
    Block,
    Const,
    Entry,
    For,
    Function,
    FunctionRef,
    Handler,
    If,
    Location,
    Node,
    Ref,
    Try,
    Var,
    While,
    With,
)
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import node_reads, substitute_node, targets_of, variables_of

_LEN, _RANGE, _ZIP = Ref("len", len), Ref("range", range), Ref("zip", zip)
_CALLS = {"call_jvp": "call_jvps"}


@dataclass(frozen=True)
class Moved:
    """Of a tangent function: the tangents of the variables of the function itself, these variables, and its results."""

    dots: frozenset[Var]
    own: frozenset[Var]
    results: int


def with_bundles(context: Context, mains: Sequence[Function], count: int) -> list[Function]:
    """Tangent functions for lists of tangents, which are the last `count` parameters of the main ones."""
    asked: dict[str, str] = {}
    made = [bundled(context, m, [p.var for p in m.params[len(m.params) - count :]], asked) for m in mains]
    done: set[str] = set()
    while done != asked.keys():
        for name in [each for each in asked if each not in done]:
            done.add(name)
            function = context.functions[name]
            dots = [param.var for param in function.params if param.var in context.moved[name].dots]
            context.add(replace(bundled(context, function, dots, asked), name=asked[name]))
    return made


def bundled(context: Context, function: Function, given: list[Var], asked: dict[str, str]) -> Function:
    """A tangent function, of which the given parameters are lists; it asks for those that it calls."""
    if not given:
        return function
    bundler = _Bundler(context, function, given, asked)
    first = bundler.beginning(given[0], function.loc)
    body = bundler.block(function.body)
    results = body.results
    bundler.out = []
    own = context.moved[function.name].results
    results = tuple(bundler.as_bundle(atom) if i >= own else atom for i, atom in enumerate(results))
    return replace(function, body=Block((*first, *body.entries, *bundler.out), results))


class _Bundler:
    """The state of one function: which variables are lists of tangents, and the entries made so far."""

    def __init__(
        self, context: Context, function: Function, given: Iterable[Var], asked: dict[str, str]
    ) -> None:
        self.context = context
        self.asked = asked
        moved = context.moved[function.name]
        self.own = moved.own
        self.bundles = {*moved.dots, *given}
        self.names: Names = context.names_for(function)
        self.range = Var(self.names.fresh("every"))
        self.zipped: dict[Atom, list[int]] = {}
        self.out: list[Node] = []
        self.group: list[Entry] = []
        self.loc: Location | None = None

    def beginning(self, first: Var, loc: Location | None) -> list[Node]:
        length = Var(self.names.fresh("t"))
        return [Entry((length,), _LEN, (first,), (), loc), Entry((self.range,), _RANGE, (length,), (), loc)]

    def is_bundle(self, atom: Any) -> bool:
        return isinstance(atom, Var) and atom in self.bundles

    # ---------------------------------------------------------------------------------------------- blocks

    def block(self, block: Block, wanted: Sequence[bool] = ()) -> Block:
        """A block for lists; of its results those are lists that are `wanted` so."""
        out, self.out = self.out, []
        for node in block.entries:
            self.loc = node.loc
            self.node(node)
        self.flush()
        needs = [*wanted, *(False for _ in block.results)]
        results = tuple(self.as_bundle(atom) if need else atom for atom, need in zip(block.results, needs))
        done, self.out = Block(tuple(self.out), results), out
        return done

    def node(self, node: Node) -> None:
        if isinstance(node, Entry):
            self.entry(node)
            return
        self.flush()
        if isinstance(node, If):
            then, orelse = self.alike(node.targets, [node.then, node.orelse])
            made: Node = replace(node, then=then, orelse=orelse)
        elif isinstance(node, (For, While)):
            made = self.loop(node)
        elif isinstance(node, Try):
            body, *blocks = self.alike(node.targets, [node.body, *(h.block for h in node.handlers)])
            handlers = tuple(Handler(h.kind, h.name, block) for h, block in zip(node.handlers, blocks))
            made = replace(node, body=body, handlers=handlers)
        elif isinstance(node, With):
            made = replace(node, body=self.alike(node.targets, [node.body])[0])
        else:
            made = node
        self.out.append(made)

    def alike(self, targets: Sequence[Var], blocks: Sequence[Block]) -> list[Block]:
        """Blocks that all give lists for a target for which one of them does."""
        made = [self.block(block, [self.is_bundle(target) for target in targets]) for block in blocks]
        found = {t for block in made for t, atom in zip(targets, block.results) if self.is_bundle(atom)}
        if all(map(self.is_bundle, found)):
            return made
        self.bundles |= found
        return [self.block(block, [self.is_bundle(target) for target in targets]) for block in blocks]

    def loop(self, node: For | While) -> Node:
        """Carried variables are lists if they are so at the beginning or at the end of an iteration."""
        if isinstance(node, For) and node.iterable in self.zipped:
            self.zipped[node.item] = self.zipped[node.iterable]
        while True:
            carried = list(zip(node.params, node.targets, node.inits))
            wanted = [any(map(self.is_bundle, each)) for each in carried]
            for (param, target, _), wants in zip(carried, wanted):
                self.bundles.update((param, target) if wants else ())
            body = self.block(node.body, wanted)
            ends = [wants or self.is_bundle(atom) for wants, atom in zip(wanted, body.results)]
            if ends == wanted:
                inits = tuple(self.as_bundle(a) if wants else a for a, wants in zip(node.inits, wanted))
                return replace(node, inits=inits, body=body)
            self.bundles.update(param for param, ends_so in zip(node.params, ends) if ends_so)

    # --------------------------------------------------------------------------------------------- entries

    def entry(self, node: Entry) -> None:
        reads = [atom for atom in node_reads(node) if atom in self.bundles]
        if self.is_tangent_call(node):
            self.call(node)
            return
        if (
            isinstance(node.fn, Ref)
            and node.fn.path in _CALLS
            and node.fn == self.context.dynamic(node.fn.path)
        ):
            self.flush()
            args = (*node.args[:3], self.as_bundle(node.args[3]))
            self.out.append(replace(node, fn=self.context.dynamic(_CALLS[node.fn.path]), args=args))
            return
        if operation_of(node) == "unpack" and node.args[0] in self.zipped:
            places = self.zipped[node.args[0]]
            self.bundles.update(target for i, target in enumerate(node.targets) if i in places)
            self.plain(node)
            return
        if callee_of(node) is zip and reads:
            self.zip(node)
            return
        if not reads and not any(target in self.bundles for target in node.targets):
            self.plain(node)
            return
        self.group.append(node)
        if any(target in self.own for target in node.targets):
            self.flush()
        else:
            self.bundles.update(node.targets)

    def is_tangent_call(self, node: Entry) -> bool:
        """Whether it gives tangents; what the function itself computes by a derivative isn't one of many."""
        known = isinstance(node.fn, FunctionRef) and node.fn.name in self.context.moved
        return known and any(target in self.bundles for target in node.targets)

    def call(self, node: Entry) -> None:
        assert isinstance(node.fn, FunctionRef)
        self.flush()
        name = node.fn.name
        params = self.context.functions[name].params
        dots = [param.var in self.context.moved[name].dots for param in params]
        if name not in self.asked:
            self.asked[name] = self.context.new_name(f"{name}s")
            self.context.add(replace(self.context.functions[name], name=self.asked[name]))
        args = tuple(self.as_bundle(a) if moves else a for a, moves in zip(node.args, dots))
        self.out.append(replace(node, fn=FunctionRef(self.asked[name]), args=args))

    def plain(self, node: Entry) -> None:
        """An entry that has nothing to do with tangents; what comes before it stays before it."""
        self.flush()
        self.out.append(node)

    def zip(self, node: Entry) -> None:
        """A loop over the tangents of a list gets for each item the tangents of that item."""
        self.flush()
        args: list[Atom] = []
        for atom in node.args:
            if self.is_bundle(atom):
                none, rows = Var(self.names.fresh("t")), Var(self.names.fresh("t"))
                self.out.append(Entry((none,), op("dict_of"), (), (), node.loc))
                self.out.append(Entry((rows,), op("apply"), (_ZIP, atom, none), (), node.loc))
                args.append(rows)
            else:
                args.append(atom)
        self.zipped[node.targets[0]] = [i for i, atom in enumerate(node.args) if self.is_bundle(atom)]
        self.out.append(replace(node, args=tuple(args)))

    def as_bundle(self, atom: Atom) -> Atom:
        """A list of tangents for what is the same in all of them: zero."""
        if self.is_bundle(atom) or atom == Const(UNDEFINED):
            return atom
        self.flush()
        made, item = Var(self.names.fresh("t")), Var(self.names.fresh("k"))
        self.out.append(Entry((made,), op("list_of"), (), (), self.loc))
        body = Block((Entry((), op("append"), (made, atom), (), self.loc),), ())
        self.out.append(For((), item, self.range, (), (), body, loc=self.loc))
        self.bundles.add(made)
        return made

    def flush(self) -> None:
        """The entries of tangents since the last one of something else, for each of the tangents."""
        if not self.group:
            return
        group, self.group = self.group, []
        defined = [target for node in group for target in node.targets]
        reads = dict.fromkeys(atom for node in group for atom in node_reads(node))
        outer = [atom for atom in reads if atom in self.bundles and atom not in defined]
        number = Var(self.names.fresh("k"))
        inner = {var: Var(self.names.fresh(stem(var.name))) for var in (*outer, *defined)}
        entries: list[Node] = [
            Entry((inner[v],), op("getitem"), (v, number), (), group[0].loc) for v in outer
        ]
        for node in group:
            renamed = substitute_node(node, inner)
            assert isinstance(renamed, Entry)
            entries.append(replace(renamed, targets=tuple(inner[t] for t in targets_of(node))))
        lists = {var: Var(self.names.fresh(stem(var.name))) if var in self.own else var for var in defined}
        self.out += [Entry((lists[var],), op("list_of"), (), (), group[0].loc) for var in defined]
        entries += [Entry((), op("append"), (lists[var], inner[var]), (), group[-1].loc) for var in defined]
        self.out.append(For((), number, self.range, (), (), Block(tuple(entries), ()), loc=group[0].loc))
        for var in filter(self.own.__contains__, defined):  # what the function itself has is the same in all
            self.out.append(Entry((var,), op("getitem"), (lists[var], Const(0)), (), group[0].loc))


def moved_by(dots: Iterable[Var], function: Function) -> Moved:
    return Moved(frozenset(dots), frozenset(variables_of(function)), len(function.body.results))


def can_be_bundled(kinds: Iterable[K.Kind]) -> bool:
    """Whether the tangents of arguments of these kinds can stand in lists: those of objects have attributes."""
    return all(is_opened(kind) for kind in kinds)


def is_opened(kind: K.Kind) -> bool:
    return kind.name != "object" and all(map(is_opened, K.parts_of(kind)))
