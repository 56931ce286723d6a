import math
import re

import numpy as np
import pytest

import s2sad
from s2sad.ad.recompute import Recomputation
from s2sad.analysis.infer import infer
from s2sad.ir import kinds as K
from s2sad.ir.nodes import For, Var
from s2sad.ir.parser import parse_function
from s2sad.ir.rewrite import defined_in

KINDS = {"x": (K.FLOAT, True), "n": (K.INT, False), "xs": (K.list_kind(K.FLOAT), True)}


def plan(body, needed, again=True, written=()):
    """What is saved, and what is computed again, for a loop over a range that carries p."""
    lines = "".join(f"        {line}\n" for line in body.split("; "))
    text = f"function f(x, n, xs)\n    r = range n\n    for i in r with p = x -> q\n{lines}        yield x\n    return q\n"
    function = parse_function(text)
    facts = infer(function, tuple(KINDS[param.var.name] for param in function.params), lambda fn: False, None)
    loop = next(node for node in function.body.entries if isinstance(node, For))
    inner = defined_in(loop.body) | {loop.item, *loop.params}
    recomputation = Recomputation(
        list(loop.body.entries),
        inner,
        loop.item if again else None,
        facts,
        lambda var: var.name in written,
        lambda var: False,
        lambda atom: atom,
    )
    found = recomputation.plan([Var(name) for name in needed.split()])
    return [var.name for var in found.saved], [entry.targets[0].name for entry in found.recomputed]


@pytest.mark.parametrize(
    "body, needed, saved, recomputed",
    [
        ("a = add i 1", "a", [], ["a"]),
        ("a = add i 1; b = getitem xs a", "b", [], ["a", "b"]),
        ("a = add i 1; b = getitem xs a", "b a", [], ["a", "b"]),
        ("a = mul x 2.0; b = math.sin a", "b", [], ["a", "b"]),
        ("a = mul p x", "a", ["a"], []),
        ("a = mul p x; b = add i 1", "a b", ["a", "i"], ["b"]),
        ("a = mul p x; b = add i 1", "p", ["p"], []),
        ("a = truediv 1.0 5.0; b = mul p x", "a b", ["b"], ["a"]),
        ("a = print i", "a", ["a"], []),
        ("a = list_of i", "a", ["a"], []),
    ],
)
def test_over_a_range(body, needed, saved, recomputed):
    found = plan(body, needed)
    assert (sorted(found[0]), found[1]) == (sorted(saved), recomputed)


def test_what_was_written_is_not_read_again():
    assert plan("a = getitem xs i", "a") == ([], ["a"])
    assert plan("a = getitem xs i", "a", written=("xs",)) == (["a"], [])


def test_without_a_range_to_go_over_again():
    assert plan("a = add i 1; b = getitem xs a", "a b", again=False) == (["a"], ["b"])


def test_a_long_chain_is_saved():
    chain = "a0 = math.sin x; " + "; ".join(f"a{k + 1} = math.sin a{k}" for k in range(40))
    assert plan(chain, "a40") == (["a40"], [])


def test_nothing_needed_is_nothing_saved():
    assert plan("a = mul p x", "") == ([], [])


def saved_in(function, *args):
    gradient = s2sad.grad(function)
    gradient(*args)
    return re.findall(r"saved\.append\((.*)\)\n", gradient.source)


def test_what_is_the_same_in_all_iterations_is_not_saved():
    def f(x, n, h):
        s = 0.0
        for _ in range(n):
            x = x - (h / 2) * math.sqrt(n) * x * s
            s = s + x * x
        return s

    (saved,) = saved_in(f, 0.7, 3, 0.1)
    assert "scaled" not in saved and "sqrt" not in saved


def test_the_shape_of_what_is_written_is_asked_for_again():
    def f(x):
        A = np.zeros((2, 3))
        for i in range(2):
            for j in range(A.shape[1]):
                A[i, j] = x[j] * x[i]
        return np.sum(A)

    assert saved_in(f, np.array([0.3, -0.5, 0.8])) == []


def test_the_parts_of_an_index_are_saved_in_their_order():
    def f(a):
        total = 0.0
        for i, j, k in np.ndindex(a.shape):
            total += (i + 1) * a[i, j, k] * a[k, j, i]
        return total

    assert saved_in(f, np.arange(8.0).reshape(2, 2, 2)) == ["(i, j, k)"]


@pytest.mark.parametrize("f", [math.exp, lambda v: 0.3 / (v + 2.0)])
def test_what_is_stored_in_a_list_of_a_list_is_read_again(f):
    def sums(v, a):
        rows = [[0.0] * 2 for _ in range(3)]
        for i in range(3):
            for j in range(2):
                rows[i][j] = f(a[j] * v)
        return rows[0][0] + 2.0 * rows[0][1] + rows[2][1]

    assert saved_in(sums, 0.7, [0.3, -0.4]) == []
    (v_bar, a_bar), h = s2sad.grad(sums, (0, 1))(0.7, [0.3, -0.4]), 1e-6
    slopes = [(f(a * 0.7 + h) - f(a * 0.7 - h)) / (2 * h) for a in (0.3, -0.4)]
    assert a_bar == pytest.approx([0.7 * slopes[0], 3 * 0.7 * slopes[1]])
    assert v_bar == pytest.approx(0.3 * slopes[0] - 3 * 0.4 * slopes[1])
