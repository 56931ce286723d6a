"""How many operations a run takes, counted by hand."""

import numpy as np
import pytest

from s2sad.ir.parser import parse_function, parse_module
from s2sad.show.costs import count, kind_of


@pytest.mark.parametrize(
    "line, kind",
    [
        ("add x y", "sums"),
        ("truediv x y", "products"),
        ("pow x y", "functions"),
        ("math.sin x", "functions"),
        ("max x y", "functions"),
        ("matmul x y", "matrix products"),
        ("np.dot x y", "matrix products"),
        ("np.copy x", "reading and writing"),
        ("getitem x 0", "reading and writing"),
        ("tuple_of x y", ""),
        ("lt x y", ""),
        ("print x", ""),
    ],
)
def test_kinds_of_operations(line, kind):
    node = parse_function(f"function f(x, y)\n    t = {line}\n    return t\n", {"np": np}).body.entries[0]
    assert kind_of(node) == kind


def test_on_arrays_each_item_counts_one():
    text = "function f(x, y)\n    a = mul x y\n    b = add a 1.0\n    c = np.sin b\n    d = matmul c y\n    return d\n"
    module = parse_module(text, {"np": np})
    x = np.ones((3, 4))
    found = count(module, (x, np.ones(4)))
    assert found == {"products": 12, "sums": 12, "functions": 12, "matrix products": 2 * 4 * 3}


def test_in_loops_and_calls_each_time_counts():
    text = """function f(x, n)
    r = range n
    for i in r with s = x -> t
        u = @g s
        yield u
    return t

function g(a)
    b = mul a a
    c = add b a
    return c
"""
    found = count(parse_module(text, {}), (1.5, 4))
    assert found["products"] == 4 and found["sums"] == 4
