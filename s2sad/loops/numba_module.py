"""A derivative as a module that Numba compiles: its text, and the function that runs.

@njit(**OPTIONS)
def f_grad(x):
    …
"""

from __future__ import annotations

import copy
import functools
import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import CodeType
from typing import Any

import numpy as np

from s2sad.backend.python_text import format_source
from s2sad.backend.standalone import standalone_text
from s2sad.errors import DifferentiationError, NotANumber, NotStandalone, UnsupportedSyntax
from s2sad.ir.nodes import Entry, For, Function, Location, Module, Ref, Var, While
from s2sad.ir.operations import callee_of
from s2sad.ir.rewrite import walk
from s2sad.loops.call_arguments import CallArguments
from s2sad.loops.code_cache import load_text
from s2sad.loops.freed_memory import keep_freed_memory
from s2sad.loops.helper_text import for_machine_code
from s2sad.loops.numba_form import read_params, without_checks
from s2sad.loops.outside_values import reader
from s2sad.loops.state import WITHOUT

OPTIONS = 'cache=True, error_model="numpy", fastmath={"contract", "reassoc"}'
EXACT = 'cache=True, error_model="numpy", fastmath={"contract"}'
"""The options of functions without loops: there a machine wouldn't do several at once, and arithmetic keeps its order."""
_DTYPES = (np.dtype(float), np.dtype(np.int64), np.dtype(bool), np.dtype(complex))
_WIDER = {
    np.dtype(np.float32): np.float64,
    np.dtype(np.int32): np.int64,
    np.dtype(np.complex64): np.complex128,
}
_DEFINITION = re.compile(r"^def (\w+)\(", re.MULTILINE)
_STAND_IN = re.compile(r"^def _prange\(.*?(?=^def )", re.MULTILINE | re.DOTALL)
"""What is imported from Numba is a function of ours as long as there is no text."""
_NAMED = re.compile(
    r"'numpy\.(?:\w+\.)*(\w+)'|attribute '(\w+)' of type Module|Function\(<(?:built-in )?function (\w+)"
)


def numba_text(module: Module) -> str:
    """The text of a module whose functions Numba compiles; its derivatives with threads where a loop asks for some."""
    own = {function.name for function in module.functions}
    loops = {function.name for function in module.functions if _has_loops(function)}
    text = for_machine_code(standalone_text(module), own)
    threads = "in _prange(" in text
    imported = "njit" + ", objmode" * ("with objmode():" in text) + ", prange" * threads

    def decorated(found: re.Match) -> str:
        options = OPTIONS if found[1] in loops else EXACT
        more = ", parallel=True" if threads and found[1] in own else ""
        return f"@njit({options}{more})\ndef {found[1]}("

    text = _DEFINITION.sub(decorated, _STAND_IN.sub("", text).replace("in _prange(", "in prange("))
    return f"from numba import {imported}\n{text}"


def _has_loops(function: Function) -> bool:
    return any(isinstance(node, (For, While)) for node in walk(function.body))


@dataclass(frozen=True)
class Asked:
    """What a derivative is asked for: the values in its `arguments`, of which those in `wrt` are differentiated.

    If it is the adjoint of a `single` one, it is no tuple.
    """

    arguments: CallArguments
    wrt: tuple[int, ...]
    single: bool
    what: str
    has_aux: bool = False

    @property
    def has_tangents(self) -> bool:
        return self.what in ("jvp", "hvp")

    def structure(self, of_result: Any) -> Any:
        """The structure of the result, in which that of the adjoints is known already."""
        if self.arguments.are_plain or self.what == "jvp":
            return of_result
        if self.what == "grad":
            return ("one", of_result[1]) if self.has_aux else "one"
        return "one" if self.what == "hvp" else (of_result[0], "one")

    def closed(self, given: Sequence[Any], result: Any) -> Any:
        """The result with adjoints in the structures of the arguments."""
        if self.arguments.are_plain or self.what == "jvp":
            return result
        if self.what == "hvp":
            return self.arguments.closed(sorted(self.wrt), False, given, result)
        if self.what != "grad":
            return result[0], self.arguments.closed(self.wrt, self.single, given, result[1])
        found = self.arguments.closed(self.wrt, self.single, given, result[0] if self.has_aux else result)
        return (found, result[1]) if self.has_aux else found


