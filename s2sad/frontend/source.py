"""Find the source of a function: the node of exactly this function in the tree of its whole file.

Functions of one file that share name and first line (two lambdas on a line) are told apart by their code: each
candidate is compiled and compared. The same comparison finds out that a file was changed after it was imported.
"""

from __future__ import annotations
import __future__

import ast
import copy
import functools
import linecache
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any, NoReturn, Union

from s2sad.errors import SourceNotFound
from s2sad.frontend.assumptions import Same
from s2sad.frontend.source_parts import imports_at_the_margin, statement_around
from s2sad.ir.nodes import Location
from s2sad.ir.tree_walks import children_of, span

FunctionNode = Union[ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda]

FUTURES = functools.reduce(
    lambda flags, name: flags | getattr(__future__, name).compiler_flag, __future__.all_feature_names, 0
)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_NESTED_STATEMENTS = ("body", "orelse", "finalbody", "handlers", "cases", "decorator_list")


@dataclass(frozen=True, slots=True)
class Source:
    """Where a function stands: its node (line numbers are the file's), and the lines of the file.

    `tree` is shared by everybody who asks for this function; it must not be changed. It stands in the class of this
    name, or in none ("_").
    """

    function: Callable
    tree: FunctionNode
    file: str
    lines: tuple[str, ...]
    class_name: str = "_"

    def text_of(self, node: ast.AST) -> str:
        """The text of an expression or statement in one line; of a compound statement only its first clause."""
        first, start, last, end = span(node)
        if first == last and not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            line = self.lines[first - 1]
            if line.isascii():
                text = line[start:end]
            else:
                text = line.encode()[start:end].decode()
            return text
        return ast.unparse(_without_nested_statements(node)).strip()

    def location(self, node: ast.AST) -> Location:
        """The place of an expression or statement; columns count characters, from 1."""
        number, column, *_ = span(node)
        line = self.lines[number - 1]
        if not line.isascii():
            column = len(line.encode()[:column].decode())
        return Location(self.file, number, column + 1, self.text_of(node))


def find_source(function: Callable) -> Source:
    """The source of a Python function, a method or a lambda; of this function itself, not of one that it wraps.

    Raises SourceNotFound for what is not written in Python, for what was made from a string, and where the file
    is gone or no longer holds this function.
    """
    function = getattr(function, "__func__", function)
    code = getattr(function, "__code__", None)
    if not isinstance(code, CodeType):
        name = getattr(function, "__qualname__", None) or repr(function)
        raise SourceNotFound(
            f"{name} is not a function written in Python, so it has no source to differentiate",
            "give it a derivative rule, or write it in Python",
        )
    linecache.checkcache(code.co_filename)
    lines = tuple(linecache.getlines(code.co_filename, function.__globals__))
    found = _find("".join(lines), Same(code)) if lines else None
    if not lines or (found is None and code.co_filename == "<string>"):
        _refuse_without_lines(function, code)
    if found is None:
        raise SourceNotFound(
            f"{code.co_filename} does not hold {function.__qualname__} as it runs: "
            "the file was changed after it was imported, or something rewrote the function",
            "import the file anew (restart Python)",
            Location(code.co_filename, code.co_firstlineno, 1, ""),
        )
    node, class_name = found
    return Source(function, node, code.co_filename, lines, class_name)


def _refuse_without_lines(function: Callable, code: CodeType) -> NoReturn:
    """Say why there are no lines."""
    what, file = function.__qualname__, code.co_filename
    if file == "<stdin>":
        reason = f"{what} was typed at a prompt that does not keep what is typed, so its source is not known"
        hint = "write it to a file and import it, or use Python 3.13, IPython or a notebook"
    elif file.startswith("<"):
        reason = f"{what} was made from a string ({file}: exec, eval, python -c), and its source is not kept"
        hint = "write it to a file and import it, or put its lines into linecache.cache"
    else:
        reason = f"the source of {what} is not known, because {file} can't be read"
        hint = "install the file, or give the function a derivative rule"
    raise SourceNotFound(reason, hint, Location(file, code.co_firstlineno, 1, ""))


@functools.lru_cache(maxsize=16)
def _parse(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError):  # the file was changed: it has been Python before
        return None


@functools.lru_cache(maxsize=256)
def _find(text: str, this: Same) -> tuple[FunctionNode, str] | None:
    """The node in a file that compiles to this very code, and the name of the class around it.

    A long file isn't parsed for one function, if its statement holds the function as it runs.
    """
    code = this.value
    for part, above in (
        (statement_around(text, code.co_firstlineno), imports_at_the_margin),
        (text, _imports),
    ):
        module = _parse(part)
        found = module and _find_in(module, above(text), code)
        if found:
            return found
    return None


def _find_in(module: ast.Module, imports: list[ast.stmt], code: CodeType) -> tuple[FunctionNode, str] | None:
    for above in (imports, []):  # emitted functions are compiled apart from the imports of their file
        matching: list[tuple[FunctionNode, str]] = []
        for node, class_name in _candidates(module, code.co_name, code.co_firstlineno):
            compiled = _compiled(node, class_name, code, above)
            if _same_code(code, compiled):
                if _columns(code) == _columns(compiled):
                    return node, class_name
                matching.append((node, class_name))
        if matching:
            return matching[0]
    return None


