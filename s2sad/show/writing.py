"""Single entries of the Wengert list as Python, each by its own name: three-address code that people read."""

from __future__ import annotations

import ast

from s2sad.backend.inline_expressions import fold
from s2sad.backend.python_expressions import computed, expression
from s2sad.backend.python_statements import Comment, entry_of
from s2sad.backend.references import References
from s2sad.backend.writer import Writer
from s2sad.ir.nodes import (
    Atom,
    Block,
    Entry,
    For,
    Function,
    If,
    Location,
    Module,
    Node,
    Try,
    Var,
    While,
    With,
)
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import defined_in, walk
from s2sad.show.cells import Formula


class EntryWriter:
    """Writes entries of one function of a module; copies that fan-out made have the name of what they are of.

    With `copies` every copy keeps a name of its own, and `dup` is shown.
    """

    def __init__(self, module: Module, function: Function, copies: bool = False) -> None:
        variables = {param.var for param in function.params} | defined_in(function.body)
        self.names = {var: var.name for var in variables}
        self.folds = fold(function, "flat")
        environment = References(module).environments[function.name]
        self.writer = Writer(self.names, self.folds, environment, with_arrays=module.arrays)
        self.folds.nested.update(
            (node.targets[0], node)
            for node in walk(function.body)
            if isinstance(node, Entry) and operation_of(node) == "slice"
        )
        said: dict[Atom, str] = {}
        self.tests: dict[Location, str] = {}
        for node in walk(function.body):
            if isinstance(node, Entry) and node.loc:
                said.update(dict.fromkeys(node.targets, node.loc.text))
            if isinstance(node, If) and node.loc and node.cond in said:
                self.tests[node.loc] = said[node.cond]
            if isinstance(node, Entry) and operation_of(node) == "dup" and not copies:
                self.names.update(dict.fromkeys(node.targets, expression(self.writer, node.args[0]).id))  # type: ignore

    def is_shown(self, node: Node) -> bool:
        """Whether an entry has a line of its own; indices stand where they are used."""
        if not isinstance(node, Entry):
            return True
        if operation_of(node) in ("comment", "probe"):
            return False
        return not any(target in self.folds.nested for target in node.targets)

    def statement(self, node: Entry) -> Formula:
        """The entry as a statement."""
        unused = [target for target in node.targets if target not in self.folds.uses]
        self.folds.uses.update(dict.fromkeys(unused, 1))  # they are shown, too
        made = [one for one in entry_of(self.writer, node) if not isinstance(one, Comment)]
        for one in made:
            vars(one).pop("comment", None)
        for target in unused:
            del self.folds.uses[target]
        return Formula(made[0] if len(made) == 1 else ast.Module(made, []))

    def expression(self, node: Entry) -> Formula:
        """What the entry computes; the whole statement where it has no value."""
        if not node.targets or operation_of(node) == "unpack":
            return self.statement(node)
        return Formula(computed(self.writer, node))

    def test(self, node: If) -> str:
        """The condition of a branch, as the user wrote it."""
        known = self.tests.get(node.loc) if node.loc else None
        return self.atom(node.cond) if known is None else " ".join(known.split())

    def name(self, var: Var) -> str:
        return self.names.get(var, var.name)

    def atom(self, atom: Atom) -> str:
        return str(Formula(expression(self.writer, atom)))

    def header(self, node: Node) -> str:
        """The head of an entry that holds blocks, as the user wrote it: `for i in range(n)`."""
        said = node.loc.text.partition("\n")[0].strip().rstrip(":") if node.loc else ""
        words = {For: "for ", While: "while ", With: "with ", Try: "try"}
        if said.startswith(words.get(type(node), "def ")):
            return said
        if isinstance(node, For):
            return f"for {self.name(node.item)} in {self.atom(node.iterable)}"
        if isinstance(node, If):
            return f"if {self.test(node)}"
        if isinstance(node, While):
            return "while"
        if isinstance(node, With):
            return f"with {self.atom(node.manager)}"
        return "try" if isinstance(node, Try) else "def"


def blocks_by_name(node: Node) -> list[tuple[str, Block]]:
    """The blocks of an entry, each with what it is."""
    if isinstance(node, If):
        return [("if", node.then), ("else", node.orelse)]
    if isinstance(node, While):
        return [("while", node.cond), ("do", node.body)]
    if isinstance(node, For):
        return [("for", node.body)]
    if isinstance(node, With):
        return [("with", node.body)]
    if isinstance(node, Try):
        return [("try", node.body), *(("except", handler.block) for handler in node.handlers)]
    return []
