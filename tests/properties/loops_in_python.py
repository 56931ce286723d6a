"""Derivatives with `jit=True` whose loops run as Python: the same text, without the time that Numba takes."""

import contextlib
import functools
import re

from s2sad.loops import numba_module
from s2sad.loops.numba_module import NumbaModule


class NeverRaised(Exception):
    """Stands for the errors of Numba."""


def as_python(module):
    """The function of the text without Numba's decorators."""
    names = {}
    text = re.sub(r"^(from numba import njit|@njit\(.*\))\n", "", module.text, flags=re.MULTILINE)
    exec(compile(text, "<loops>", "exec"), names)
    return names[module.module.main.name]


@contextlib.contextmanager
def loops_in_python():
    """Within it, nothing is compiled by Numba."""
    kept = NumbaModule.__dict__["compiled"], numba_module.errors
    compiled = functools.cached_property(as_python)
    compiled.__set_name__(NumbaModule, "compiled")
    NumbaModule.compiled, numba_module.errors = compiled, lambda: (NeverRaised,)
    try:
        yield
    finally:
        NumbaModule.compiled, numba_module.errors = kept