def _candidates(module: ast.Module, name: str, line: int) -> Iterator[tuple[FunctionNode, str]]:
    """The functions of this name that start in this line, each with the class around it ("_" without one)."""
    stack: list[tuple[ast.AST, str]] = [(module, "_")]
    while stack:
        node, class_name = stack.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if node.name == name and _first_line(node) == line:
                yield node, class_name
        elif isinstance(node, ast.Lambda):
            if name == "<lambda>" and node.lineno == line:
                yield node, class_name
        elif isinstance(node, ast.ClassDef):
            class_name = node.name
        for child in children_of(node):
            end = getattr(child, "end_lineno", line)
            if end >= line >= _first_line(child, line):
                stack.append((child, class_name))


def _first_line(node: ast.AST, default: int = 0) -> int:
    """The first line of a statement, with its decorators; `default` for what has no line of its own."""
    decorators = getattr(node, "decorator_list", ())
    return decorators[0].lineno if decorators else getattr(node, "lineno", default)


@functools.lru_cache(maxsize=16)
def _imports(text: str) -> list[ast.stmt]:
    """The imports outside of functions and classes: a method of what they bind is compiled to other code."""
    found: list[ast.stmt] = []
    stack: list[ast.AST] = list(_parse(text).body)
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and node.module != "__future__"):
            found.append(node)
        elif isinstance(node, (ast.stmt, ast.ExceptHandler, ast.match_case)) and not isinstance(
            node, _SCOPES
        ):
            stack += children_of(node)
    return found


def _compiled(node: FunctionNode, class_name: str, code: CodeType, imports: list[ast.stmt]) -> CodeType:
    """The code of a function that has the free variables of `code`.

    The function is compiled within another one that has these as parameters, in a class of the same name, because
    private names are mangled (a class named by underscores only mangles nothing). It gets a name of its own: one
    that calls itself by a global name must not find itself as a local one.
    """
    frame: Any = ast.parse(f"class {class_name}:\n def _({', '.join(code.co_freevars)}):\n  pass")
    statement: ast.stmt
    if isinstance(node, ast.Lambda):
        name = "<lambda>"
        statement = ast.copy_location(ast.Expr(node), node)
    else:
        name = "<function>"
        statement = copy.copy(node)
        statement.name, statement.decorator_list, statement.returns = name, [], None
        if getattr(node, "type_params", None):
            statement.type_params = []  # type: ignore[attr-defined, unused-ignore]
    frame.body[0].body[0].body = [statement]
    frame.body[:0] = imports
    flags = code.co_flags & FUTURES
    compiled = compile(frame, code.co_filename, "exec", flags=flags, dont_inherit=True)
    for outer in (class_name, "_", name):
        # The last one: functions in the defaults of the arguments come before the function itself.
        compiled = [item for item in compiled.co_consts if getattr(item, "co_name", None) == outer][-1]
    return compiled


def _same_code(running: CodeType, compiled: CodeType) -> bool:
    """Whether a running function is the one in the file."""
    if _parameters(running) != _parameters(compiled):
        return False
    if (
        "@pytest_ar" in running.co_names
    ):  # pytest has rewritten its `assert` statements; the rest must be there
        return set(compiled.co_names) <= set(running.co_names) and all(
            any(_same_constant(one, other) for one in running.co_consts) for other in compiled.co_consts
        )
    return (
        running.co_code == compiled.co_code
        and running.co_names == compiled.co_names
        and running.co_varnames == compiled.co_varnames
        and running.co_freevars == compiled.co_freevars
        and running.co_cellvars == compiled.co_cellvars
        and _same_constant(running.co_consts, compiled.co_consts)
    )


def _parameters(code: CodeType) -> tuple:
    stars = bool(code.co_flags & 0x04) + bool(code.co_flags & 0x08)
    count = code.co_argcount + code.co_kwonlyargcount + stars
    return code.co_argcount, code.co_posonlyargcount, code.co_varnames[:count]


def _same_constant(one: Any, other: Any) -> bool:
    """Whether two constants of code are the same; 1, 1.0 and True differ, and so do 0.0 and -0.0."""
    if type(one) is not type(other):
        return False
    if isinstance(one, CodeType):
        return _same_code(one, other)
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(_same_constant, one, other))
    if isinstance(one, str):  # until Python 3.10 the qualified names of inner functions are constants
        return one.rpartition("<locals>.")[2] == other.rpartition("<locals>.")[2]
    return one == other if isinstance(one, frozenset) else repr(one) == repr(other)


def _columns(code: CodeType) -> list:
    """Where the instructions stand; Python 3.10 does not know, and there equal code is the same function."""
    positions = getattr(code, "co_positions", None)
    return list(positions()) if positions else []


def _without_nested_statements(node: ast.AST) -> ast.AST:
    """The statement without those that it holds, so that only its first clause is written."""
    clause = copy.copy(node)
    for name in _NESTED_STATEMENTS:
        if isinstance(getattr(clause, name, None), list):
            setattr(clause, name, [])
    return clause
