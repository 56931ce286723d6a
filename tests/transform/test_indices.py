"""Indices are written where they are used: text in, text out."""

import numpy as np
import pytest

import s2sad
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.verify import verify
from s2sad.transform.indices import write_indices


def written(text):
    function = parse_function(text, {})
    changed = write_indices(function)
    verify(changed)
    return function, print_function(changed)


def test_a_slice_that_is_used_twice():
    _, text = written("""function f(A, B)
    s = slice 1 None
    a = getitem A s
    increase B s a
    return a
""")
    assert text == """function f(A, B)
    t = slice 1 None
    a = getitem A t
    t_1 = slice 1 None
    increase B t_1 a
    return a
"""


def test_a_tuple_of_indices_in_a_loop():
    _, text = written("""function f(A, B, r, k)
    s = slice None k
    p = tuple_of s 0
    for i in r
        a = getitem A p
        increase B p a
    return k
""")
    body = text.partition("for i in r\n")[2]
    assert body.count("slice None k") == body.count("tuple_of") == 2
    assert "slice" not in text.partition("for i in r\n")[0]


def test_new_names_are_in_nobodys_way():
    _, text = written("""function f(t, t_1)
    s = slice 1 None
    a = getitem t s
    b = getitem t_1 s
    return a, b
""")
    assert text.count("slice") == 2
    assert " t = slice" not in text
    assert " t_1 = slice" not in text


def test_what_is_used_once_or_is_no_index_stays():
    for text in (
        "function f(A)\n    s = slice 1 None\n    a = getitem A s\n    return a\n",
        "function f(A, k)\n    p = tuple_of k k\n    return p, p\n",
    ):
        function, after = written(text)
        assert after == text


def test_an_index_that_is_also_returned_stays_there():
    _, text = written("""function f(A, B)
    s = slice 1 None
    a = getitem A s
    b = getitem B s
    return s, a, b
""")
    assert text.count("slice 1 None") == 3 and "    s = slice 1 None\n" in text


def test_an_index_that_a_block_gives_stays_there():
    _, text = written("""function f(A, B, c)
    if c -> z
        s = slice 1 None
        a = getitem A s
        increase B s a
        yield s
    else
        yield c
    return z
""")
    assert "        s = slice 1 None\n" in text and text.count("slice") == 3


def test_names_within_the_function_are_kept():
    _, text = written("""function f(A)
    s = slice 1 None
    t = getitem A s
    t_1 = getitem t s
    return t, t_1
""")
    assert "    t = getitem A t_2\n" in text and text.count("slice") == 2


def test_names_that_stood_for_something_else_are_not_given_again():
    before = parse_function(
        "function f(A, B, i)\n    t = tuple_of i 0\n    p = tuple_of i 1\n    a = getitem A p\n    increase B p a\n    return t\n",
        {},
    )
    function = parse_function(
        "function f(A, B, i)\n    p = tuple_of i 1\n    a = getitem A p\n    increase B p a\n    return a\n",
        {},
    )
    assert "t = tuple_of" in print_function(write_indices(function))
    assert "t = tuple_of" not in print_function(write_indices(function, before))


AXES = {"xy": (1, 0, 0), "yx": (0, 1, 1)}


def on_axes(matrix, axes):
    i, j, is_turned = AXES[axes]
    if is_turned:
        found = matrix[i, j] * matrix[j, i]
    else:
        found = matrix[i, j] * matrix[j, j]
    return found


def test_branches_that_read_at_the_same_indices():
    derivative = s2sad.grad(lambda x: on_axes(np.exp(x.reshape(2, 2)), "xy"))
    x = np.array([0.3, -0.7, 0.2, 0.1])
    assert derivative(x) == pytest.approx(np.exp(x[0] + x[2]) * np.array([1.0, 0.0, 1.0, 0.0]))