class NumbaModule:
    """The functions of a module that Numba compiles; `main` takes what the derivative of the Python function takes.

    `outside` are the numbers and arrays that the function gets from outside, which follow what is in its arguments;
    `defaults` are those of these.
    """

    style = "loops"
    meanings: tuple = ()
    codes: dict[str, CodeType] = {}

    def __init__(
        self,
        module: Module,
        outside: Sequence[Ref],
        asked: Asked,
        defaults: dict[str, Any],
    ) -> None:
        main, self.checks = without_checks(module.main)
        self.asked, self.defaults = asked, defaults
        names = [param.var.name for param in main.params]
        count = asked.arguments.count
        trees = asked.arguments.trees
        dots = [f"{trees[i].var.name}_dot" for i in sorted(asked.wrt)] if asked.has_tangents else []
        values = names[count + len(outside) :]
        self.own = [*(tree.var.name for tree in trees), *(dots or values)]
        self.inner = [*names[:count], *values]
        read = read_params(main)
        self.read = [name for name in names if name in read]
        self.outside_names, self.outside = names[count : count + len(outside)], reader(outside)
        self.structure = asked.structure(main.structure)
        whole = tuple(replace(param, default=None, kind="either") for param in main.params)
        params = tuple(
            replace(param, default=None, kind="either") for param in main.params if param.var.name in read
        )
        self.whole = replace(module, functions=(replace(main, params=whole), *module.functions[1:]))
        self.module = replace(module, functions=(replace(main, params=params), *module.functions[1:]))

    @functools.cached_property
    def text(self) -> str:
        try:
            return numba_text(self.module)
        except NotStandalone as error:
            raise UnsupportedSyntax(
                f"{error.args[0].splitlines()[0]}: Numba doesn't have it", WITHOUT
            ) from None

    def whole_text(self, checked: Callable[[Function, list[Var]], Function] | None = None) -> str:
        """The text with all the parameters that the function has, which may be `checked`: those of the arguments by their places."""
        module = self.whole
        if checked is not None:
            main = checked(module.main, [tree.var for tree in self.asked.arguments.trees])
            module = replace(module, functions=(main, *module.functions[1:]))
        return format_source(numba_text(module))

    @functools.cached_property
    def source(self) -> str:
        """The text that Numba compiles, formatted."""
        return format_source(self.text)

    @functools.cached_property
    def compiled(self) -> Callable:
        """The function that Numba compiles at its first call."""
        name = self.module.main.name
        keep_freed_memory()
        return getattr(load_text(self.text, name, (numba().__version__,)), name)

    @functools.cached_property
    def main(self) -> Callable:
        return self.plain() if self.takes_all else self.with_more()

    @property
    def functions(self) -> dict[str, Any]:
        """What runs, in the form that can be bound to another function of the same code."""
        return {"main": self.main, "outside": self.outside}

    @property
    def code(self) -> NumbaModule:
        return self

    def bound(self, functions: dict[str, Any]) -> NumbaModule:
        """The module for another function of the same code: the machine code is the same."""
        made = copy.copy(self)
        made.__dict__["main"] = functions["main"]
        return made

    @property
    def takes_all(self) -> bool:
        """Whether the compiled function takes just what the derivative takes."""
        return self.asked.arguments.are_plain and self.read == self.own and not self.checks

    def run(self, args: Sequence[Any]) -> Any:
        """Call what Numba compiles; what Numba itself fails at is refused."""
        try:
            return self.compiled(*args)
        except errors() as error:
            raise refused(error, self.module) from None
        except IndexError as error:  # machine code joins no texts: they come one by one
            raise IndexError(" ".join(map(str, error.args))) from None
        except Exception as error:  # the user's function may raise anything, and so may Numba
            if is_raised_by_numba(error):
                raise refused(error, self.module) from None
            raise

    def plain(self) -> Callable:
        count = len(self.own)

        def main(*args: Any, **kwargs: Any) -> Any:
            return self.run(in_double(args if len(args) == count else self.complete(args, kwargs)))

        return main

    def with_more(self) -> Callable:
        asked, outside, outside_names = self.asked, self.outside, self.outside_names
        opened = asked.arguments.opener(asked.wrt, asked.has_tangents)

        def main(*args: Any, **kwargs: Any) -> Any:
            whole = self.complete(args, kwargs)
            asked.arguments.check(whole)
            given = dict(zip(self.inner, in_double(opened(whole))))
            given.update(zip(outside_names, outside()))
            for check, names in self.checks:
                check(*[given[name] for name in names])
            return asked.closed(whole, self.run([given[name] for name in self.read]))

        return main

    def complete(self, args: tuple, kwargs: dict[str, Any]) -> list[Any]:
        """All arguments by position, those that weren't given among them."""
        given = {**self.defaults, **dict(zip(self.own, args)), **kwargs}
        missing = [name for name in self.own if name not in given]
        if missing:
            raise TypeError(f"missing argument: {', '.join(missing)}")
        return [given[name] for name in self.own]


