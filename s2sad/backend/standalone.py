"""A module as text that needs neither s2sad nor the user's module: helpers and constants are written into it.

GRAVITY = 9.81                        a number, string, tuple, list or dict that the user's function reads


def _accumulate(total, amount): …     a helper of s2sad, which is private to the module
def curve(t): …                       a function of the user's that is called unchanged


def fall_vjp(t, h_bar): …
"""

from __future__ import annotations

import ast
import builtins
import dis
import inspect
import sys
import textwrap
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from s2sad.backend.literals import is_literal, literal
from s2sad.backend.python_text import format_source, to_source
from s2sad.backend.references import Environment, cells_of, home_of, plain_function
from s2sad.backend.to_ast import emit
from s2sad.errors import NotStandalone
from s2sad.ir.nodes import Module
from s2sad.runtime.refusals import Refused


def standalone(module: Module, style: str = "folded") -> str:
    """The text of a module with these functions that imports nothing but what the user's function imports, formatted."""
    return format_source(standalone_text(module, style))


def standalone_text(module: Module, style: str = "folded") -> str:
    """The same text, as it is written.

    The user's constants are written into it as they are now. Raises NotStandalone if something else than
    numbers, strings, tuples, lists and dicts of them, modules, and functions with source is needed.
    """
    emitted = emit(module, style)
    handled = any(one.name == Refused.__name__ for one in emitted.imports)
    writer = _Writer({function.name for function in module.functions}, handled)
    private: dict[str, str] = {}
    for one in emitted.imports:
        if one.module.partition(".")[0] == "s2sad":
            private[one.name] = private_name(one.name)
            writer.define(private[one.name], emitted_value(one.name, emitted.environments))
        else:
            writer.add_import(one.module, one.attribute, one.name)
    for env in emitted.environments.values():
        for name, value in _outside(env):
            writer.define(name, value)
    for name, value in emitted.extras.items():
        writer.define(name, value)
    derivatives = [node for node in emitted.tree.body if isinstance(node, ast.FunctionDef)]
    functions = [to_source(_Renamed(private).visit(node)) for node in derivatives]
    return "\n".join([*writer.lines(), *functions])


def private_name(name: str) -> str:
    """The name of a helper of s2sad in a module of the user's."""
    return name if name.startswith("_") else f"_{name}"


class _Renamed(ast.NodeTransformer):
    """Gives what is read from outside of a function other names."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self.names.get(node.id, node.id)
        return node


def emitted_value(name: str, environments: dict[str, Environment]) -> Any:
    return next(env.helpers[name] for env in environments.values() if name in env.helpers)


def _outside(env: Environment) -> Iterator[tuple[str, Any]]:
    """The user's names that a function reads, and what they are now."""
    for ref, path in env.paths.items():
        head = path.partition(".")[0]
        if ref.scope is None or head in env.helpers:
            continue
        scope = plain_function(ref.scope)
        cell = cells_of(scope).get(head)
        if cell is not None:
            yield head, cell.cell_contents
        elif head in scope.__globals__:
            yield head, scope.__globals__[head]


def _is_found_by_name(module: str) -> bool:
    """Whether `import a.b as c` gives the module `a.b`, and not what else the package calls `b`: a function, as a rule."""
    package, _, name = module.rpartition(".")
    return not package or getattr(sys.modules.get(package), name, None) is sys.modules.get(module)


