"""A module as text that imports all that it names, also from the user's own module.

import math
import model


def risk_grad(spot, vol):
    t = math.exp(-model.RATE * 2.0)       what the user's module has is read there, as it is when this runs

What can't be imported (a closure variable, or what is of `__main__`) has to be there where the text is put, and a comment
in the function names it.
"""

from __future__ import annotations

import ast
import os
import sys
from types import ModuleType
from typing import Any

from s2sad.backend.defaults import place_of, without_names
from s2sad.backend.python_statements import Comment
from s2sad.backend.python_text import format_source, to_source
from s2sad.backend.references import Environment, Import, cells_of, home_of, plain_function
from s2sad.backend.to_ast import emit, imports
from s2sad.ir.nodes import Module

_PUBLIC_NAMES = {os.path.__name__: "os.path"}  # the module has another name on each system


def importing(module: Module, primal: Any, style: str = "folded") -> str:
    """The text of a module with these functions, and with the imports that they need.

    `primal` is the function that was differentiated. Raises NotStandalone for a default that can't be imported.
    """
    emitted = emit(module, style)
    functions = [node for node in emitted.tree.body if isinstance(node, ast.FunctionDef)]
    finder = _Finder(emitted.imports, functions)
    home = _importable(getattr(primal, "__globals__", {}))
    for function in functions:
        env = emitted.environments[function.name]
        paths, missing = finder.names_of(env)
        without_names(
            function.args, emitted.extras, lambda value: place_of(value, primal, home, finder.name_of)
        )
        read = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
        missing += [name for name in emitted.extras if name in env.helpers and name in read]
        _Paths(paths).visit(function)
        if missing:
            has_doc = ast.get_docstring(function) is not None
            function.body.insert(has_doc, Comment(f"not imported here: {', '.join(sorted(missing))}"))
    return format_source(to_source(ast.Module([*imports(finder.imports), *functions], [])))


class _Paths(ast.NodeTransformer):
    """Puts attributes of modules in the place of names."""

    def __init__(self, modules: dict[str, str]) -> None:
        self.modules = modules

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.modules:
            return node
        return ast.Attribute(ast.Name(self.modules[node.id], ast.Load()), node.id, node.ctx)


class _Finder:
    """Finds where the user's names can be imported from, and collects the imports."""

    def __init__(self, known: tuple[Import, ...], functions: list[ast.FunctionDef]) -> None:
        self.imports = dict.fromkeys(known)
        self.taken = {one.name for one in known}
        for function in functions:
            nodes = list(ast.walk(function))
            self.taken.update(node.id for node in nodes if isinstance(node, ast.Name))
            self.taken.update(node.arg for node in nodes if isinstance(node, ast.arg))
            self.taken.add(function.name)
        self.modules: dict[str, str] = {}

    def names_of(self, env: Environment) -> tuple[dict[str, str], list[str]]:
        """The names that are read from modules, each with the name of its module; and those that can't be imported."""
        paths: dict[str, str] = {}
        missing: dict[str, None] = {}
        for ref, path in env.paths.items():
            head = path.partition(".")[0]
            if ref.scope is None or head in env.helpers:
                continue
            scope = plain_function(ref.scope)
            if head in cells_of(scope):
                missing[head] = None
            elif head in scope.__globals__ and not self.is_imported(head, scope.__globals__):
                home = _importable(scope.__globals__)
                if home is None:
                    missing[head] = None
                else:
                    paths[head] = self.name_of(home)
        return paths, list(missing)

    def is_imported(self, name: str, names: dict[str, Any]) -> bool:
        """Whether a global is something of another module, which is imported from there."""
        value = names[name]
        if isinstance(value, ModuleType):
            found = _PUBLIC_NAMES.get(value.__name__, value.__name__)
            self.imports[Import(found, None, name)] = None
            return True
        home = home_of(value) if callable(value) else None
        if home is None or home[0] == names.get("__name__"):
            return False
        self.imports[Import(*home, name)] = None
        return True

    def name_of(self, module: str) -> str:
        """The name by which the text knows a module of the user's."""
        if module not in self.modules:
            wanted = module.rpartition(".")[2]
            name, number = wanted, 0
            while name in self.taken:
                number += 1
                name = f"{wanted}_{number}"
            self.taken.add(name)
            self.modules[module] = name
            self.imports[Import(module, None, name)] = None
        return self.modules[module]


def _importable(names: dict[str, Any]) -> str | None:
    """The name of the module with these globals, if it can be imported by that."""
    name = names.get("__name__") or ""
    module = sys.modules.get(name)
    if name == "__main__" or module is None or vars(module) is not names:
        return None
    package = name.rpartition(".")[0]  # a file called my-model.py, or my.model.py, is no module of this name
    known = all(map(str.isidentifier, name.split("."))) and (not package or package in sys.modules)
    return name if known else None
