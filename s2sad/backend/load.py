"""Emitted text as functions that run: in the user's globals, and from a file that debuggers know.

Each function is compiled within a factory whose parameters are its helpers and the user's closure
variables, so that these are closure cells of it, while its globals are the user's very own, which nothing
is ever written to. The lines of the code are those of the text, which `linecache` has when it is asked for them.
"""

from __future__ import annotations

import ast
import builtins
import copy
import functools
import itertools
import linecache
import weakref
from collections.abc import Callable, Sequence
from types import CellType, CodeType, FunctionType
from typing import Any

from s2sad.backend.control import function_definition
from s2sad.backend.line_numbers import NO_COLUMN, numbered_functions
from s2sad.backend.python_text import format_source, to_lines, to_source
from s2sad.backend.references import Environment
from s2sad.backend.to_ast import emit
from s2sad.compiling import COMPILING
from s2sad.ir.nodes import Const, Function, Module, Ref
from s2sad.stack import deep

_numbers = itertools.count(1)


class Lines(Sequence[str]):
    """The lines of a text that is written when somebody asks for one: a debugger, or who prints a traceback."""

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree

    def __getitem__(self, place: Any) -> Any:
        return self._written[place]

    def __len__(self) -> int:
        return len(self._written)

    @functools.cached_property
    def _written(self) -> list[str]:
        return _in_peace(to_lines, self._tree)


class Text:
    """The text of emitted functions, and their code.

    They run from the syntax tree as it was generated, until `source` is asked for: from then on all `functions` run from
    the text that black formatted, which is the one shown. `linecache` has the lines of either for as long as there is one
    of these functions.
    """

    def __init__(self, name: str, tree: ast.Module, outside: dict[str, set[str]]) -> None:
        """`outside` are the names that a function doesn't define itself, by the name of the function."""
        self.filename = f"<s2sad {name} {next(_numbers)}>"
        self.functions: weakref.WeakSet[FunctionType] = weakref.WeakSet()
        self._tree: ast.Module | None = tree
        self._formatted = ""
        self._outside = outside
        self.codes = self._compiled(numbered_functions(tree), Lines(tree))
        weakref.finalize(self, linecache.cache.pop, self.filename, None).atexit = False

    @property
    def text(self) -> str:
        """The formatted text, if there is one, or as it was generated."""
        return self._formatted if self._tree is None else _in_peace(to_source, self._tree)

    def format(self) -> None:
        """Format the text by black."""
        if self._tree is not None:
            text = format_source(self.text)
            functions = [
                one for one in ast.parse(text, self.filename).body if isinstance(one, ast.FunctionDef)
            ]
            self.codes = self._compiled(functions, text.splitlines(keepends=True))
            self._formatted, self._tree = text, None
            for function in self.functions:
                function.__code__ = self.codes[function.__name__]

    def _compiled(self, functions: list[ast.FunctionDef], lines: Sequence[str]) -> dict[str, CodeType]:
        """The code of each function, whose lines `linecache` gets to know."""
        linecache.cache[self.filename] = 0, None, lines, self.filename  # type: ignore[assignment]
        return {one.name: _code(one, self._outside[one.name], self.filename) for one in functions}


class Loaded:
    """The functions of a module, ready to be called; `main` is the first of them."""

    def __init__(self, text: Text, functions: dict[str, FunctionType], style: str) -> None:
        self.code, self.functions, self.style = text, functions, style
        self.main = next(iter(functions.values()))
        for function in functions.values():
            function.__dict__["text"] = text  # which lives as long as one of them
            text.functions.add(function)

    @property
    def filename(self) -> str:
        return self.code.filename

    @property
    def text(self) -> str:
        return self.code.text

    @property
    @deep
    def source(self) -> str:
        """The text, formatted by black; the functions run from it from now on."""
        with COMPILING:
            self.code.format()
            return self.text