class _Writer:
    """Collects what has to stand before the functions, each name once.

    Refusals have classes of their own where they are `handled`, and otherwise are Python's.
    """

    def __init__(self, taken: set[str], handled: bool) -> None:
        self.handled = handled
        self.imports: dict[str, None] = {}
        self.constants: list[str] = []
        self.functions: list[str] = []
        self.values: dict[str, Any] = {}
        self.taken = taken

    def lines(self) -> list[str]:
        imports = sorted(self.imports, key=lambda line: (line.startswith("from"), line))
        return [*imports, *self.constants, *self.functions]

    def add_import(self, module: str, attribute: str | None, name: str) -> None:
        if attribute is None and not _is_found_by_name(module):
            self.imports["from importlib import import_module"] = None
            self.constants.append(f"{name} = import_module({module!r})")
        elif attribute is None:
            self.imports[f"import {module}" + (f" as {name}" if name != module else "")] = None
        else:
            self.imports[
                f"from {module} import {attribute}" + (f" as {name}" if name != attribute else "")
            ] = None

    def define(self, name: str, value: Any) -> None:
        """Make a name mean a value in the text."""
        if name in self.values and self.values[name] is value:
            return
        if name in self.values or name in self.taken:
            raise refusal(name, "the name means two things", "rename one of them")
        self.values[name] = value
        if isinstance(value, ModuleType):
            self.add_import(value.__name__, None, name)
        elif is_literal(value):
            self.constants.append(f"{name} = {literal(value)}")
        elif isinstance(value, np.number) and is_literal(value.item()):
            self.define("np", np)
            self.constants.append(f"{name} = np.{type(value).__name__}({literal(value.item())})")
        elif isinstance(value, FunctionType) and not _is_library(value):
            self.copy(name, value)
        elif isinstance(value, type) and issubclass(value, Refused):
            self.write_class(name, value)
        elif (home := home_of(value)) is not None:
            self.add_import(*home, name)
        else:
            raise refusal(name, f"its type is {type(value).__name__}", "pass it as an argument")

    def write_class(self, name: str, cls: type[Refused]) -> None:
        """Write a class of refusals after those that it is derived from."""
        bases = []
        for base in cls.__bases__:
            ours = issubclass(base, Refused)
            bases.append(private_name(base.__name__) if ours else base.__name__)
            if ours:
                self.define(bases[-1], base)
        self.functions.append(f'class {name}({", ".join(bases)}):\n    """{cls.__doc__}"""')

    def copy(self, name: str, function: FunctionType) -> None:
        """Write a function with what it reads itself, in front of it."""
        node = _definition(name, function)
        is_ours = (function.__module__ or "").partition(".")[0] == "s2sad"
        private: dict[str, str] = {}
        for other in dict.fromkeys(_global_names(function.__code__)):
            if other in function.__globals__:
                value = function.__globals__[other]
                if isinstance(value, type) and issubclass(value, Refused) and not self.handled:
                    private[other] = next(c.__name__ for c in value.__mro__ if c.__module__ == "builtins")
                    continue
                if is_ours and not isinstance(value, ModuleType) and not is_from_outside(value):
                    private[other] = private_name(other)
                self.define(private.get(other, other), value)
            elif not hasattr(builtins, other):
                raise refusal(other, f"`{name}` reads it, but it isn't defined", "define it")
        for other, cell in cells_of(function).items():
            self.define(other, cell.cell_contents)
        self.functions.append(to_source(_Renamed(private).visit(node)))


def _definition(name: str, function: FunctionType) -> ast.FunctionDef:
    """A function's syntax tree under another name, without annotations."""
    try:
        node = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, TypeError, SyntaxError) as error:
        raise refusal(name, "its source can't be found", "define it in a file") from error
    if not isinstance(node, ast.FunctionDef) or node.decorator_list or node.name != function.__name__:
        raise refusal(name, "it is decorated, or a lambda", "import it from a module of its own")
    node.name, node.returns = name, None
    for argument in ast.walk(node.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    return node


def is_from_outside(value: Any) -> bool:
    """Whether a helper of s2sad reads something of another package's, which is imported by its name."""
    return not is_literal(value) and (getattr(value, "__module__", None) or "").partition(".")[0] != "s2sad"


def _is_library(function: FunctionType) -> bool:
    """Whether a function is one of an installed package, or of Python's, that can be imported."""
    module = function.__module__ or "__main__"
    is_ours = module.partition(".")[0] in ("s2sad", "__main__")
    file = function.__code__.co_filename
    in_package = "site-packages" in file or "dist-packages" in file or file.startswith(_LIBRARY)
    return not is_ours and in_package and home_of(function) is not None


_LIBRARY = inspect.__file__.rpartition("inspect")[0]


def _global_names(code: CodeType) -> Iterator[str]:
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield instruction.argval
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _global_names(const)


def refusal(name: str, reason: str, hint: str) -> NotStandalone:
    return NotStandalone(f"`{name}` can't be written into a module of its own: {reason}", hint)
