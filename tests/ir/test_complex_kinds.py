"""Whether numbers are real or complex, against NumPy."""

import operator

import numpy as np
import pytest

from s2sad.ir import kinds as K
from s2sad.ir.complex_kinds import (
    by_values,
    decided,
    either,
    is_uncertain,
    numbers_in,
    real_or_complex,
    untried,
)
from s2sad.ir.dummies import Known

REAL, COMPLEX = K.array_kind(K.FLOAT, 1), K.array_kind(K.COMPLEX, 1)
UNSURE = K.array_kind(K.UNKNOWN, 1)


@pytest.mark.parametrize(
    "function, args",
    [
        (np.linalg.eigvals, ([[1.0, 0.0], [0.0, 2.0]], [[0.0, 1.0], [-1.0, 0.0]])),
        (np.roots, ([1.0, 0.0, -1.0], [1.0, 0.0, 1.0])),
        (np.real_if_close, ([1.0 + 0j], [1.0 + 1j])),
        (np.emath.sqrt, (1.0, -1.0)),
    ],
)
def test_functions_whose_values_decide(function, args):
    always = function is np.linalg.eigvals and np.lib.NumpyVersion(np.__version__) >= "2.5.0"
    assert [np.iscomplexobj(function(arg)) for arg in args] == [always, True]
    assert by_values(function)


@pytest.mark.parametrize("function", [np.sin, np.linalg.eigvalsh, np.sqrt, len])
def test_functions_whose_kinds_decide(function):
    assert not by_values(function)


@pytest.mark.parametrize(
    "kind, numbers",
    [
        (REAL, "float"),
        (K.tuple_kind((K.INT, COMPLEX)), "complex"),
        (K.list_kind(K.FLOAT), "float"),
        (K.dtype_kind(K.COMPLEX), "complex"),
        (K.OBJECT, "unknown"),
        (K.TEXT, "bottom"),
        (Known(complex), "complex"),
        (Known("float32"), "float"),
        (Known("no dtype"), "bottom"),
        (Known(True), "bottom"),
        (Known(None), "bottom"),
    ],
)
def test_the_numbers_in_a_value(kind, numbers):
    assert str(numbers_in(kind)) == numbers


def test_what_could_not_be_tried():
    assert untried(np.add, (REAL, K.FLOAT)) == K.FLOAT
    assert untried(np.add, (REAL, COMPLEX)) == K.UNKNOWN
    assert untried(operator.getitem, (COMPLEX, K.INT)) == K.COMPLEX
    assert untried(np.fft.irfft, (REAL,)) == K.UNKNOWN
    assert untried(np.linalg.eigvals, (REAL,)) == K.UNKNOWN
    assert untried(np.zeros, (K.OBJECT,), (("dtype", Known(float)),)) == K.FLOAT
    assert untried(np.zeros, (K.INT,), (("dtype", K.OBJECT),)) == K.UNKNOWN
    assert untried(np.ravel, (REAL,), (("order", K.OBJECT),)) == K.FLOAT


def test_uncertain_kinds_and_what_decides_them():
    pair = K.tuple_kind((K.INT, K.list_kind(UNSURE)))
    assert is_uncertain(UNSURE) and is_uncertain(pair) and is_uncertain(K.dtype_kind(K.UNKNOWN))
    assert not is_uncertain(REAL) and not is_uncertain(K.FLOAT) and not is_uncertain("a")
    assert str(decided(pair, K.COMPLEX)) == "tuple[int, list[array[complex, 1]]]"
    assert decided(REAL, K.COMPLEX) == REAL


def test_what_may_be_real_or_complex():
    assert real_or_complex(K.FLOAT) == K.COMPLEX and real_or_complex(K.INT) == K.INT
    found = real_or_complex(K.tuple_kind((REAL, K.list_kind(K.FLOAT))))
    assert str(found) == "tuple[array[unknown, 1], list[complex]]"


@pytest.mark.parametrize(
    "one, other, both",
    [
        (REAL, REAL, "array[float, 1]"),
        (REAL, COMPLEX, "array[unknown, 1]"),
        (REAL, K.array_kind(K.COMPLEX, 2), "array[unknown]"),
        (K.tuple_kind((REAL, K.INT)), K.tuple_kind((COMPLEX, K.INT)), "tuple[array[unknown, 1], int]"),
        (K.list_kind(REAL), K.list_kind(COMPLEX), "list[array[unknown, 1]]"),
        (K.dtype_kind(K.FLOAT), K.dtype_kind(K.COMPLEX), "dtype[unknown]"),
        (REAL, K.FLOAT, "unknown"),
    ],
)
def test_one_of_two(one, other, both):
    assert str(either(one, other)) == str(either(other, one)) == both


@pytest.mark.parametrize("name", ["fft", "ifft2", "fftn", "rfft", "ihfft"])
def test_transforms_whose_result_is_complex_whatever_they_get(name):
    function = getattr(np.fft, name)
    assert np.iscomplexobj(function(np.ones((2, 2)))) and untried(function, (UNSURE,)) == K.COMPLEX
    assert untried(np.fft.irfftn, (COMPLEX,)) == K.UNKNOWN
