"""A new list that is only copied item by item is the copy itself: text in, text out."""

import pytest

import s2sad
from s2sad.ir.evaluate import evaluate
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.verify import verify
from s2sad.transform.copied_lists import without_second_copies

TEXT = """function f(xs)
    ys = list xs
    zs = list_of
    n = len ys
    r = range n
    for i in r
        y = getitem ys i
        append zs y
    setitem zs 0 7.0
    a = getitem zs 0
    return a
"""


def joined(text, holders="zs"):
    function = parse_function(text, {})
    changed = without_second_copies(function, frozenset(map(Var, holders.split())))
    verify(changed)
    return function, changed


def test_the_copy_of_a_copy():
    function, changed = joined(TEXT)
    assert "    zs = list xs\n    setitem zs 0 7.0\n" in print_function(changed)
    assert evaluate(changed, [[1.0, 2.0]]) == evaluate(function, [[1.0, 2.0]]) == 7.0


@pytest.mark.parametrize(
    "old, new",
    [
        ("        append zs y", "        append zs y\n        append zs y"),
        ("    a = getitem zs 0", "    a = getitem ys 0"),
        ("    zs = list_of", "    zs = list_of 5.0"),
        ("    n = len ys", "    append zs 3.0\n    n = len ys"),
        ("    ys = list xs", "    ys = getitem xs 0"),
        ("    a = getitem zs 0", "    a = add n 1"),
    ],
)
def test_what_is_copied_still(old, new):
    _, changed = joined(TEXT.replace(old, new))
    assert "    for i in r\n" in print_function(changed)


def test_a_list_that_may_have_another_name():
    assert "    for i in r\n" in print_function(joined(TEXT, "others")[1])


def test_a_list_is_copied_once():
    def smoothed(x):
        b, d = list(x), sorted(x)
        for i in range(1, len(x)):
            b[i] = b[i - 1] * d[i]
            d[i] += b[i]
        return b[-1] + d[-1] * d[0]

    gradient, point = s2sad.grad(smoothed), [0.4, 1.3, 0.9]
    found = []
    for i in range(3):
        moved = [point[:], point[:]]
        moved[0][i] += 1e-6
        moved[1][i] -= 1e-6
        found.append((smoothed(moved[0]) - smoothed(moved[1])) / 2e-6)
    assert gradient(point) == pytest.approx(found, rel=1e-7)
    assert "b = list(x)" in gradient.source


OF_A_LIST = """function f(ys)
    zs = list_of
    n = len ys
    r = range n
    for i in r
        y = getitem ys i
        append zs y
    setitem zs 0 7.0
    a = getitem zs 1
    b = getitem ys 0
    c = add a b
    return c
"""


def of_a_list(text, sequences):
    function = parse_function(text, {})
    changed = without_second_copies(function, frozenset(), frozenset(map(Var, sequences.split())))
    verify(changed)
    return function, changed


def test_a_loop_over_a_list_is_a_copy():
    function, changed = of_a_list(OF_A_LIST, "ys")
    assert "    zs = list ys\n    setitem zs 0 7.0\n" in print_function(changed)
    arguments = [[1.0, 2.0]]
    assert evaluate(changed, arguments) == evaluate(function, arguments) == 3.0


@pytest.mark.parametrize(
    "old, new",
    [
        ("    n = len ys", "    append ys 3.0\n    n = len ys"),
        ("        append zs y", "        append ys y\n        append zs y"),
        ("    zs = list_of", "    zs = list_of 5.0"),
    ],
)
def test_a_loop_that_does_more(old, new):
    assert "    for i in r\n" in print_function(of_a_list(OF_A_LIST.replace(old, new), "ys")[1])


def test_a_loop_over_what_may_be_a_dict():
    assert "    for i in r\n" in print_function(of_a_list(OF_A_LIST, "z")[1])
