"""How emitted code says what lies outside of a function: globals, builtins, modules, helpers.

A reference with a scope keeps its path and is looked up at call time, in the user's own globals and
closure cells. One without is imported at the head of the module. What can be reached in neither way is
handed over by the loader under a name of its own (`extras`).
"""

from __future__ import annotations

import builtins
import importlib
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from s2sad.backend.literals import is_literal
from s2sad.ir.nodes import Atom, Block, Closure, Const, Entry, Function, Module, Ref, atoms_of, blocks_of
from s2sad.ir.operations import operation
from s2sad.ir.static_lookup import plain_attribute

_SHORT_MODULES = {"np": "numpy", "_operator": "operator"}
_METHODS = (list, dict, set, str, tuple, np.ndarray)


@dataclass(frozen=True, slots=True)
class Import:
    """`import module as name`, or `from module import attribute as name`."""

    module: str
    attribute: str | None
    name: str


@dataclass
class Environment:
    """What a function sees around it: its globals (None: none of the user's), closure cells, and helpers.

    `meanings` are objects of the library's choice that are said by names which they have in those globals.
    """

    names: dict[str, Any] | None = None
    cells: dict[str, Any] = field(default_factory=dict)
    paths: dict[Ref, str] = field(default_factory=dict)
    helpers: dict[str, Any] = field(default_factory=dict)
    meanings: dict[str, Any] = field(default_factory=dict)
    heads: set[str] = field(default_factory=set)


class Scope:
    """The names that a user's function sees, as attributes: for code that runs in other globals."""

    def __init__(self, function: Any) -> None:
        self._function = plain_function(function)

    def __getattr__(self, name: str) -> Any:
        cell = cells_of(self._function).get(name)
        if cell is not None:
            return cell.cell_contents
        names = self._function.__globals__
        return names[name] if name in names else getattr(builtins, name)


def function_of_scope(scope: Scope) -> FunctionType:
    return vars(scope)["_function"]


def _meaning(scope: Any, name: str) -> Any:
    try:
        return getattr(Scope(scope), name, None)
    except ValueError:  # a closure variable that has no value yet
        return None


def cells_of(function: FunctionType) -> dict[str, Any]:
    return dict(zip(function.__code__.co_freevars, function.__closure__ or ()))


def plain_function(scope: Any) -> FunctionType:
    """The function whose names a scope means: a method's is the one behind it."""
    function: FunctionType = getattr(scope, "__func__", scope)
    return function


