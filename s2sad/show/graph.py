"""The computation graph of a function: what is computed from what, with the values and adjoints at a point.

Loops and branches are boxes. In a loop the dashed edges go to the next iteration; values and adjoints in it are those of
its last iteration.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from s2sad.analysis.effects import writes_array
from s2sad.ir.nodes import Atom, Block, Closure, Entry, For, If, Node, Var, While, atoms_of, targets_of
from s2sad.ir.operations import operation_of
from s2sad.show.running import Lists
from s2sad.show.writing import EntryWriter, blocks_by_name


@dataclass(frozen=True)
class Vertex:
    """An argument or an entry; `kind` is "argument", "entry", "carried" or "joined" (after a branch or loop)."""

    name: str
    label: str
    kind: str
    line: str = ""
    value: str = ""
    adjoint: str = ""
    is_active: bool = True
    is_result: bool = False


@dataclass(frozen=True)
class Edge:
    """From what is read to what reads it; `kind` is "value", "next" (the next iteration) or "memory" (an array that
    was written in place)."""

    source: str
    target: str
    kind: str = "value"


@dataclass
class Box:
    """A block of the function: what is in it, in order."""

    title: str
    parts: list[Vertex | Box] = field(default_factory=list)

    def vertices(self) -> Iterator[Vertex]:
        for part in self.parts:
            if isinstance(part, Vertex):
                yield part
            else:
                yield from part.vertices()


@dataclass(frozen=True)
class Numbers:
    """Values, adjoints and lines of variables, as text."""

    values: dict[str, str]
    adjoints: dict[str, str]
    lines: dict[str, str]


class Builder:
    """Makes the graph of the main function of some lists."""

    def __init__(self, lists: Lists, numbers: Numbers) -> None:
        self.lists = lists
        self.numbers = numbers
        self.writer = EntryWriter(lists.primal.module, lists.main)
        self.edges: dict[Edge, None] = {}
        self.made_of: dict[Var, Entry] = {}
        self.written: dict[Any, str] = {}
        self.results = {atom for atom in lists.main.body.results if isinstance(atom, Var)}
        self.count = 0

    def build(self) -> Box:
        box = Box(self.lists.main.name)
        box.parts += [self.vertex(param.var, param.var.name, "argument") for param in self.lists.main.params]
        self.block(self.lists.main.body, box)
        return box

    def vertex(self, var: Var, label: str, kind: str, line: str = "") -> Vertex:
        numbers = self.numbers
        return Vertex(
            var.name,
            label,
            kind,
            line or numbers.lines.get(var.name, ""),
            numbers.values.get(var.name, ""),
            numbers.adjoints.get(var.name, ""),
            var in self.lists.active,
            var in self.results,
        )

    def block(self, block: Block, box: Box) -> None:
        for node in block.entries:
            if isinstance(node, Entry):
                self.entry(node, box)
            else:
                self.region(node, box)

    def entry(self, node: Entry, box: Box) -> None:
        if not self.writer.is_shown(node):
            self.made_of.update((target, node) for target in node.targets)
            return
        reads = self.reads(atoms_of(node))
        line = str(node.loc.line) if node.loc else ""
        label = str(self.writer.statement(node))
        if len(node.targets) == 1:
            box.parts.append(self.vertex(node.targets[0], label, "entry", line))
            name = node.targets[0].name
        else:
            self.count += 1
            name = f"step_{self.count}"
            box.parts.append(
                Vertex(name, label, "entry", line, is_active=any(v in self.lists.active for v in reads))
            )
            for target in node.targets:
                box.parts.append(self.vertex(target, target.name, "joined"))
                self.edges[Edge(name, target.name)] = None
        for var in reads:
            self.edges[Edge(var.name, name)] = None
            last = self.written.get(self.place(var))
            if last is not None and last != name:
                self.edges[Edge(last, name, "memory")] = None
        if writes_array(node) or operation_of(node) in ("append", "setitem", "reverse"):
            if node.args and isinstance(node.args[0], Var):
                self.written[self.place(node.args[0])] = name

    def place(self, var: Var) -> Any:
        """What variables that may be the same object have in common."""
        return self.lists.facts.classes.find(var)

    def reads(self, atoms: Iterable[Atom]) -> list[Var]:
        """The variables that are read; indices that stand where they are used are looked into."""
        found: dict[Var, None] = {}
        for atom in atoms:
            if isinstance(atom, Var) and atom in self.made_of:
                found.update(dict.fromkeys(self.reads(atoms_of(self.made_of[atom]))))
            elif isinstance(atom, Var):
                found[atom] = None
        return list(found)

    def region(self, node: Node, box: Box) -> None:
        if isinstance(node, Closure):
            box.parts.append(self.vertex(node.target, f"def {node.function.name}", "entry"))
            self.flow(node.captures, [node.target] * len(node.captures))
            return
        header = self.writer.header(node)
        if isinstance(node, (For, While)):
            self.loop(node, header, box)
        else:
            for name, inner in blocks_by_name(node):
                part = Box(header if name in ("if", "with") else name)
                box.parts.append(part)
                self.block(inner, part)
                self.flow(inner.results, node.targets)
            if isinstance(node, If):
                self.flow([node.cond] * len(node.targets), node.targets)
        after = (
            "after the loop"
            if isinstance(node, (For, While))
            else f"of the {'branch' if isinstance(node, If) else 'block'}"
        )
        box.parts += [self.vertex(var, f"{var.name}, {after}", "joined") for var in targets_of(node)]

    def loop(self, node: For | While, header: str, around: Box) -> None:
        box = Box(header)
        around.parts.append(box)
        if isinstance(node, For):
            box.parts.append(self.vertex(node.item, f"{node.item.name}, the item", "carried"))
            self.flow([node.iterable], [node.item])
        box.parts += [self.vertex(param, f"{param.name}, carried", "carried") for param in node.params]
        self.flow(node.inits, node.params)
        for _, inner in blocks_by_name(node):
            self.block(inner, box)
        self.flow(node.body.results, node.params, "next")
        self.flow(node.params, node.targets)

    def flow(self, sources: Sequence[Atom], targets: Sequence[Var], kind: str = "value") -> None:
        """Values go from block to block."""
        for atom, target in zip(sources, targets):
            for var in self.reads([atom]):
                self.edges[Edge(var.name, target.name, kind)] = None
