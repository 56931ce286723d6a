"""A syntax tree as text, by astor, with comments; and formatted, by black."""

from __future__ import annotations

import ast
import math
import threading
import warnings
from typing import Any

from s2sad.backend.python_statements import Comment

with warnings.catch_warnings():  # astor names classes of `ast` that Python 3.12 deprecates
    warnings.simplefilter("ignore", DeprecationWarning)
    import astor
    from astor.code_gen import SourceGenerator, set_precedence
    from astor.op_util import Precedence

LINE_LENGTH = 100


def visible(text: str) -> str:
    """A text in which letters that can't be seen, or turn the direction of others, are escaped: `\\u202e`."""
    if text.isprintable():
        return text
    return "".join(
        (
            letter
            if letter.isprintable() or letter in "\n\t"
            else letter.encode("unicode_escape").decode("ascii")
        )
        for letter in text
    )


class _Generator(SourceGenerator):
    """astor's generator, with `Comment` lines and with statements' `comment`s at the end of their lines."""

    _header = ""
    _longest: float = LINE_LENGTH

    def visit(self, node: ast.AST, abort: Any = SourceGenerator.abort_visit) -> None:
        text = getattr(node, "comment", None)
        if text is None:
            super().visit(node, abort)
            return
        text = visible(text)
        start = len(self.result)
        if hasattr(node, "body"):
            self._header = text
            super().visit(node, abort)
            return
        super().visit(node, abort)
        line = "".join(self.result[start:]).lstrip("\n")
        if len(line) + len(text) + 4 <= self._longest:
            self.result.append(f"  # {text}")
        else:
            self._insert_line(start, text)

    def _insert_line(self, start: int, text: str) -> None:
        """Put a comment for which the line has no room on a line of its own above."""
        indent = self.indent_with * self.indentation
        at = next(i for i in range(start, len(self.result)) if self.result[i].strip("\n"))
        at = (
            at
            if self.indentation == 0
            else next(i for i in range(start, len(self.result)) if self.result[i].strip())
        )
        self.result.insert(at, f"# {text}\n{indent}")

    def body(self, statements: list[ast.stmt]) -> None:
        if self._header:
            self.result.append(f"  # {self._header}")
            self._header = ""
        super().body(statements)

    def visit_Comment(self, node: Comment) -> None:
        self.statement(node, "# ", visible(node.text))

    def visit_Expr(self, node: ast.Expr) -> None:
        value = node.value
        if not (isinstance(value, ast.Constant) and isinstance(value.value, str)):
            super().visit_Expr(node)
            return
        text = value.value.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
        text = text[:-1] + '\\"' if text.endswith('"') else text
        self.statement(node, f'"""{visible(text)}"""')

    def visit_ListComp(self, node: ast.ListComp) -> None:
        set_precedence(Precedence.Comma, node.elt)
        super().visit_ListComp(node)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        set_precedence(Precedence.Comma, node.key, node.value)
        super().visit_DictComp(node)

    def visit_Dict(self, node: ast.Dict) -> None:
        set_precedence(Precedence.Comma, *filter(None, node.keys), *node.values)
        super().visit_Dict(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self.write(ast.unparse(node))

    def visit_Lambda(self, node: ast.Lambda) -> None:
        if node.args.posonlyargs or node.args.args or node.args.kwonlyargs:
            super().visit_Lambda(node)
        else:
            with self.delimit(node):
                self.write("lambda: ", node.body)

    def _handle_string_constant(self, node: ast.AST, value: str | None, is_joined: bool = False) -> None:
        self.write(repr(value))


class _OneLineEach(_Generator):
    """Every statement has one line, however long that gets by its comment."""

    _longest = math.inf


def to_source(tree: ast.AST) -> str:
    """The text of a syntax tree, with its comments."""
    return astor.to_source(tree, pretty_source="".join, source_generator_class=_Generator)


def to_lines(tree: ast.AST) -> list[str]:
    """The text with a line for each statement, as `line_numbers` counts them."""
    text = astor.to_source(tree, pretty_source="".join, source_generator_class=_OneLineEach)
    return text.splitlines(keepends=True)


_IMPORTING = threading.Lock()


def format_source(text: str) -> str:
    """The text as black formats it."""
    with _IMPORTING:  # a second thread would see a module that is there by half: black's is compiled
        import black

    return black.format_str(text, mode=black.Mode(line_length=LINE_LENGTH))
