"""The function that a `FILE.py:FUNC` on the command line means, and its arguments by name."""

from __future__ import annotations

import contextlib
import difflib
import functools
import importlib
import inspect
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import FunctionType, ModuleType, TracebackType
from typing import Any

from s2sad.annotations import differentiable_places
from s2sad.ir.static_lookup import plain_attribute, runs_code


class UsageError(Exception):
    """The command line asks for something that is not there, or is not how it is written."""


@contextlib.contextmanager
def imported(target: str) -> Iterator[Callable]:
    """The function of a `FILE.py:FUNC`, with the file's module and folder importable while it is in use.

    What the file prints goes to standard error, because standard output may be a file of Python code. Raises
    UsageError for a file or function that is not there, and for a file that fails when it is imported.
    """
    with imported_functions([target]) as functions:
        yield functions[0]


@contextlib.contextmanager
def imported_functions(targets: Sequence[str], every: bool = False) -> Iterator[list[Callable]]:
    """The functions of several targets, as `imported`; a file that several name is imported once.

    With `every` a target may be a `FILE.py`, which stands for all the functions that it defines, but those whose name
    begins with an underscore.
    """
    with contextlib.ExitStack() as files:
        modules: dict[Path, ModuleType] = {}
        found: list[Callable] = []
        for target in targets:
            path, name = (existing(target), "") if every and target.endswith(".py") else _split(target)
            if path not in modules:
                modules[path] = files.enter_context(_imported_file(path))
            found += [_function(modules[path], path, name)] if name else _public(modules[path], path)
        yield found


@contextlib.contextmanager
def _imported_file(path: Path) -> Iterator[ModuleType]:
    paths, writes_bytecode = list(sys.path), not sys.dont_write_bytecode
    package, root = _package_of(path)
    top = package.partition(".")[0] or path.stem
    is_known, folder = top in sys.modules, str(root)
    sys.dont_write_bytecode = True
    try:
        with contextlib.redirect_stdout(sys.stderr):
            sys.path.insert(0, folder)
            module = _import(path, package)
            # Last from here on: modules that the compiler imports late are not to be found in the user's folder.
            sys.path[:] = [*paths, folder]
            yield module
    finally:
        sys.path[:] = paths
        sys.dont_write_bytecode = not writes_bytecode
        if not is_known:
            for one in [one for one in sys.modules if one == top or one.startswith(f"{top}.")]:
                del sys.modules[one]


def _package_of(path: Path) -> tuple[str, Path]:
    """The package that a file is in ("" for none), and the folder from which its modules are imported."""
    names: list[str] = []
    folder = path.resolve().parent
    while (folder / "__init__.py").is_file() and folder.name.isidentifier():
        names.insert(0, folder.name)
        folder = folder.parent
    return ".".join(names), folder


def _split(target: str) -> tuple[Path, str]:
    file, _, name = target.rpartition(":")
    if not (file and name):
        raise UsageError(f"{target!r} is not FILE.py:FUNC, as in model.py:price")
    return existing(file), name


def existing(file: str) -> Path:
    path = Path(file)
    if not path.is_file():
        raise UsageError(f"there is no file {file}")
    return path


def _public(module: ModuleType, path: Path) -> list[Callable]:
    """The functions that a file defines, but those whose name begins with an underscore."""
    found = [
        value
        for name, value in vars(module).items()
        if not name.startswith("_")
        and isinstance(value, FunctionType)
        and value.__module__ == module.__name__
    ]
    if not found:
        raise UsageError(f"{path} defines no functions")
    return list(dict.fromkeys(found))


def _import(path: Path, package: str) -> ModuleType:
    """Run a file as a module that is named by its stem, and by its package, which is imported before."""
    name = f"{package}.{path.stem}" if package else path.stem
    loader = SourceFileLoader(name, str(path))
    spec = spec_from_file_location(name, path, loader=loader)
    assert spec is not None
    module = module_from_spec(spec)
    try:
        if package:
            importlib.import_module(package)
        known = sys.modules.setdefault(name, module)  # a file called ast.py must not take the library's place
        if known is not module and _is_of(known, path):
            return known  # its package has imported it
        loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise UsageError(f"importing {path} failed: {_said(error, path)}") from error
    return module


