"""What took long to compute is read again where it was stored."""

import numpy as np
import pytest

from s2sad.ir.names import Names
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.loops.read_back import takes_long, with_reads_back

TEXT = """function f(u, h, n)
    r = range n
    for i in r
        t = np.tanh u
        store h i t
        p = mul u u
        store h i p
    return h
"""


def test_it_is_read_behind_the_store():
    names = Names("u h n r i t p".split())
    found = print_function(with_reads_back(parse_function(TEXT, {"np": np}), names))
    assert found == TEXT.replace("store h i t\n", "store h i t\n        stored = getitem h i\n")


@pytest.mark.parametrize(
    "line, long",
    [
        ("np.tanh u", True),
        ("math.exp u", True),
        ("truediv u h", True),
        ("mul u h", False),
        ("getitem h 0", False),
    ],
)
def test_what_takes_long(line, long):
    text = f"function f(u, h)\n    t = {line}\n    return t\n"
    assert takes_long(parse_function(text, {"np": np}).body.entries[0]) is long