def defaults_of(fun: Callable) -> dict[str, Any]:
    """The default values of a function's parameters, as they are now."""
    try:
        parameters = inspect.signature(fun).parameters.values()
    except (TypeError, ValueError):
        return {}
    return {each.name: each.default for each in parameters if each.default is not inspect.Parameter.empty}


def in_double(args: Sequence[Any]) -> Sequence[Any]:
    """The arguments with arrays of the dtypes that the loops are written for; others are refused."""
    ndarray = np.ndarray
    for arg in args:
        if type(arg) is ndarray and arg.dtype not in _DTYPES:
            return [_in_double(each) if type(each) is ndarray else each for each in args]
    return args


def _in_double(array: np.ndarray) -> np.ndarray:
    if array.dtype in _DTYPES:
        return array
    wider = _WIDER.get(array.dtype)
    if wider is None:
        raise NotANumber(f"an array of {array.dtype} can't be compiled", f"x.astype(float), or {WITHOUT}")
    return array.astype(wider)


@functools.lru_cache(maxsize=1)
def numba() -> Any:
    try:
        import numba
    except ImportError:
        raise DifferentiationError("`jit=True` needs Numba", "pip install 's2sad[jit]'") from None
    return numba


@functools.lru_cache(maxsize=1)
def errors() -> tuple[type[Exception], ...]:
    found = numba().core.errors
    return found.NumbaError, found.UnsupportedBytecodeError


def is_raised_by_numba(error: Exception) -> bool:
    """Whether an error comes from within Numba, and not from the program that it compiled."""
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    names = traceback.tb_frame.f_globals if traceback is not None else {}
    return str(names.get("__name__", "")).partition(".")[0] in ("numba", "llvmlite")


def refused(error: Exception, module: Module) -> UnsupportedSyntax:
    """What Numba says of what it doesn't compile, in short, and where the function is called that it means."""
    lines = [line.strip() for line in str(error).splitlines()]
    messages = [line for line in lines if line and not line.startswith(("Failed in nopython", "During:"))]
    shown = " ".join(messages[:2])
    return UnsupportedSyntax(
        f"Numba doesn't compile the derivative: {shown}", WITHOUT, _place_of(shown, module.functions)
    )


def _place_of(message: str, functions: Sequence[Function]) -> Location | None:
    """Where a function is called that a message of Numba's names; where the program is if it names none."""
    names = {name for found in _NAMED.finditer(message) for name in found.groups() if name}
    for node in (node for function in functions for node in walk(function.body)):
        if isinstance(node, Entry) and node.loc and getattr(callee_of(node), "__name__", None) in names:
            return node.loc
    return functions[0].loc