class LoadedModule(Loaded):
    """The functions of a module that was just emitted.

    `extras` are objects that can't be imported, by the names that the text has for them. `meanings` are those that it
    says by a name of the user's globals: the globals, the name, and the object.
    """

    def __init__(self, module: Module, style: str = "folded") -> None:
        emitted = emit(module, style)
        self.extras = emitted.extras
        self.meanings = [
            (env.names, name, value)
            for env in emitted.environments.values()
            for name, value in env.meanings.items()
            if env.names is not None
        ]
        outer = set(emitted.environments)
        outside = {name: {*outer, *env.helpers, *env.cells} for name, env in emitted.environments.items()}
        text = Text(module.main.name, emitted.tree, outside)
        cells = {function.name: CellType() for function in module.functions}
        functions = {
            function.name: _make(
                function, text.codes[function.name], emitted.environments[function.name], cells
            )
            for function in module.functions
        }
        for name, function in functions.items():
            cells[name].cell_contents = function
        super().__init__(text, functions, style)


@deep
def _in_peace(write: Callable[[ast.Module], Any], tree: ast.Module) -> Any:
    """What a syntax tree is written as, while no other thread is at one."""
    with COMPILING:
        return write(tree)


def load(module: Module, style: str = "folded") -> LoadedModule:
    """Write a module as Python text, and make its functions of that."""
    return LoadedModule(module, style)


def _code(function: ast.FunctionDef, outside: set[str], filename: str) -> CodeType:
    """The code of a function for which some names are closure variables."""
    name = function.name
    place: Any = {"lineno": function.lineno, "col_offset": NO_COLUMN}
    parameters = [ast.arg(other, None, **place) for other in sorted(outside - {name})]
    arguments = ast.arguments([], parameters, None, [], [], None, [])
    without_defaults = copy.copy(function)
    without_defaults.args = copy.copy(function.args)
    without_defaults.args.defaults = [ast.Constant(None, **place) for _ in function.args.defaults]
    without_defaults.args.kw_defaults = [
        node and ast.Constant(None, **place) for node in function.args.kw_defaults
    ]
    factory = function_definition("factory", arguments, [without_defaults])
    factory.lineno, factory.col_offset = function.lineno, NO_COLUMN
    code = _inner(compile(ast.Module([factory], []), filename, "exec", dont_inherit=True), "factory")
    return _with_plain_name(_inner(code, name), name)


def _inner(code: CodeType, name: str) -> CodeType:
    return next(const for const in code.co_consts if isinstance(const, CodeType) and const.co_name == name)


def _with_plain_name(code: CodeType, name: str) -> CodeType:
    """The code without the factory in its qualified name and those of the functions in it."""
    if not hasattr(code, "co_qualname"):
        return code
    prefix = "factory.<locals>."
    consts = tuple(
        (
            _with_plain_name(const, const.co_qualname.removeprefix(prefix))
            if isinstance(const, CodeType)
            else const
        )
        for const in code.co_consts
    )
    return code.replace(co_qualname=name, co_consts=consts)


def _make(function: Function, code: CodeType, env: Environment, cells: dict[str, CellType]) -> FunctionType:
    names = env.names
    if names is None:
        names = {"__builtins__": builtins, "__name__": "s2sad.emitted"}
    closure = tuple(_cell(name, env, cells) for name in code.co_freevars)
    defaults = tuple(
        _default(p.default) for p in function.params if p.default is not None and p.kind != "keyword"
    )
    made = FunctionType(code, names, function.name, defaults or None, closure)
    made.__kwdefaults__ = {
        p.var.name: _default(p.default)
        for p in function.params
        if p.kind == "keyword" and p.default is not None
    } or None
    made.__qualname__ = function.name
    made.__doc__ = function.doc or None
    return made


def _cell(name: str, env: Environment, cells: dict[str, CellType]) -> CellType:
    if name in env.cells:
        return env.cells[name]
    return cells[name] if name in cells else CellType(env.helpers[name])


def _default(atom: Any) -> Any:
    assert isinstance(atom, (Const, Ref))
    return atom.value
