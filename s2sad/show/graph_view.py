"""A computation graph as a tree, and in the languages of Mermaid and Graphviz."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from s2sad.show.cells import Code, Number, Row
from s2sad.show.graph import Box, Edge, Vertex
from s2sad.show.html import fragment
from s2sad.show.shown import Shown
from s2sad.show.table import Table

_MERMAID_ARROWS = {"value": "-->", "next": "-.->|next|", "memory": "-.->|memory|"}
_MERMAID_CODES = {'"': "#quot;", "<": "#lt;", ">": "#gt;", **{c: f"#{ord(c)};" for c in "#&*_`|[]{}"}}
_DOT_STYLES = {
    "value": "",
    "next": ' [style=dashed, label="next", constraint=false]',
    "memory": ' [style=dotted, label="memory"]',
}
_INSTALL = "install Graphviz (https://graphviz.org/download), or take mermaid() or dot(), which need nothing"


@dataclass(frozen=True, repr=False)
class Graph(Shown):
    """A computation graph. `str()` is a tree, from the result down to the arguments."""

    title: str
    box: Box
    edges: tuple[Edge, ...]

    # ------------------------------------------------------------------------------------------------- tree

    @property
    def tables(self) -> tuple[Table, ...]:
        rows = tuple(self._tree())
        return (Table(self.title, ("computation", "value", "adjoint", "line"), rows).without_empty_columns(),)

    def _tree(self) -> Iterator[Row]:
        vertices = {vertex.name: vertex for vertex in self.box.vertices()}
        reads: dict[str, list[str]] = {}
        for edge in self.edges:
            if edge.kind != "next" or edge.source not in reads.get(edge.target, []):
                reads.setdefault(edge.target, []).append(edge.source)
        seen: set[str] = set()

        def branch(name: str, lead: str, below: str) -> Iterator[Row]:
            vertex = vertices[name]
            inner = [] if name in seen else reads.get(name, [])
            repeated = name in seen and reads.get(name)
            seen.add(name)
            text = f"{vertex.name} (above)" if repeated else vertex.label
            cells = (Code(lead + text), Number(vertex.value), Number(vertex.adjoint), vertex.line)
            yield Row((*cells[:3], "" if repeated else vertex.line))
            for i, one in enumerate(inner):
                last = i == len(inner) - 1
                yield from branch(
                    one, below + ("└── " if last else "├── "), below + ("    " if last else "│   ")
                )

        for vertex in vertices.values():
            if vertex.is_result:
                yield from branch(vertex.name, "", "")
        for vertex in vertices.values():
            is_end = vertex.kind in ("entry", "argument")
            if (
                is_end
                and vertex.name not in seen
                and not any(edge.source == vertex.name for edge in self.edges)
            ):
                yield from branch(vertex.name, "", "")

    # ---------------------------------------------------------------------------------------------- mermaid

    def mermaid(self) -> str:
        """A flowchart in Mermaid's language, which GitHub, GitLab and JupyterLab draw."""
        names = self._names()
        lines = ["flowchart TD", *self._mermaid_box(self.box, names, "    ")]
        lines += [
            f"    {names[edge.source]} {_MERMAID_ARROWS[edge.kind]} {names[edge.target]}"
            for edge in self.edges
        ]
        lines += [
            "    classDef passive stroke-dasharray: 4 3,opacity:0.6",
            "    classDef argument stroke-width:2px",
            "    classDef result stroke-width:3px",
        ]
        for kind, chosen in self._classes():
            if chosen:
                lines.append(f"    class {','.join(names[vertex.name] for vertex in chosen)} {kind}")
        return "\n".join(lines) + "\n"

    def _mermaid_box(self, box: Box, names: dict[str, str], indent: str) -> Iterator[str]:
        for i, part in enumerate(box.parts):
            if isinstance(part, Vertex):
                text = "<br/>".join(map(_in_mermaid, said_of(part)))
                shape = ('(["', '"])') if part.kind == "argument" else ('["', '"]')
                yield f"{indent}{names[part.name]}{shape[0]}{text}{shape[1]}"
            elif list(part.vertices()):
                yield f'{indent}subgraph {_box_name(part, i, indent)}["{_in_mermaid(part.title)}"]'
                yield from self._mermaid_box(part, names, indent + "    ")
                yield f"{indent}end"

    # --------------------------------------------------------------------------------------------- graphviz

    def dot(self) -> str:
        """The graph in the language of Graphviz."""
        names = self._names()
        lines = [
            "digraph {",
            "    compound=true; rankdir=TB;",
            '    node [shape=box, style="rounded", fontname="Helvetica", fontsize=11];',
            '    edge [fontname="Helvetica", fontsize=9, color="#57606a"];',
            '    graph [fontname="Helvetica", fontsize=11, style="rounded", color="#8c959f"];',
            *self._dot_box(self.box, names, "    "),
            *(f"    {names[e.source]} -> {names[e.target]}{_DOT_STYLES[e.kind]};" for e in self.edges),
            "}",
        ]
        return "\n".join(lines) + "\n"

    def _dot_box(self, box: Box, names: dict[str, str], indent: str) -> Iterator[str]:
        for i, part in enumerate(box.parts):
            if isinstance(part, Vertex):
                text = "\\n".join(map(_in_dot, said_of(part)))
                yield f'{indent}{names[part.name]} [label="{text}"{_dot_look(part)}];'
            elif list(part.vertices()):
                yield f"{indent}subgraph cluster_{_box_name(part, i, indent)} {{"
                yield f'{indent}    label="{_in_dot(part.title)}";'
                yield from self._dot_box(part, names, indent + "    ")
                yield f"{indent}}}"

    def svg(self) -> str:
        """A picture, drawn by Graphviz: the Python package `graphviz` (the extra `graph`), and its program `dot`.

        Raises ImportError or FileNotFoundError where one of them is missing, with what to do.
        """
        try:
            import graphviz
        except ImportError as error:
            raise ImportError(
                "the Python package graphviz is not installed: pip install 's2sad[graph]'"
            ) from error
        try:
            drawn: str = graphviz.Source(self.dot()).pipe(format="svg", encoding="utf-8")
        except graphviz.ExecutableNotFound as error:
            raise FileNotFoundError(f"Graphviz's program `dot` is not installed: {_INSTALL}") from error
        return drawn

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """For notebooks that draw Mermaid's language themselves."""
        return {"text/plain": str(self), "text/vnd.mermaid": self.mermaid()}

    def _repr_html_(self) -> str:
        """For notebooks: the picture if Graphviz is there, else the tree. They show this before any other form."""
        try:
            drawn = self.svg()
        except (ImportError, FileNotFoundError):
            return super()._repr_html_()
        return fragment(drawn[drawn.index("<svg") :])

    # ------------------------------------------------------------------------------------------------- both

    def _names(self) -> dict[str, str]:
        """Names that both languages take, whatever letters and words the user's have."""
        return {vertex.name: f"n{i}" for i, vertex in enumerate(self.box.vertices())}

    def _classes(self) -> list[tuple[str, Sequence[Vertex]]]:
        vertices = list(self.box.vertices())
        return [
            ("passive", [vertex for vertex in vertices if not vertex.is_active]),
            ("argument", [vertex for vertex in vertices if vertex.kind == "argument"]),
            ("result", [vertex for vertex in vertices if vertex.is_result]),
        ]

    def as_data(self) -> dict[str, Any]:
        """For programs that read it."""
        return {
            "title": self.title,
            "vertices": [vars(vertex) for vertex in self.box.vertices()],
            "edges": [vars(edge) for edge in self.edges],
        }


def said_of(vertex: Vertex) -> list[str]:
    """The lines in a vertex."""
    lines = [vertex.label]
    if vertex.value:
        lines.append(f"value {vertex.value}")
    if vertex.adjoint:
        lines.append(f"adjoint {vertex.adjoint}")
    return lines


def _box_name(box: Box, number: int, indent: str) -> str:
    first = next(box.vertices()).name.encode().hex()
    return f"box_{len(indent) // 4}_{number}_{first}"


def _in_mermaid(text: str) -> str:
    """Text without what Mermaid takes for its own."""
    return "".join(_MERMAID_CODES.get(letter, letter) for letter in text)


def _in_dot(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


def _dot_look(vertex: Vertex) -> str:
    if vertex.kind == "argument":
        return (
            ', shape=ellipse, penwidth=1.6, style=""' if vertex.is_active else ", shape=ellipse, style=dashed"
        )
    if vertex.is_result:
        return ", penwidth=2.2"
    if vertex.kind in ("carried", "joined"):
        return ', color="#8c959f"' if vertex.is_active else ', style="rounded,dashed", color="#8c959f"'
    return "" if vertex.is_active else ', style="rounded,dashed", fontcolor="#57606a"'
