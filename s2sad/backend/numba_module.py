"""A derivative as a module that Numba compiles: its text, and the function that runs.

@njit(**OPTIONS)
def f_grad(x):
    …
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from s2sad.backend.python_text import format_source
from s2sad.backend.standalone import standalone
from s2sad.errors import DifferentiationError, NotANumber, UnsupportedSyntax
from s2sad.ir.nodes import Module

OPTIONS = 'error_model="numpy", fastmath={"contract", "reassoc"}'
_DTYPES = (np.dtype(float), np.dtype(np.int64), np.dtype(bool))
_DEFINITION = re.compile(r"^def ", re.MULTILINE)
WITHOUT = "leave `jit=True` away"


def numba_text(module: Module) -> str:
    """The text of a module whose functions Numba compiles."""
    text = standalone(module)
    return format_source("from numba import njit\n" + _DEFINITION.sub(f"@njit({OPTIONS})\ndef ", text))


class NumbaModule:
    """The functions of a module that Numba compiles; `main` takes what the derivative of the Python function takes.

    `outside` reads the numbers and arrays that the function gets from outside, which follow its first `count` arguments.
    """

    style = "loops"
    meanings: tuple = ()

    def __init__(self, module: Module, outside: Sequence[Callable[[], Any]], count: int) -> None:
        self.module = module
        self.outside, self.count = tuple(outside), count
        self.text = numba_text(module)
        self.functions: dict[str, Any] = {}

    @property
    def source(self) -> str:
        return self.text

    @functools.cached_property
    def compiled(self) -> Callable:
        numba()
        names: dict[str, Any] = {"__name__": "s2sad.compiled"}
        exec(compile(self.text, f"<s2sad {self.module.main.name}>", "exec"), names)
        self.functions = {f.name: names[f.name] for f in self.module.functions}
        return names[self.module.main.name]  # type: ignore[no-any-return]

    @functools.cached_property
    def main(self) -> Callable:
        names = [param.var.name for param in self.module.main.params]
        own = [*names[: self.count], *names[self.count + len(self.outside) :]]
        compiled, outside, count = self.compiled, self.outside, self.count

        def main(*args: Any, **kwargs: Any) -> Any:
            if kwargs:
                args = (*args, *[kwargs[name] for name in own[len(args) :]])
            for arg in args:
                if type(arg) is np.ndarray and arg.dtype not in _DTYPES:
                    raise NotANumber(
                        f"an array of {arg.dtype} can't be compiled yet", f"x.astype(float), or {WITHOUT}"
                    )
            try:
                if outside:
                    return compiled(*args[:count], *[read() for read in outside], *args[count:])
                return compiled(*args)
            except errors() as error:
                raise refused(error) from None

        return main


@functools.lru_cache(maxsize=1)
def numba() -> Any:
    try:
        import numba
    except ImportError:
        raise DifferentiationError("`jit=True` needs Numba", "pip install 's2sad[jit]'") from None
    return numba


@functools.lru_cache(maxsize=1)
def errors() -> type[Exception]:
    return numba().core.errors.NumbaError  # type: ignore[no-any-return]


def refused(error: Exception) -> UnsupportedSyntax:
    """What Numba says of what it doesn't compile, in short."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return UnsupportedSyntax(f"Numba doesn't compile the derivative: {' '.join(lines[:3])}", WITHOUT)
