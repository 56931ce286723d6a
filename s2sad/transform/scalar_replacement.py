"""Short lists of known length become their items, where loops carry them or go along them.

state = list_of a b
for j in r with now = state -> last             for j in r with x = a, y = b -> x_1, y_1
    x, y = unpack now 2 None                        t = mul x y
    next = list_of                                  s_1 = mul y y
    for i in places                     →           yield t, s_1
        s = getitem now i
        t = mul s y
        append next t
    yield next

As a person would write it: the adjoints of numbers are numbers. What a list was is only made where something else reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from s2sad.analysis.fixed_lists import FixedLists, fixed_lists
from s2sad.analysis.list_changes import NO_CALLS, Calls
from s2sad.analysis.list_families import DISPLAYS
from s2sad.analysis.list_summaries import list_summaries
from s2sad.ir.names import Names, stem
from s2sad.ir.nodes import (
    Atom,
    Block,
    Const,
    Entry,
    For,
    Function,
    FunctionRef,
    If,
    Module,
    Node,
    Var,
    While,
    targets_of,
)
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import names_in, substitute, variables_of, walk, with_blocks, with_body
from s2sad.transform.dead import remove_dead
from s2sad.transform.tuples import item_at, unpacked

_DEPTH = 3
_GETITEM = op("getitem")
Items = tuple[Atom, ...]


def lists_apart(module: Module, given: frozenset[Var]) -> Module:
    """The module in which short lists are their items; parameters of the main function that are lists are `given`."""
    main, *others = module.functions
    calls = list_summaries(others)
    made = (with_items_apart(main, given, calls), *(with_items_apart(f, frozenset(), calls) for f in others))
    return replace(module, functions=made)


def with_items_apart(function: Function, given: frozenset[Var], calls: Calls = NO_CALLS) -> Function:
    """The function in which such lists are their items; those of lists first, which become items themselves then."""
    for _ in range(_DEPTH):
        lists = fixed_lists(function, given, calls)
        if not lists.lengths:
            return function
        before, function = function, replaced(function, lists)
        if function is before or not lists.nested:
            break
    return function


def replaced(function: Function, lists: FixedLists) -> Function:
    """The function without these lists; the same object if nothing is read of them."""
    rewriting = _Rewriting(function, lists)
    body = rewriting.block(function.body)
    if not (rewriting.values or lists.apart or lists.written_out):
        return function
    body = substitute(body, {var: rewriting.resolved(var) for var in rewriting.values})
    made = with_body(function, body.entries, body.results)
    exact = frozenset(variables_of(made) - rewriting.unneeded)
    return remove_dead(made, exact=exact, replayed=frozenset())


class _Rewriting:
    """The items of lists that are known so far, and the atoms that stand for variables which are gone.

    An argument has items once it is unpacked, which is before anything else is done with it.
    """

    def __init__(self, function: Function, lists: FixedLists) -> None:
        self.lengths, self.lists_apart, self.grown = dict(lists.lengths), dict(lists.apart), set(lists.grown)
        self.loops = lists.written_out
        self.names = Names(var.name for var in variables_of(function))
        self.arguments = {param.var for param in function.params} & self.lengths.keys()
        nodes = [node for node in walk(function.body) if type(node) is Entry]
        self.appended = {node.args[0] for node in nodes if operation_of(node) == "append"}
        self.unpacked = {node.args[0]: node.targets for node in nodes if operation_of(node) == "unpack"}
        self.unneeded: set[Var] = set()
        self.items: dict[Atom, Items] = {}
        self.values: dict[Atom, Atom] = {}

    def resolved(self, atom: Atom) -> Atom:
        while atom in self.values:
            atom = self.values[atom]
        return atom

    def block(self, block: Block) -> Block:
        return Block(tuple(self.entries(block.entries)), block.results)

    def entries(self, nodes: Iterable[Node]) -> list[Node]:
        return [made for node in nodes for made in self.node(node)]

    def node(self, node: Node) -> list[Node]:
        if type(node) is Entry:
            return self.entry(node)
        if type(node) is For and node.item in self.loops:
            return self.written_out(node)
        if isinstance(node, (For, While)):
            return self.loop(node)
        return self.branches(node) if isinstance(node, If) else [with_blocks(node, self.block)]

    def entry(self, node: Entry) -> list[Node]:
        """An entry, if it does more than to read an item that is known, or to add one."""
        name = operation_of(node)
        if name == "append" and node.args[0] in self.items:
            return self.append(node.args[0], node)
        found = self.items.get(self.resolved(node.args[0])) if node.args else None
        if found is None and name == "unpack" and node.args[0] in self.arguments:
            self.items[node.args[0]] = node.targets
            return [node]
        atoms, rest = (None, []) if found is None else self.read(node, found)
        if atoms is not None:
            self.values.update((var, atom) for var, atom in zip(node.targets, atoms) if var != atom)
            return rest
        if type(node.fn) is FunctionRef and len(node.targets) == 1 and node.targets[0] in self.lengths:
            return [node, self.unpacking(node.targets[0], node)]
        items = node.args if name in DISPLAYS else found
        if items is not None:
            known = [var for var in node.targets if var in self.lengths]
            self.items.update((var, items) for var in known if var in self.grown or var not in self.appended)
        return [node]

    def append(self, whole: Atom, node: Entry) -> list[Node]:
        """One more item of a list, which is made anew when it has them all."""
        assert isinstance(whole, Var)
        items = self.items[whole] = (*self.items[whole], node.args[1])
        if len(items) < self.lengths[whole]:
            return []
        self.values[whole] = new = Var(self.names.fresh(whole.name))
        self.items[new] = items
        return [self.display(new, "list_of", items, node)]

    def unpacking(self, whole: Var, node: Node) -> Entry:
        """What unpacks a list that a call has made."""
        targets = self.apart(whole, self.lengths[whole])
        self.unneeded.update(targets)
        return Entry(targets, op("unpack"), (whole, Const(len(targets)), Const(None)), (), node.loc)

    def read(self, node: Entry, items: Items) -> tuple[Items | None, list[Node]]:
        """What an entry reads of a list with these items, if it is no more than that, and what makes a list of the rest."""
        name = operation_of(node)
        if name == "getitem":
            item = item_at(items, self.resolved(node.args[1]))
            return (None if item is None else (item,)), []
        if name == "unpack":
            atoms, rest = unpacked(node, items)
            return atoms, [] if rest is None else [rest]
        return ((Const(len(items)),) if callee_of(node) is len else None), []

    # ----------------------------------------------------------------------------------------------- regions

    def written_out(self, loop: For) -> list[Node]:
        """The iterations of a loop, one after the other."""
        carried, made = loop.inits, list[Node]()
        for i in range(self.loops[loop.item]):
            values = {loop.item: Const(i), **dict(zip(loop.params, carried))}
            copy = self.copy(loop.body, values)
            made += self.entries(copy.entries)
            carried = copy.results
        self.values.update(zip(loop.targets, carried))
        return made

    def copy(self, body: Block, values: Mapping[Var, Atom]) -> Block:
        """A body with these values, and names of its own; of its lists is known what was known of those of the body."""
        names: dict[Any, Var] = {var: Var(self.names.fresh(var.name)) for var in names_in(body)}
        self.lengths.update({names[var]: length for var, length in self.lengths.items() if var in names})
        self.lists_apart.update({names[var]: made for var, made in self.lists_apart.items() if var in names})
        for some in (self.grown, self.appended):
            some.update({names[var] for var in some if var in names})
        return substitute(body, {**values, **names}, names)

    def loop(self, node: For | While) -> list[Node]:
        """A loop that carries items instead of lists."""
        apart = [i for i, param in enumerate(node.params) if param in self.lists_apart]
        before: list[Node] = []
        inits = {i: self.items_of(node.inits[i], before, node) for i in apart}
        params = {i: self.apart(node.params[i], len(inits[i])) for i in apart}
        heads = [
            self.display(node.params[i], self.lists_apart[node.params[i]], params[i], node) for i in apart
        ]
        if isinstance(node, While):
            node = replace(node, cond=self.condition(node, heads))
        entries = [*heads, *self.entries(node.body.entries)]
        results = {i: self.items_of(node.body.results[i], entries, node) for i in apart}
        targets = {i: self.apart(node.targets[i], len(inits[i])) for i in apart}
        made = replace(
            node,
            targets=spread(node.targets, targets),
            params=spread(node.params, params),
            inits=spread(node.inits, inits),
            body=Block(tuple(entries), spread(node.body.results, results)),
        )
        return [*before, made, *(self.closing(node, i, targets) for i in apart)]

    def condition(self, loop: While, heads: list[Entry]) -> Block:
        """The condition of a loop, which makes lists of its own of what is carried."""
        names: dict[Var, Var] = {}
        for entry in heads:
            names[entry.targets[0]] = new = Var(self.names.fresh(entry.targets[0].name))
            self.items[new] = entry.args
        cond = self.block(substitute(loop.cond, names))
        return Block(
            (*(replace(entry, targets=(names[entry.targets[0]],)) for entry in heads), *cond.entries),
            cond.results,
        )

    def branches(self, node: If) -> list[Node]:
        """Branches that hand out items instead of lists."""
        apart = [i for i, target in enumerate(node.targets) if target in self.lists_apart]
        blocks = []
        for block in (node.then, node.orelse):
            entries = self.entries(block.entries)
            results = {i: self.items_of(block.results[i], entries, node) for i in apart}
            blocks.append(Block(tuple(entries), spread(block.results, results)))
        targets = {i: self.apart(node.targets[i], self.lengths[node.targets[i]]) for i in apart}
        made = replace(node, targets=spread(node.targets, targets), then=blocks[0], orelse=blocks[1])
        return [made, *(self.closing(node, i, targets) for i in apart)]

    # ----------------------------------------------------------------------------------------------- lists

    def items_of(self, atom: Atom, entries: list[Node], node: Node) -> Items:
        """The items of a list, which are read at the end of some entries if they aren't known."""
        found = self.items.get(self.resolved(atom))
        if found is None:
            found = tuple(Var(self.names.fresh("t")) for _ in range(self.lengths[atom]))
            entries += [
                Entry((var,), _GETITEM, (atom, Const(i)), (), node.loc) for i, var in enumerate(found)
            ]
        return found

    def apart(self, whole: Var, length: int) -> tuple[Var, ...]:
        """Variables for the items of a list, with the names that these get where it is unpacked."""
        names = [stem(var.name) for var in self.unpacked.get(whole, ())]
        if len(names) != length:
            names = [f"{stem(whole.name)}{i}" for i in range(length)]
        self.items[whole] = found = tuple(Var(self.names.fresh(name)) for name in names)
        return found

    def closing(self, node: Node, i: int, targets: dict[int, tuple[Var, ...]]) -> Entry:
        whole = targets_of(node)[i]
        return self.display(whole, self.lists_apart[whole], targets[i], node)

    def display(self, target: Var, name: str, items: Items, node: Node) -> Entry:
        return Entry((target,), op(name), items, (), node.loc)


def spread(atoms: tuple[Any, ...], instead: Mapping[int, Items]) -> tuple[Any, ...]:
    """Atoms, with several in the place of some."""
    return tuple(one for i, atom in enumerate(atoms) for one in instead.get(i, (atom,)))
