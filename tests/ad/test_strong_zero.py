"""An infinite adjoint times a zero partial is zero, as an infinite partial times a zero tangent is."""

import numpy as np
import pytest

import s2sad

X = np.array([[0.1, 0.2], [0.5, -0.3], [1.0, 0.7]])


def differences(x):
    return x[:, None, :] - x[None, :, :]


def distances(x):
    return np.sum(np.sqrt(np.sum(differences(x) ** 2, axis=-1)))


def distances_in_loops(x):
    s = 0.0
    for i in range(len(x)):
        for j in range(len(x)):
            d = x[i] - x[j]
            s += np.sqrt(np.sum(d * d)) + np.sqrt(d @ d)
    return s


def by_power(x):
    r = np.sum(differences(x) ** 2, axis=-1) ** 0.5
    return np.sum(r * r + r)


def by_subscripts(x):
    d = differences(x)
    r = np.sqrt(np.einsum("ijk,ijk->ij", d, d))
    return np.sum(np.exp(-r / 2.0) * r)


def weighted(x):
    r = np.sqrt(np.sum(np.array([1.0, 3.0]) * differences(x) ** 2 / 2.0, axis=-1))
    return np.sum(r)


def weight_that_varies(x):
    return np.sum(np.sqrt(x[0, 0] * 3 * np.sum(differences(x) ** 2, axis=-1)))


def divided(x):
    r = np.sqrt((differences(x) ** 2).sum(-1)) + np.eye(len(x))
    return np.sum(1 / r)


def overwritten_diagonal(x):
    r = np.sqrt((differences(x) ** 2).sum(-1))
    np.fill_diagonal(r, 1.0)
    return np.sum(1 / r)


def by_columns(x):
    dx = x[:, 0][:, None] - x[:, 0][None, :]
    dy = np.subtract.outer(x[:, 1], x[:, 1])
    r = np.sqrt(dx * dx + dy * dy)
    return np.sum(np.exp(-r)) + np.sum(r * (1.0 - np.eye(3)))


def stored_squares(x):
    squares = np.zeros((3, 3))
    for i in range(3):
        for j in range(3):
            squares[i, j] = np.sum((x[i] - x[j]) ** 2)
    return np.sum(np.sqrt(squares))


def of_absolute_values(x):
    r = np.abs(differences(x)).sum(-1) ** 1.5
    return np.sum(np.cbrt(r) ** 2)


@pytest.mark.parametrize(
    "fun",
    [
        distances,
        distances_in_loops,
        by_power,
        by_subscripts,
        weighted,
        weight_that_varies,
        divided,
        overwritten_diagonal,
        by_columns,
        stored_squares,
        of_absolute_values,
    ],
)
def test_distances_of_points_to_themselves(fun):
    units = [unit.reshape(X.shape) for unit in np.eye(X.size)]
    wanted = np.array([(fun(X + 1e-6 * e) - fun(X - 1e-6 * e)) / 2e-6 for e in units])
    with np.errstate(all="ignore"):
        gradient = s2sad.grad(fun)(X)
        along = [s2sad.jvp(fun, (X,), (e,))[1] for e in units]
    assert gradient.ravel() == pytest.approx(wanted, rel=1e-6, abs=1e-6)
    assert along == pytest.approx(wanted, rel=1e-6, abs=1e-6)


def test_what_is_infinite_stays_so():
    with np.errstate(all="ignore"):
        assert list(s2sad.grad(lambda x: np.sum(np.sqrt(2.0 * x)))(np.array([0.0, 2.0]))) == [np.inf, 0.5]
        saddle = s2sad.grad(lambda x: np.sqrt(x[0] ** 2 - x[1] ** 2))(np.array([1.0, 1.0]))
    assert list(saddle) == [np.inf, -np.inf]


ORDERS = [(None, 1), (None, 0), (1, 1), (3, 0), (np.inf, 1), (2, -1), ("fro", None), ("nuc", None), (2, None)]


@pytest.mark.parametrize("order, axis", ORDERS)
def test_norms_in_reverse_over_reverse(order, axis):
    def total(x):
        return np.sum(np.linalg.norm(x, order, axis=axis) ** 3)

    gradient = s2sad.grad(total)
    v = np.array([[1.0, 2.0], [-1.0, 0.5], [0.3, 0.2]])
    wanted = (gradient(X + 1e-6 * v) - gradient(X - 1e-6 * v)) / 2e-6
    again = s2sad.grad(lambda x: np.sum(gradient(x) * v))(X)
    assert again == pytest.approx(wanted, rel=1e-5, abs=1e-7)
