"""Emitted text as functions that run: in the user's globals, and from a file that debuggers know.

Each function is compiled within a factory whose parameters are its helpers and the user's closure
variables, so that these are closure cells of it, while its globals are the user's very own, which nothing
is ever written to. The lines of the code are those of the text, which `linecache` knows.
"""

from __future__ import annotations

import ast
import builtins
import itertools
import linecache
import threading
from types import CellType, CodeType, FunctionType
from typing import Any

from s2sad.backend.control import function_definition
from s2sad.backend.references import Environment
from s2sad.backend.source import format_source, to_source
from s2sad.backend.to_ast import emit
from s2sad.ir.nodes import Const, Function, Module, Ref

_numbers = itertools.count(1)
COMPILING = threading.RLock()
"""Held while derivatives are made: Python's syntax trees don't bear several threads in every version."""


class Loaded:
    """The functions of a module, ready to be called.

    They run from the text as it was generated, until `source` is asked for: from then on from the
    formatted text, which is the one shown.
    """

    def __init__(self, module: Module, style: str = "folded") -> None:
        emitted = emit(module, style)
        self.style = style
        self.extras = emitted.extras
        self.imports = emitted.imports
        self.filename = f"<s2sad {module.main.name} {next(_numbers)}>"
        self.text = to_source(emitted.tree)
        self._environments = emitted.environments
        self.meanings = [
            (env.names, name, value)
            for env in emitted.environments.values()
            for name, value in env.meanings.items()
            if env.names is not None
        ]
        self._is_formatted = False
        cells = {function.name: CellType() for function in module.functions}
        codes = self._compile(self.text)
        self.functions: dict[str, FunctionType] = {
            function.name: _make(function, codes[function.name], emitted.environments[function.name], cells)
            for function in module.functions
        }
        for name, function in self.functions.items():
            cells[name].cell_contents = function
        self.main = self.functions[module.main.name]

    @property
    def source(self) -> str:
        """The text, formatted by black; the functions run from it from now on."""
        with COMPILING:
            if not self._is_formatted:
                text = format_source(self.text)
                codes = self._compile(text)
                for name, function in self.functions.items():
                    function.__code__ = codes[name]
                self.text, self._is_formatted = text, True
            return self.text

    def _compile(self, text: str) -> dict[str, CodeType]:
        """The code of each function of a text, which `linecache` gets to know."""
        lines = text.splitlines(keepends=True)
        linecache.cache[self.filename] = len(text), None, lines, self.filename
        outer = set(self._environments)
        found: dict[str, CodeType] = {}
        for statement in ast.parse(text, self.filename).body:
            if isinstance(statement, ast.FunctionDef):
                env = self._environments[statement.name]
                found[statement.name] = _code(statement, {*outer, *env.helpers, *env.cells}, self.filename)
        return found


def load(module: Module, style: str = "folded") -> Loaded:
    """Write a module as Python text, and make its functions of that."""
    return Loaded(module, style)


def _code(function: ast.FunctionDef, outside: set[str], filename: str) -> CodeType:
    """The code of a function for which some names are closure variables."""
    name = function.name
    place: Any = {"lineno": function.lineno, "col_offset": 0}
    parameters = [ast.arg(other, None, **place) for other in sorted(outside - {name})]
    arguments = ast.arguments([], parameters, None, [], [], None, [])
    defaults = function.args
    defaults.defaults = [ast.copy_location(ast.Constant(None), node) for node in defaults.defaults]
    defaults.kw_defaults = [
        node and ast.copy_location(ast.Constant(None), node) for node in defaults.kw_defaults
    ]
    factory = function_definition("factory", arguments, [function])
    factory.lineno, factory.col_offset = function.lineno, 0
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