class References:
    """The names of everything that the functions of a module refer to outside of themselves."""

    def __init__(self, module: Module) -> None:
        self.imports: dict[Import, None] = {}
        self.extras: dict[str, Any] = {}
        self.environments: dict[str, Environment] = {}
        self._helpers: dict[tuple[str, int], tuple[str, Any]] = {}
        found = {function.name: list(dict.fromkeys(_refs(function))) for function in module.functions}
        self._taken = {function.name for function in module.functions}
        for function in module.functions:
            self._taken.update(_parameter_names(function))
        self._meant: dict[str, list[Any]] = {}
        for refs in found.values():
            for ref in refs:
                if ref.scope is not None:
                    head = ref.path.partition(".")[0]
                    self._meant.setdefault(head, []).append(_meaning(ref.scope, head))
        for function in module.functions:
            self.environments[function.name] = self._environment(function, found[function.name])

    def _environment(self, function: Function, refs: list[Ref]) -> Environment:
        env = Environment()
        scoped = [ref for ref in refs if ref.scope is not None]
        env.names = _globals_of(scoped)
        parameters = _parameter_names(function)
        for ref in scoped:
            self._scoped(ref, env, parameters)
        for ref in refs:
            if ref.scope is None:
                env.paths[ref] = self._unscoped(ref, env, parameters)
        env.heads.update(path.partition(".")[0] for path in env.paths.values())
        return env

    # --------------------------------------------------------------------------------- the user's own names

    def _scoped(self, ref: Ref, env: Environment, parameters: set[str]) -> None:
        head = ref.path.partition(".")[0]
        scope = plain_function(ref.scope)
        cell = cells_of(scope).get(head)
        shadowed = head in parameters
        if cell is not None and not shadowed and env.cells.get(head, cell) is cell:
            env.cells[head] = cell
            env.paths[ref] = ref.path
            return
        own = env.names is None or scope.__globals__ is env.names
        builtin = head not in scope.__globals__ and hasattr(builtins, head) and head not in (env.names or ())
        if cell is None and not shadowed and head not in env.cells and (own or builtin):
            env.paths[ref] = ref.path
            return
        if isinstance(_meaning(scope, head), ModuleType) and _module_of(ref) is not None:
            env.paths[ref] = self._unscoped(ref, env, parameters)  # `np.sin` is the same everywhere
            return
        env.paths[ref] = f"{self._foreign(scope, env, is_cell=cell is not None)}.{ref.path}"

    def _foreign(self, scope: FunctionType, env: Environment, is_cell: bool) -> str:
        """The name through which another function's globals (or closure variables) are read."""
        module = sys.modules.get(scope.__globals__.get("__name__", ""))
        if module is not None and vars(module) is scope.__globals__ and not is_cell:
            short = module.__name__.rpartition(".")[2]
            return self._import(module.__name__, None, short, module, env)
        return self._extra(f"{scope.__name__.strip('<>')}_scope", scope, Scope(scope), env)

    # ------------------------------------------------------------------------------------- objects of ours

    def _unscoped(self, ref: Ref, env: Environment, parameters: set[str]) -> str:
        head, _, rest = ref.path.partition(".")
        value = ref.value
        names = env.names or {}
        if not rest and getattr(builtins, head, self) is value:
            if head not in parameters and head not in env.cells and names.get(head, value) is value:
                env.meanings[head] = value
                return head
            return f"{self._import('builtins', None, 'builtins', builtins, env)}.{head}"
        if module_path := _module_of(ref):
            module, path = module_path
            name = head if _SHORT_MODULES.get(head) == module.__name__ else module.__name__.replace(".", "_")
            if names.get(name) is module and name not in parameters and name not in env.cells:
                self.imports[Import(module.__name__, None, name)] = None  # the user's own import
                env.meanings[name] = module
                return f"{name}.{path}" if path else name
            local = self._import(module.__name__, None, name, module, env)
            return f"{local}.{path}" if path else local
        home = home_of(value)
        if home:
            return self._import(*home, home[1], value, env)
        return self._extra(ref.path.rpartition(".")[2], value, value, env)

    def _import(self, module: str, attribute: str | None, wanted: str, value: Any, env: Environment) -> str:
        name = self._helper(wanted, value, env)
        self.imports[Import(module, attribute, name)] = None
        env.helpers[name] = value
        return name

    def _extra(self, wanted: str, key: Any, value: Any, env: Environment) -> str:
        name = self._helper(wanted if wanted.isidentifier() else "helper", key, env)
        value = self.extras.setdefault(name, value)
        env.helpers[name] = value
        return name

    def _helper(self, wanted: str, value: Any, env: Environment) -> str:
        """The name of a helper: the same in every function, and nothing else in any of them."""
        key = wanted, id(value)
        if key in self._helpers:
            return self._helpers[key][0]
        name, number = wanted, 0
        while (
            name in self._taken
            or (env.names or {}).get(name, value) is not value
            or any(other is not value for other in self._meant.get(name, ()))
        ):
            number += 1
            name = f"{wanted}_{number}"
        self._taken.add(name)
        self._helpers[key] = name, value
        return name


def _refs(function: Function) -> Iterator[Ref]:
    for param in function.params:
        if not is_plain_default(param.default):
            yield from _refs_of((param.default,))
    yield from _block_refs(function.body)


def is_plain_default(atom: Atom | None) -> bool:
    """Whether the default of a parameter is an object that can be written out."""
    return type(atom) is Ref and atom.scope is None and is_literal(atom.value)