def _is_of(module: ModuleType, path: Path) -> bool:
    file = getattr(module, "__file__", None)
    return file is not None and Path(file).resolve() == path.resolve()


def _said(error: BaseException, path: Path) -> str:
    """An error of the user's file: what it says, and below that where it comes from."""
    error.__traceback__ = _from_file_on(error.__traceback__, str(path))
    *where, said = "".join(traceback.format_exception(error)).rstrip().splitlines()
    return "\n".join([said, *where])


def _from_file_on(trace: TracebackType | None, file: str) -> TracebackType | None:
    """A traceback without the frames of the import machinery at its beginning."""
    while trace and trace.tb_frame.f_code.co_filename != file:
        trace = trace.tb_next
    return trace


def _function(module: ModuleType, path: Path, name: str) -> Callable:
    try:
        function = functools.reduce(_as_it_stands, name.split("."), module)
    except AttributeError:
        callables = [key for key, value in vars(module).items() if _is_function_of(module, value)]
        raise UsageError(f"{path} has no function {name}{_suggestion(name, callables)}") from None
    if not callable(function) or isinstance(function, type):
        raise UsageError(f"{name} in {path} is no function but of type {type(function).__name__}")
    return function


def _as_it_stands(owner: Any, name: str) -> Any:
    """An attribute that is there, without what a property or `__getattr__` would run."""
    if runs_code(owner, name):
        raise AttributeError(name)
    return getattr(owner, name)


def _is_function_of(module: ModuleType, value: Any) -> bool:
    return callable(value) and plain_attribute(value, "__module__") == module.__name__


def _suggestion(name: str, names: list[str]) -> str:
    close = difflib.get_close_matches(name, names, n=1)
    if close:
        return f"; did you mean {close[0]}?"
    return f"; it has {', '.join(names)}" if names else ""


def parameters_of(function: Callable) -> dict[str, inspect.Parameter]:
    """The parameters of a function by name. Raises UsageError for a callable that does not tell them."""
    try:
        return dict(inspect.signature(function).parameters)
    except (TypeError, ValueError) as error:
        raise UsageError(f"the arguments of the function are not known: {error}") from error


def files_of(functions: Iterable[Callable]) -> list[str]:
    """The files in which functions stand, which may be others than those that name them."""
    codes = [getattr(inspect.unwrap(function), "__code__", None) for function in functions]
    return [code.co_filename for code in codes if code is not None]


def active_arguments(
    function: Callable, argnums: tuple[str, ...] | None, types: Mapping[str, str]
) -> tuple[str, ...] | None:
    """`argnums`, where something can be differentiated by it, or without it. Raises UsageError where nothing can."""
    if argnums is None and not differentiable_places(function, types):
        name = plain_attribute(function, "__name__", "the function")
        raise NothingToDo(
            f"{name} has no argument to differentiate by, as its annotations tell; --types says more"
        )
    return argnums


class NothingToDo(UsageError):
    """A function without a derivative: no argument of it is a number, or holds any."""


def chosen(function: Callable, argnums: str | None) -> tuple[str, ...] | None:
    """The arguments that `--argnums x,y` names, None without it. Raises UsageError for one that is not there."""
    if argnums is None:
        return None
    names = tuple(name.strip() for name in argnums.split(","))
    parameters = list(parameters_of(function))
    for name in names:
        if name not in parameters:
            raise UsageError(
                f"--argnums: the function has no argument {name!r}{_suggestion(name, parameters)}"
            )
    return names


def alone(names: tuple[str, ...] | None) -> Any:
    """The names as `argnums` of `grad`: that of a single argument gives a gradient in place of a tuple."""
    return names[0] if names is not None and len(names) == 1 else names
