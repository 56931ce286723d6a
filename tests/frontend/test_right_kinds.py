"""What raises TypeError is caught where it is a number, and nothing is where the kinds are right."""

import numpy as np
import pytest

import s2sad
from s2sad.errors import DifferentiationError


def length(x):
    try:
        n = len(x * 2.0)
        return 3.0 * x * n
    except TypeError:
        return x * x


def length_of_what_it_may_be(x):
    try:
        n = len(x)
    except TypeError:
        n = 5
    return n * x


def iterator(x):
    try:
        iter(x)
    except TypeError:
        x = [x, 2.0 * x]
    return x[0] * x[1]


def gone_through(x):
    total = 0.0
    try:
        for each in x:
            total += each
    except TypeError:
        total = x * x
    return total


def product(a, b):
    try:
        columns = len(b[0])
        made = [[0.0 for _ in range(columns)] for _ in range(len(a))]
        for i in range(len(a)):
            for j in range(columns):
                for k in range(len(b)):
                    made[i][j] += float(a[i][k] * b[k][j])
    except TypeError:
        made = [0.0 for _ in range(len(a))]
        for i in range(len(a)):
            for k in range(len(b)):
                made[i] += float(a[i][k] * b[k])
    return made


def of_matrices(x):
    return product([[x, 1.0], [2.0, x]], [[x, 3.0], [1.0, x]])[0][1]


def of_a_matrix_and_a_vector(x):
    return product([[x, 1.0], [2.0, x]], [x, 3.0])[0]


def out_of_range(x):
    values = [x, 2.0 * x]
    try:
        total = values[0] * values[2]
    except (TypeError, IndexError):
        total = values[1] * x
    return total


def divided(x):
    y = x
    try:
        y = 2.0 * x
        y = y / (x - x)
    except (TypeError, ZeroDivisionError):
        y = y * x
    return y


@pytest.mark.parametrize(
    "f",
    [
        length,
        length_of_what_it_may_be,
        iterator,
        gone_through,
        of_matrices,
        of_a_matrix_and_a_vector,
        out_of_range,
        divided,
    ],
)
def test_derivatives_agree_with_differences(same, f):
    same(f, (0.7,), (-1.5,))


def test_what_is_surely_of_the_right_kind_needs_no_try():
    found = s2sad.grad(of_matrices)
    found(0.7)
    assert "try" not in found.source


def numbered(x):
    try:
        for _, each in enumerate(x):
            x = each
    except TypeError:
        x = x * x
    return x


def test_a_number_that_is_gone_through_otherwise_is_refused():
    with pytest.raises(DifferentiationError, match="goes through a number"):
        s2sad.grad(numbered)(0.7)


def with_numpy(x):
    try:
        x = np.asarray(x)
        y = np.exp(x)
    except NameError:
        y = x
    return np.sum(x * y)


def without_a_name(x):
    try:
        y = 2.0 * x
        y = y * not_there
    except NameError:
        y = x * x
    return y


def of_its_own(x):
    def ask():
        raise NameError("no library")

    try:
        y = 2.0 * x
        ask()
    except NameError:
        y = x * x * x
    return y


def test_names_that_are_there_need_no_try():
    found = s2sad.grad(with_numpy)
    assert found(0.7) == pytest.approx(np.exp(0.7) * 1.7)
    assert "try" not in found.source


def test_names_that_are_not_there():
    assert s2sad.grad(without_a_name)(0.7) == pytest.approx(1.4)
    assert s2sad.grad(of_its_own)(0.7) == pytest.approx(3 * 0.7**2)
