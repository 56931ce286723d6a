"""What machine code has no values for is refused, with a reason."""

import bisect
import statistics

import numpy as np
import pytest

import s2sad
from s2sad.errors import DifferentiationError
from s2sad.ir.nodes import Const, Var
from s2sad.ir.parser import parse_function
from s2sad.loops.entry_checks import is_foreign, is_other_precision, is_text, plain_exception

X = np.array([0.3, -0.5, 0.8])
special = pytest.importorskip("scipy.special")


@pytest.mark.parametrize(
    "function, reason",
    [
        (lambda x: np.sum(special.j0(x)), "a function that Numba doesn't have"),
        (lambda x: np.sum(x.astype(np.float16)), "another precision than double"),
        (lambda x: np.sum(np.zeros(3, dtype="f2") + x), "another precision than double"),
        (lambda x: np.sum(np.random.normal(size=3) * x), "give it as an argument"),
        (lambda x: x[bisect.bisect(np.array([0.0, 1.0]), x[0], 1)], "a function that Numba doesn't have"),
        (lambda x: np.sum(x * np.array([[1.0, 2.0]]).tolist()[0][1]), "`tolist` of an array"),
        (lambda x: (print((x, 1)), np.sum(x))[1], "`print` of what is neither a number nor a text"),
        (lambda x: (print(list(x)), np.sum(x))[1], "`print` of what is neither a number nor a text"),
        (
            lambda x: np.linalg.svd(x * np.eye(3) + np.ones((2, 3, 3)))[1][0, 0],
            "`np.linalg.svd` of a stack of matrices",
        ),
    ],
)
def test_refusals(in_python, function, reason):
    with pytest.raises(DifferentiationError, match=reason):
        s2sad.grad(function, jit=True)(X)


def test_what_an_argument_is_names_the_function(in_python):
    def last(x, places):
        places.append(2)
        return x[places[-1]]

    with pytest.raises(DifferentiationError, match=r"test_entry_checks\.py:\d+:5.*places"):
        s2sad.grad(last, jit=True)(X, [0, 1])


@pytest.mark.parametrize(
    "value, other",
    [
        (np.float32, True),
        (np.dtype("f4"), True),
        ("float32", True),
        (np.complex64, True),
        (np.float64, False),
        (np.dtype(float), False),
        ("float64", False),
        (float, False),
        (3.0, False),
    ],
)
def test_precisions(value, other):
    assert is_other_precision(value) is other


def test_functions_of_other_libraries():
    assert is_foreign(statistics.mean) and is_foreign(special.j0) and is_foreign(special.factorial)
    assert not is_foreign(special.erf) and not is_foreign(special.logsumexp)
    assert not is_foreign(np.sin) and not is_foreign(np.sum) and not is_foreign(abs)


def test_exceptions_and_texts():
    text = "function f(x)\n    e = ValueError 'large' x\n    t = int x\n    return t\n"
    error, number = parse_function(text).body.entries
    assert plain_exception(number) is number
    assert plain_exception(error).args == (Const("large"),)
    assert is_text(Const("a")) and not is_text(Const(1)) and not is_text(Var("a"))


class TooLarge(ValueError):
    """An exception of the user's."""


def test_an_exception_of_the_users(in_python):
    def function(x):
        if x[0] > 5.0:
            raise TooLarge(f"{x[0]} is", "too large")
        if x[0] > 4.0:
            raise TooLarge
        return np.sum(x**2)

    gradient = s2sad.grad(function, jit=True)
    assert gradient(X) == pytest.approx(2 * X)
    with pytest.raises(ValueError, match="TooLarge: too large"):
        gradient(X + 6.0)
    with pytest.raises(ValueError):
        gradient(X + 4.0)


def test_numbers_are_printed_once(in_python, capsys):
    def function(x):
        total = 0.0
        for i in range(len(x)):
            total += x[i] ** 2
            print("after", i, total > 0.0)
        return total

    assert s2sad.grad(function, jit=True)(X) == pytest.approx(2 * X)
    assert capsys.readouterr().out == "after 0 True\nafter 1 True\nafter 2 True\n"
