"""The text form of the Wengert list. `parser` reads it back: `parse(print(f)) == f`.

    function f(x, n: keyword = 3)        # file 'model.py' line 1: def f(x, *, n=3):
        a = math.sin x                   # line 2:8: math.sin(x)
        r = range n
        for i in r with s = a, t = 0.0 -> s_2, t_2
            s_1 = mul s $GRAVITY         # line 4:12: s * GRAVITY
            yield s_1 i
        if s_2 -> b
            yield s_2
        else
            p, q = @g s_2 key='text'     # the remark of an entry
            yield p
        return b, (s_2, t_2)

A name is a variable if the text before it assigned that name, else an operation or a path. Where that would be
wrong the name is marked: `%name` is a variable, `&name` is not. `$path` is looked up in the user's scope, `@name` is a
function of the module. A comment holds an entry's remark and its location; the file is named where it changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import zip_longest
from types import ModuleType
from typing import Any, ClassVar

from s2sad.ir.nodes import (
    Atom,
    Block,
    Closure,
    Const,
    Entry,
    For,
    Function,
    FunctionRef,
    If,
    Location,
    Module,
    Node,
    Param,
    Ref,
    Try,
    Var,
    While,
    With,
    targets_of,
)
from s2sad.ir.rewrite import defined_in, free_vars
from s2sad.ir.text_tokens import LITERAL_WORDS, quoted, quoted_note

INDENT = "    "
COMMENT_COLUMN = 36


def print_module(module: Module) -> str:
    """The text of a module: its functions, with blank lines between them."""
    printer = _Printer()
    for function in module.functions:
        printer.function(function)
    return "\n\n".join("\n".join(lines) for lines in printer.finished) + "\n"


def print_function(function: Function) -> str:
    """The text of a function, as `parse_function` reads it."""
    return print_module(Module((function,)))


def print_block(block: Block, indent: str = "") -> str:
    """The entries of a block and its `yield`, each line after `indent`; variables from outside are shown as such."""
    printer = _Printer()
    printer.known.update(var.name for var in (*free_vars(block), *defined_in(block)))
    printer.block(block, indent)
    return "\n".join(printer.lines) + "\n"


def print_header(node: Node) -> str:
    """The first line of an entry, without its comment."""
    printer = _Printer()
    around = Block((node,))
    printer.known.update(var.name for var in (*free_vars(around), *defined_in(around)))
    return printer.header(node)


class _Printer:
    def __init__(self) -> None:
        self.finished: list[list[str]] = []
        self.lines: list[str] = []
        self.known: set[str] = set()
        self.file = ""

    # ------------------------------------------------------------------------------------------------- functions

    def function(self, function: Function) -> None:
        self.lines, self.known = [], set()
        self.line("", f"function {self.signature(function)}", self.location(function.loc))
        self.body(function, INDENT)
        self.finished.append(self.lines)

    def signature(self, function: Function) -> str:
        params = ", ".join([self.param(param) for param in function.params])
        return f"{function.name}({params})"

    def param(self, param: Param) -> str:
        kind = "" if param.kind == "either" else f": {param.kind}"
        default = "" if param.default is None else f" = {self.atom(param.default)}"
        return f"{param.var.name}{kind}{default}"

    def body(self, function: Function, indent: str) -> None:
        self.known.update(param.var.name for param in function.params)
        if function.doc:
            self.line(indent, repr(function.doc))
        for node in function.body.entries:
            self.node(node, indent)
        self.line(indent, self.returned(function))

    def returned(self, function: Function) -> str:
        results = [self.atom(atom) for atom in function.body.results]
        try:
            text, count = _grouped(function.structure, results, 0)
        except IndexError:
            count = -1
        if count != len(results):  # can't be read back, but it is what the verifier has to show
            return f"return {' '.join(results)} as {function.structure!r}"
        in_parentheses = function.structure not in ("one", ())
        return f"return {text[1:-1] if in_parentheses else text}"

    # ----------------------------------------------------------------------------------------------------- blocks

    def block(self, block: Block, indent: str) -> None:
        for node in block.entries:
            self.node(node, indent)
        if block.results or not block.entries:
            self.line(indent, " ".join(["yield", *map(self.atom, block.results)]))

    def node(self, node: Node, indent: str) -> None:
        remark = [quoted_note(node.note)] if node.note else []
        header = self.header(node)
        comments = [*remark, *self.location(node.loc)]
        if isinstance(node, Closure):
            comments += self.location_within(node)
        self.line(indent, header, comments)
        write = self._INSIDE.get(type(node))
        if write is not None:
            write(self, node, indent)
        self.known.update(var.name for var in targets_of(node))

    def inside_if(self, node: If, indent: str) -> None:
        self.block(node.then, indent + INDENT)
        if node.orelse.entries or node.orelse.results:
            self.line(indent, "else")
            self.block(node.orelse, indent + INDENT)

    def inside_for(self, node: For, indent: str) -> None:
        self.known.update(var.name for var in (node.item, *node.params))
        self.block(node.body, indent + INDENT)

    def inside_while(self, node: While, indent: str) -> None:
        self.known.update(var.name for var in node.params)
        for label, block in (("cond", node.cond), ("do", node.body)):
            self.line(indent + INDENT, label)
            self.block(block, indent + 2 * INDENT)

    def inside_try(self, node: Try, indent: str) -> None:
        self.block(node.body, indent + INDENT)
        for handler in node.handlers:
            name = f" as {handler.name.name}" if handler.name else ""
            self.line(indent, f"except {self.atom(handler.kind)}{name}")
            self.known.update([handler.name.name] if handler.name else ())
            self.block(handler.block, indent + INDENT)

    def inside_with(self, node: With, indent: str) -> None:
        self.known.update([node.bound.name] if node.bound else ())
        self.block(node.body, indent + INDENT)

    def inside_closure(self, node: Closure, indent: str) -> None:
        self.known.add(node.target.name)
        self.body(node.function, indent + INDENT)

    _INSIDE: ClassVar[dict[type, Callable[..., None]]] = {
        If: inside_if,
        For: inside_for,
        While: inside_while,
        Try: inside_try,
        With: inside_with,
        Closure: inside_closure,
    }

    # ---------------------------------------------------------------------------------------------------- headers

    def header(self, node: Node) -> str:
        if isinstance(node, Entry):
            return self.entry(node)
        if isinstance(node, Closure):
            captures = (
                " ".join(["", "captures", *[var.name for var in node.captures]]) if node.captures else ""
            )
            reads = " of constants" if node.of_constants else ""
            return f"closure {node.target.name} = function {self.signature(node.function)}{reads}{captures}"
        targets = f" -> {_names(node.targets)}" if node.targets else ""
        if isinstance(node, If):
            return f"if {self.atom(node.cond)}{targets}"
        if isinstance(node, For):
            return f"for {node.item.name} in {self.atom(node.iterable)}{self.carried(node)}{targets}{_stops(node)}"
        if isinstance(node, While):
            return f"while{self.carried(node)}{targets}{_stops(node)}"
        if isinstance(node, With):
            bound = f" as {node.bound.name}" if node.bound else ""
            return f"with {self.atom(node.manager)}{bound}{targets}"
        return f"try{targets}"

    def entry(self, node: Entry) -> str:
        words = [self.atom(node.fn), *map(self.atom, node.args)]
        words += [f"{name}={self.atom(atom)}" for name, atom in node.kwargs]
        targets = f"{_names(node.targets)} = " if node.targets else ""
        return targets + " ".join(words)

    def carried(self, node: For | While) -> str:
        pairs = [
            f"{param.name if param else '?'} = {self.atom(init) if init else '?'}"
            for param, init in zip_longest(node.params, node.inits)
        ]
        return f" with {', '.join(pairs)}" if pairs else ""

    def atom(self, atom: Atom | FunctionRef) -> str:
        if isinstance(atom, Var):
            name = atom.name
            return name if name in self.known and name not in LITERAL_WORDS else f"%{name}"
        if isinstance(atom, Const):
            return repr(atom.value)
        if isinstance(atom, FunctionRef):
            return f"@{atom.name}"
        if not isinstance(atom, Ref):
            return f"?{atom!r}"
        if atom.scope is not None:
            return f"${atom.path}"
        hidden = atom.path in self.known or atom.path in LITERAL_WORDS or isinstance(atom.value, ModuleType)
        return f"&{atom.path}" if hidden else atom.path

    # --------------------------------------------------------------------------------------------------- comments

    def location(self, loc: Location | None) -> list[str]:
        if loc is None:
            return []
        file = f"file {loc.file!r} " if loc.file != self.file else ""
        self.file = loc.file
        column = f":{loc.column}" if loc.column else ""
        return [f"{file}line {loc.line}{column}: {quoted(loc.text)}"]

    def location_within(self, node: Closure) -> list[str]:
        """Where a closure's function came from, if not from where the closure did."""
        loc = node.function.loc
        if loc == node.loc:
            return []
        return [f"function {(self.location(loc) or ['nowhere'])[0]}"]

    def line(self, indent: str, text: str, comments: Iterable[str] = ()) -> None:
        text = indent + text
        comment = " # ".join(comments)
        self.lines.append(f"{text.ljust(COMMENT_COLUMN)} # {comment}" if comment else text)


def _names(variables: Iterable[Var]) -> str:
    return ", ".join([var.name for var in variables])


def _stops(node: For | While) -> str:
    return " [stops]" if node.stops else ""


def _grouped(structure: Any, results: list[str], start: int) -> tuple[str, int]:
    """The results from `start` in the structure's parentheses, and where the next ones start."""
    if structure == "one":
        return results[start], start + 1
    parts = []
    for part in structure:
        text, start = _grouped(part, results, start)
        parts.append(text)
    comma = "," if len(parts) == 1 else ""
    return f"({', '.join(parts)}{comma})", start