def _block_refs(block: Block) -> Iterator[Ref]:
    for node in block.entries:
        if type(node) is Entry:
            done = operation(node)
            if isinstance(name := done.spelling, str):
                yield Ref(name, getattr(builtins, name))
            elif type(node.fn) is Ref and not done.is_syntax and not is_method(node.fn):
                yield node.fn
            yield from _refs_of(node.args)
            yield from _refs_of(tuple(atom for _, atom in node.kwargs))
            continue
        yield from _refs_of(atoms_of(node))
        for inner in blocks_of(node):
            yield from _block_refs(inner)
        if type(node) is Closure:
            yield from _refs(node.function)
    yield from _refs_of(block.results)


def _refs_of(atoms: tuple[Atom | None, ...]) -> Iterator[Ref]:
    for atom in atoms:
        if type(atom) is Ref:
            yield atom
        elif type(atom) is Const and needs_call(atom.value):
            yield from (Ref("float", float), Ref("complex", complex))


def needs_call(value: Any) -> bool:
    """Whether a number has no literal: it is not finite, or a complex number with a negative zero."""
    if type(value) is float:
        return not math.isfinite(value)
    if type(value) is complex:
        return (
            not math.isfinite(abs(value))
            or math.copysign(1, value.real) < 0
            or math.copysign(1, value.imag) < 0
        )
    return False


def is_method(ref: Ref) -> bool:
    """Whether a reference is a method of a built-in class (`list.append`), which is called on its object."""
    return type(ref.value) is type(list.append) and getattr(ref.value, "__objclass__", None) in _METHODS


def _parameter_names(function: Function) -> set[str]:
    names = {param.var.name for param in function.params}
    return names | _closure_parameters(function.body)


def _closure_parameters(block: Block) -> set[str]:
    names: set[str] = set()
    for node in block.entries:
        if type(node) is Closure:
            names |= _parameter_names(node.function)
        for inner in blocks_of(node):
            names |= _closure_parameters(inner)
    return names


def _globals_of(scoped: list[Ref]) -> dict[str, Any] | None:
    """The globals that a function runs in: those that its first global variable is one of."""
    for ref in scoped:
        scope = plain_function(ref.scope)
        if ref.path.partition(".")[0] in scope.__globals__:
            return scope.__globals__
    first = plain_function(scoped[0].scope) if scoped else None
    return first.__globals__ if first else None


def _module_of(ref: Ref) -> tuple[Any, str] | None:
    """The module that a path starts with, and the rest of the path, if that leads to the value.

    One of a short name is the module itself (`np.linalg.solve`), any other the innermost.
    """
    head, _, rest = ref.path.partition(".")
    parts = [*_SHORT_MODULES.get(head, head).split("."), *(rest.split(".") if rest else ())]
    for end in (1,) if head in _SHORT_MODULES else range(len(parts), 0, -1):
        module = sys.modules.get(".".join(parts[:end]))
        if module is not None:
            value: Any = module
            for part in parts[end:]:
                value = getattr(value, part, None)
            return (module, ".".join(parts[end:])) if is_same(value, ref.value) else None
    return None


def is_same(one: Any, other: Any) -> bool:
    """Whether two objects are one; methods of ufuncs (`np.add.at`) are made anew at each access."""
    return one is other or (isinstance(getattr(one, "__self__", None), np.ufunc) and one == other)


def home_of(value: Any) -> tuple[str, str] | None:
    """The module that an object can be imported from, and its name there."""
    module, name = plain_attribute(value, "__module__"), plain_attribute(value, "__qualname__")
    if not isinstance(module, str) or not isinstance(name, str) or not name.isidentifier():
        return None
    module = _SHORT_MODULES.get(module, module)
    if module == "__main__":
        return None
    try:
        found = getattr(importlib.import_module(module), name, None)
    except ImportError:
        return None
    return (module, name) if found is value else None
