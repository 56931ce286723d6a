"""`zip` with iterators over what doesn't vary, to which the loop writes: an item is what stands there when it is taken."""

import runpy

import numpy as np
import pytest

import s2sad

ITERATORS = [
    "map(np.sin, z)",
    "map(operator.mul, z, w)",
    "filter(None, z)",
    "reversed(z)",
    "reversed(w)",
    "d.values()",
    "itertools.islice(z, 1, None)",
    "itertools.chain(z, w)",
    "itertools.accumulate(z)",
    "iter(z)",
    "itertools.cycle(z[2:4])",
    "read_backwards(z)",
]
PAIRS = ["enumerate(z)", "zip(w, z)", "zip(d.values(), z)", "zip(itertools.count(), z)", "numbered(z)"]
HEAD = """
import itertools
import operator

import numpy as np


def read_backwards(items):
    return reversed(items)


def numbered(items):
    return enumerate(items)


def f(x, s):
    z = np.array([1.0, 2.0, 3.0, 4.0, 5.5])
    w = [1.0, 2.5, 3.5, 4.0, 5.0]
    d = {"a": 1.0, "b": 2.0, "c": 3.0}
"""
WRITES = """
        z[3] += 1.0
        w[3] += 1.0
        d["c"] += 1.0
    return s * s
"""
FIRST = "    for q, b in zip(ITEMS, x):\n        s = s + q * b * b" + WRITES
SECOND = "    for b, q in zip(x, ITEMS):\n        s = s * 0.5 + q * b" + WRITES
COUNTED = "    for i, (b, q) in enumerate(zip(x, ITEMS)):\n        s = s + q * b * (i + 1)" + WRITES
OF_PAIRS = "    for b, (p, q) in zip(x, ITEMS):\n        s = s + p * b + q * b * b" + WRITES
NAMED = """
    items = ITEMS
    z[1], w[1], d["b"] = 7.0, 7.5, 8.0
    for b, q in zip(x, items):
        s = s + q * b
    return s * s
"""

CASES = [(body, items) for body in (FIRST, SECOND, COUNTED, NAMED) for items in ITERATORS]
CASES += [(OF_PAIRS, items) for items in PAIRS]
X, S = np.array([1.0, 2.1, 3.3, 4.2, 5.4]), 0.83


@pytest.mark.parametrize(("body", "items"), CASES)
def test_items_are_those_of_the_moment(body, items, tmp_path):
    path = tmp_path / "program.py"
    path.write_text(HEAD + body.replace("ITEMS", items))
    f = runpy.run_path(str(path))["f"]
    along = np.cos(X)
    expected = (f(X + 1e-6 * along, S) - f(X - 1e-6 * along, S)) / 2e-6
    value, gradient = s2sad.value_and_grad(f)(X, S)
    assert value == pytest.approx(f(X, S))
    assert np.sum(gradient * along) == pytest.approx(expected, rel=1e-6)
    assert s2sad.jvp(f, (X, S), (along, 0.0))[1] == pytest.approx(expected, rel=1e-6)


def beside_a_generator(x):
    z = np.array([1.0, 2.0, 3.0, 4.0])
    s = 0.0
    for b, q in zip((u * u for u in x), map(np.sin, z)):
        s = s + b * q
        z[3] += 1.0
    return s


def beside_itself(x):
    items = iter([x[0], 2.0, x[1], 0.5])
    return sum(a * b for a, b in zip(items, items))


@pytest.mark.parametrize(
    ("f", "reason"),
    [
        (beside_a_generator, "depends on what changes in a loop"),
        (beside_itself, "depends on what changes in a loop"),
    ],
)
def test_what_is_gone_through_too_early_is_refused(f, reason):
    with pytest.raises(s2sad.DifferentiationError, match=reason):
        s2sad.grad(f)(np.array([1.0, 2.0, 3.0, 4.0]))


def unchanged_beside_a_generator(x):
    z = np.array([1.0, 2.0, 3.0, 4.0])
    out = np.zeros(4)
    for b, (i, q) in zip((u * u for u in x), enumerate(z)):
        out[i] = b * q
    return np.sum(out)


def test_what_stays_as_it_is_beside_a_generator():
    x = np.array([1.0, 2.0, 3.0, 4.0])
    assert s2sad.grad(unchanged_beside_a_generator)(x).tolist() == [2.0, 8.0, 18.0, 32.0]
