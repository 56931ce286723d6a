"""Index sets in the place of tangents: what depends on what is exactly what a person would say."""

import numpy as np
import pytest

import s2sad

N = 5


def crosses(function, x):
    """The pattern that is found, of a matrix whose places are told apart from zeros by the colours too."""
    found = s2sad.jacobian(function, sparse=True)(x)
    rows = [["." for _ in range(x.size)] for _ in range(found.shape[0])]
    for i, j in zip(*found.tocoo().coords):
        rows[i][j] = "x"
    return " ".join("".join(row) for row in rows)


def elementwise(x):
    return np.sin(x) * x


def shifted(x):
    return np.roll(x, 1) * 2.0


def stencil(x):
    d = np.zeros_like(x)
    d[1:-1] = x[2:] - x[:-2]
    return d


def second_order(x):
    return helper(x) + x


def helper(x):
    return x * np.roll(x, 1)


def by_branches(x):
    y = np.zeros(N)
    for i in range(1, N):
        if x[i] > 0.0:
            y[i] = x[i - 1] * x[i]
        else:
            y[i] = x[0]
    return y


def product_by_a_matrix(x):
    return np.tri(N) @ x


def copied_items(x):
    rows = []
    for v in x[:2]:
        rows.append(v * x[4])
    return np.array(rows)


def by_recursion(x):
    return moved_on(x, 2) * x


def moved_on(x, n):
    if n == 0:
        return np.sin(x)
    return moved_on(np.roll(x, 1), n - 1) + 1.0


@pytest.mark.parametrize(
    "function, pattern",
    [
        (elementwise, "x.... .x... ..x.. ...x. ....x"),
        (shifted, "....x x.... .x... ..x.. ...x."),
        (stencil, "..... x.x.. .x.x. ..x.x ....."),
        (second_order, "x...x xx... .xx.. ..xx. ...xx"),
        (by_branches, "..... xx... x.... x.... ...xx"),
        (copied_items, "x...x .x..x"),
        (by_recursion, "x..x. .x..x x.x.. .x.x. ..x.x"),
    ],
)
def test_what_depends_on_what(function, pattern):
    x = np.array([0.3, 1.2, -0.7, -0.9, 2.0])
    assert crosses(function, x) == pattern
    steps = 1e-6 * np.eye(N)
    columns = [(function(x + h) - function(x - h)) / 2e-6 for h in steps]
    assert s2sad.jacobian(function, sparse=True)(x).toarray() == pytest.approx(np.stack(columns, 1), abs=1e-8)


def test_what_takes_numbers_only_makes_all_depend_on_all():
    x = np.arange(1.0, N + 1)
    assert crosses(product_by_a_matrix, x) == " ".join(["x" * N] * N)
    assert s2sad.jacobian(product_by_a_matrix, sparse=True)(x).toarray() == pytest.approx(np.tri(N))
