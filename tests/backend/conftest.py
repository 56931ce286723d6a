"""Lists as text, emitted."""

import textwrap

import numpy as np
import pytest

from s2sad.backend.load import load
from s2sad.ir.nodes import Module
from s2sad.ir.parser import parse_module


def loaded(text, style="folded", arrays=False):
    functions = parse_module(textwrap.dedent(text).strip() + "\n", {"np": np}).functions
    return load(Module(functions, arrays=arrays), style)


def lines(made):
    """The body of the first function, without its indent and blank lines."""
    text = made.source[made.source.index("def ") :]
    body = textwrap.dedent("\n".join(text.splitlines()[1:]))
    return [line for line in body.splitlines() if line.strip()]


@pytest.fixture
def check():
    """Asserts that a list is emitted as a text, and that this computes what a function of Python does."""

    def check(text, expected, *calls, style="folded", arrays=False):
        made = loaded(text, style, arrays)
        assert lines(made) == [line for line in textwrap.dedent(expected).splitlines() if line.strip()]
        for args, value in calls:
            assert made.main(*args) == value

    return check
