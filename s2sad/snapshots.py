"""A reverse sweep that reads what lies outside of the function as it was at the forward sweep.

    value, pullback = vjp(f, x)         def f(x): return RATE * x * x
    RATE = 5.0
    pullback(1.0)                       is by the RATE that the value was computed with

The functions are made anew, in globals that hold only the names they read, with cells of their own. What is changed in
place, an array or an attribute of an object, is seen as it is then.
"""

from __future__ import annotations

from types import CellType, FunctionType, ModuleType, SimpleNamespace
from typing import Any

from s2sad.backend.references import Scope
from s2sad.frontend.known_functions import names_in
from s2sad.frontend.user_classes import is_library
from s2sad.ir.nodes import Function, Ref, atoms_of
from s2sad.ir.rewrite import walk


def reads_outside(functions: tuple[Function, ...]) -> bool:
    """Whether functions read a name of the user's that may come to mean something else."""
    atoms = (atom for function in functions for node in walk(function.body) for atom in atoms_of(node))
    return any(isinstance(atom, Ref) and atom.scope is not None and not _lasts(atom.value) for atom in atoms)


def _lasts(value: Any) -> bool:
    """Whether it is a part of Python or of a library, whose names nobody gives to something else."""
    home = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    return isinstance(home, str) and (callable(value) or isinstance(value, ModuleType)) and is_library(home)


def as_of_now(functions: dict[str, FunctionType], wanted: str) -> FunctionType:
    """One of the emitted functions, which from now on sees the names outside as they are now."""
    emitted = {id(function): name for name, function in functions.items()}
    cells: dict[str, CellType] = {}

    def cell_of(name: str) -> CellType:
        """The cell of the function made anew, with those that it calls."""
        if name not in cells:
            cells[name] = CellType()
            function = functions[name]
            names = frozenset(names_in(function.__code__))
            closure = tuple([kept(cell, names) for cell in function.__closure__ or ()])
            known = function.__globals__
            own = {key: _as_it_is(known[key], names) for key in names if key in known}
            own["__builtins__"] = function.__builtins__  # type: ignore[attr-defined, unused-ignore]
            made = FunctionType(function.__code__, own, name, function.__defaults__, closure)
            made.__kwdefaults__ = function.__kwdefaults__
            made.__dict__.update(function.__dict__)
            cells[name].cell_contents = made
        return cells[name]

    def kept(cell: CellType, names: frozenset[str]) -> CellType:
        """A cell that holds what a cell holds now."""
        try:
            value = cell.cell_contents
        except ValueError:
            return cell
        name = emitted.get(id(value))
        return CellType(_as_it_is(value, names)) if name is None else cell_of(name)

    return cell_of(wanted).cell_contents


def _as_it_is(value: Any, names: frozenset[str]) -> Any:
    """What gives names, a module of the user's, with those that are read as they are now; any other value as it is."""
    if isinstance(value, Scope) or (isinstance(value, ModuleType) and not is_library(value.__name__)):
        return SimpleNamespace(**{name: getattr(value, name) for name in names if _has(value, name)})
    return value


def _has(value: Any, name: str) -> bool:
    try:
        return hasattr(value, name)
    except ValueError:  # a closure variable without a value
        return False
