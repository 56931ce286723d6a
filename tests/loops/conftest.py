"""Loops as Python runs them: Numba takes seconds for each, and their text is the same."""

from __future__ import annotations

import functools
import re
from typing import Any

import pytest

from s2sad.loops import numba_module
from s2sad.loops.numba_module import NumbaModule


class NeverRaised(Exception):
    """Stands for the errors of Numba."""


def as_python(module: NumbaModule) -> Any:
    """The function of the text without Numba's decorators."""
    names: dict[str, Any] = {}
    text = re.sub(r"^(from numba import njit|@njit\(.*\))\n", "", module.text, flags=re.MULTILINE)
    exec(compile(text, "<loops>", "exec"), names)
    return names[module.module.main.name]


@pytest.fixture
def in_python(monkeypatch):
    compiled = functools.cached_property(as_python)
    compiled.__set_name__(NumbaModule, "compiled")
    monkeypatch.setattr(NumbaModule, "compiled", compiled)
    monkeypatch.setattr(numba_module, "errors", lambda: (NeverRaised,))
