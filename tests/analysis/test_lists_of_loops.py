"""Lists that a loop fills: what they go along, and the shapes of arrays that are made of them."""

import numpy as np
import pytest

import s2sad
from s2sad.analysis.lists_of_loops import lists_of_loops
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function

TEXT = """function f(a, n)
    xs = list_of
    {before}
    r = range n
    for i in r
        y = mul a i
        append xs y
        {within}
    v = np.array xs
    {after}
    return v
"""
NOTHING = "m = add n 1"


def found(before=NOTHING, within="k = add i 1", after="m_1 = add n 1"):
    names = {"len": len, "range": range, "np": np, "zip": zip}
    return lists_of_loops(parse_function(TEXT.format(before=before, within=within, after=after), names))


def test_one_item_in_each_iteration():
    assert found() == {Var("xs"): (Var("r"), Var("y"))}
    assert found(after="t = getitem xs 0; u = len xs".replace("; ", "\n    ")) == found()


@pytest.mark.parametrize(
    "changed",
    [
        {"before": "append xs a"},
        {"within": "append xs a"},
        {"within": "u = np.array xs"},
        {"after": "append xs a"},
        {"after": "setitem xs 0 a"},
        {"after": "ys = list_of xs"},
        {"after": "z = @g xs"},
        {"after": "p = getattr xs 'pop'"},
    ],
)
def test_lists_of_another_length(changed):
    assert not found(**changed)


def predicted(a, ts, seen):
    model = np.array([a * np.exp(-a * t) for t in ts])
    return np.sum((model - seen) ** 2)


def filled_and_more(a, n):
    xs = [a * i for i in range(n)]
    xs.append(a * a)
    ys = []
    for i in range(n):
        if i != 1:
            ys.append(a * i)
    return np.sum(np.array(xs) * np.arange(n + 1)) + np.sum(np.array(ys) * np.ones(n - 1))


def test_what_is_made_of_such_a_list_has_its_length():
    ts, seen, h = np.array([0.1, 0.5, 0.9]), np.array([0.3, 0.2, 0.1]), 1e-6
    gradient = s2sad.grad(predicted)
    slope = (predicted(0.7 + h, ts, seen) - predicted(0.7 - h, ts, seen)) / (2 * h)
    assert gradient(0.7, ts, seen) == pytest.approx(slope, rel=1e-7)
    assert "unbroadcast" not in gradient.source


def test_what_is_made_of_others_need_not():
    h = 1e-6
    slope = (filled_and_more(0.7 + h, 4) - filled_and_more(0.7 - h, 4)) / (2 * h)
    assert s2sad.grad(filled_and_more)(0.7, 4) == pytest.approx(slope, rel=1e-7)
