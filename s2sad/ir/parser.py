"""Reads the text form of the Wengert list, as `printer` writes it (its docstring shows the form)."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from s2sad.ir.nodes import (
    Atom,
    Block,
    Closure,
    Entry,
    For,
    Function,
    FunctionRef,
    Handler,
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
from s2sad.ir.operations import FUNCTIONS
from s2sad.ir.text_tokens import Line, ParseError, Remarks, is_named, literal, read_remarks, resolve


def parse_function(
    text: str, scope: Mapping[str, object] | None = None, scope_object: Any = None
) -> Function:
    """The one function of a text.

    Paths are those of operations, then of `scope`, of builtins, of modules that can be imported. A `$path` is looked
    up in `scope` and builtins; its reference gets `scope_object` as its scope.
    """
    module = parse_module(text, scope, scope_object)
    if len(module.functions) != 1:
        raise ParseError(
            f"one function expected, not {len(module.functions)}", 1, text.lstrip().split("\n")[0]
        )
    return module.main


def parse_module(text: str, scope: Mapping[str, object] | None = None, scope_object: Any = None) -> Module:
    """The functions of a text; `scope` and `scope_object` as for `parse_function`."""
    parser = _Parser(text, scope or {}, scope_object)
    functions = []
    while (line := parser.next_line()) is not None:
        functions.append(parser.function(line))
    return Module(tuple(functions))


class _Parser:
    def __init__(self, text: str, scope: Mapping[str, object], scope_object: Any) -> None:
        lines = [Line(number, line) for number, line in enumerate(text.split("\n"), 1)]
        self.lines = [line for line in lines if line.words]
        self.at = 0
        self.scope = scope
        self.scope_object = scope_object
        self.known: set[str] = set()
        self.file = ""

    # ------------------------------------------------------------------------------------------------------ lines

    def next_line(self, first_word: str = "", indent: int | None = None) -> Line | None:
        """The next line, if it begins with a word and has an indent where these are given."""
        if self.at == len(self.lines):
            return None
        line = self.lines[self.at]
        if indent is not None and line.indent != indent:
            return None
        if first_word and not line.accept(first_word):
            return None
        self.at += 1
        return line

    def lines_within(self, header: Line) -> Iterator[Line]:
        """The lines of the block below a header; whoever gets a line takes the blocks below that one."""
        indent = None
        while self.at < len(self.lines) and (line := self.lines[self.at]).indent > header.indent:
            indent = line.indent if indent is None else indent
            if line.indent != indent:
                raise line.error("not indented as the block is")
            self.at += 1
            yield line

    def block(self, header: Line) -> Block:
        entries: list[Node] = []
        for line in self.lines_within(header):
            if line.accept("yield"):
                results = self.atoms(line)
                self.nothing_after(line)
                return Block(tuple(entries), results)
            entries.append(self.node(line))
        return Block(tuple(entries))

    def nothing_after(self, last: Line) -> None:
        if self.at < len(self.lines) and self.lines[self.at].indent >= last.indent:
            raise self.lines[self.at].error("the block has ended already")

    # -------------------------------------------------------------------------------------------------- functions

    def function(self, line: Line) -> Function:
        self.known = set()
        line.expect("function")
        name, params = line.take(), self.params(line)
        line.end()
        return self.body(line, name, params, self.remarks(line).loc)

    def params(self, line: Line) -> tuple[Param, ...]:
        line.expect("(")
        found = []
        while not line.accept(")"):
            var = line.var()
            kind = line.take() if line.accept(":") else "either"
            if kind not in ("positional", "either", "keyword"):
                raise line.error(f"{kind!r} is not a kind of parameter")
            found.append(Param(var, kind, self.atom(line) if line.accept("=") else None))
            if not line.accept(",") and line.peek() != ")":
                raise line.error("',' or ')' expected")
        return tuple(found)

    def body(self, header: Line, name: str, params: tuple[Param, ...], loc: Location | None) -> Function:
        self.known.update(param.var.name for param in params)
        doc = ""
        entries: list[Node] = []
        for line in self.lines_within(header):
            if line.peek()[0] in "'\"" and not entries:
                doc = ast.literal_eval(line.take())
                line.end()
            elif line.accept("return"):
                results: list[Atom] = []
                structure = self.returned(line, results)
                line.end()
                self.nothing_after(line)
                return Function(name, params, Block(tuple(entries), tuple(results)), structure, doc, loc)
            else:
                entries.append(self.node(line))
        raise header.error("the function has no return")

    def returned(self, line: Line, results: list[Atom]) -> Any:
        """The structure of what is returned, read as Python reads a tuple; its atoms are added to `results`."""
        parts: list[Any] = []
        comma = False
        while line.peek() not in ("", ")"):
            if line.accept("("):
                parts.append(self.returned(line, results))
                line.expect(")")
            else:
                results.append(self.atom(line))
                parts.append("one")
            comma = line.accept(",")
            if not comma:
                break
        return parts[0] if len(parts) == 1 and not comma else tuple(parts)

    # ---------------------------------------------------------------------------------------------------- entries

    def remarks(self, line: Line) -> Remarks:
        remarks = read_remarks(line.comment, self.file)
        self.file = remarks.file
        return remarks

    def node(self, line: Line) -> Node:
        remarks = self.remarks(line)
        node: Node
        if line.words[0] == "closure" and line.words[2:4] == ["=", "function"] and "(" in line.words:
            node = self.closure(line, remarks)
        elif line.words[0] in self._HEADS:
            node = self._HEADS[line.take()](self, line, remarks.note, remarks.loc)
        else:
            node = self.entry(line, remarks.note, remarks.loc)
        self.known.update(var.name for var in targets_of(node))
        return node

    def entry(self, line: Line, note: str, loc: Location | None) -> Entry:
        targets: tuple[Var, ...] = ()
        if line.peek(1) in ("=", ","):
            targets = line.vars()
            line.expect("=")
        fn = self.atom(line, must_be_known=True)
        args, kwargs = [], []
        while line.peek():
            if line.peek(1) == "=":
                name = line.var().name
                line.expect("=")
                kwargs.append((name, self.atom(line)))
            else:
                args.append(self.atom(line))
        return Entry(targets, fn, tuple(args), tuple(kwargs), loc, note)

    def if_(self, line: Line, note: str, loc: Location | None) -> If:
        cond = self.atom(line)
        targets, _ = self.targets(line)
        then = self.block(line)
        orelse = self.next_line("else", line.indent)
        if orelse is not None:
            orelse.end()
        return If(targets, cond, then, Block(()) if orelse is None else self.block(orelse), loc, note)

    def for_(self, line: Line, note: str, loc: Location | None) -> For:
        item = line.var()
        line.expect("in")
        iterable = self.atom(line)
        params, inits = self.carried(line)
        targets, stops = self.targets(line)
        self.known.update(var.name for var in (item, *params))
        return For(targets, item, iterable, params, inits, self.block(line), stops, loc, note)

    def while_(self, line: Line, note: str, loc: Location | None) -> While:
        params, inits = self.carried(line)
        targets, stops = self.targets(line)
        self.known.update(var.name for var in params)
        blocks: list[Block] = []
        for inner in self.lines_within(line):
            inner.expect("cond" if not blocks else "do")
            inner.end()
            blocks.append(self.block(inner))
        if len(blocks) != 2:
            raise line.error("the blocks 'cond' and 'do' expected")
        cond, body = blocks
        return While(targets, params, inits, cond, body, stops, loc, note)

    def try_(self, line: Line, note: str, loc: Location | None) -> Try:
        targets, _ = self.targets(line)
        body = self.block(line)
        handlers = []
        while (handler := self.next_line("except", line.indent)) is not None:
            kind = self.atom(handler)
            name = handler.var() if handler.accept("as") else None
            handler.end()
            self.known.update([name.name] if name else ())
            handlers.append(Handler(kind, name, self.block(handler)))
        return Try(targets, body, tuple(handlers), loc, note)

    def with_(self, line: Line, note: str, loc: Location | None) -> With:
        manager = self.atom(line)
        bound = line.var() if line.accept("as") else None
        targets, _ = self.targets(line)
        self.known.update([bound.name] if bound else ())
        return With(targets, manager, bound, self.block(line), loc, note)

    def closure(self, line: Line, remarks: Remarks) -> Closure:
        line.at = 1
        target = line.var()
        line.at += 2
        name, params = line.take(), self.params(line)
        captures = []
        of_constants = line.accept("of") and line.accept("constants")
        if line.accept("captures"):
            while line.peek():
                captures.append(line.var())
        line.end()
        self.known.add(target.name)
        function = self.body(line, name, params, remarks.inner)
        return Closure(target, function, tuple(captures), remarks.loc, remarks.note, of_constants)

    _HEADS: ClassVar[dict[str, Callable[..., Node]]] = {
        "if": if_,
        "for": for_,
        "while": while_,
        "try": try_,
        "with": with_,
    }

    def targets(self, line: Line) -> tuple[tuple[Var, ...], bool]:
        """What stands at the end of a header: `-> y, z [stops]`."""
        found = line.vars() if line.accept("->") else ()
        stops = line.words[0] in ("for", "while") and line.accept("[stops]")
        line.end()
        return found, stops

    def carried(self, line: Line) -> tuple[tuple[Var, ...], tuple[Atom, ...]]:
        """`with x = x_0, y = y_0`: the variables that a loop carries, and what they begin with."""
        params, inits = [], []
        more = line.accept("with")
        while more:
            params.append(line.var())
            line.expect("=")
            inits.append(self.atom(line))
            more = line.accept(",")
        return tuple(params), tuple(inits)

    # ------------------------------------------------------------------------------------------------------ atoms

    def atoms(self, line: Line) -> tuple[Atom, ...]:
        found = []
        while line.peek():
            found.append(self.atom(line))
        return tuple(found)

    def atom(self, line: Line, must_be_known: bool = False) -> Any:
        word = line.take()
        if word[0] == "@":
            return FunctionRef(word[1:])
        if word[0] == "%":
            return Var(word[1:])
        if word[0] == "$":
            if self.scope_object is None:
                raise line.error("a path in a scope needs a scope_object")
            return Ref(word[1:], self.value(word[1:], line, self.scope), self.scope_object)
        if word[0] == "&":
            return Ref(word[1:], self.value(word[1:], line, FUNCTIONS, self.scope))
        try:
            const = literal(word)
        except ValueError:
            raise line.error(f"{word!r} is not a literal") from None
        if const is not None:
            return const
        if word in self.known:
            return Var(word)
        if not all(part.isidentifier() for part in word.split(".")):
            raise line.error(f"{word!r} is out of place")
        if not must_be_known and "." not in word and not is_named(word, FUNCTIONS, self.scope):
            return Var(word)
        return Ref(word, self.value(word, line, FUNCTIONS, self.scope))

    def value(self, path: str, line: Line, *scopes: Mapping[str, object]) -> object:
        try:
            return resolve(path, *scopes)
        except LookupError:
            raise line.error(f"nothing is named {path!r}") from None
