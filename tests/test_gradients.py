"""What `grad` returns: one text for each kind of call, and the plain value where it is asked."""

import math
import types

import numpy as np
import pytest

import s2sad


def f(x, y=2.0):
    return x * x * y


def test_ints_floats_and_arrays_have_texts_of_their_own():
    gradient = s2sad.grad(lambda x: np.sum(x * x))
    assert gradient(3.0) == 6.0
    assert gradient(np.array([1.0, 2.0])).tolist() == [2.0, 4.0]
    assert gradient(np.ones((2, 2))).tolist() == [[2.0, 2.0], [2.0, 2.0]]
    assert gradient(3.0) == 6.0


def test_arguments_by_name_and_defaults():
    gradient = s2sad.grad(f, ("x", "y"))
    assert gradient(3.0) == (12.0, 9.0) == gradient(x=3.0) == gradient(3.0, y=2.0)
    assert gradient(y=1.0, x=3.0) == (6.0, 9.0)


def test_the_source_is_that_of_the_last_kind_of_call_and_computes_the_same():
    gradient = s2sad.grad(f)
    gradient(3.0)
    space = {}
    exec(gradient.source, space)
    assert space["f_grad"](3.0, 2.0) == 12.0 == gradient.emitted(3.0, 2.0)


def test_each_argument_once_or_several_times():
    assert s2sad.grad(f, (1, 0, 1))(3.0, 2.0) == (9.0, 12.0, 9.0)


def test_what_the_function_raises_comes_through():
    with pytest.raises(ValueError, match="math domain|expected a"):
        s2sad.grad(lambda x: math.sqrt(x))(-1.0)


def test_a_kind_that_is_refused_is_refused_again_and_others_are_not():
    gradient = s2sad.grad(lambda x: x[0] * 2.0 if isinstance(x, list) else float(str(x)))
    for _ in range(2):
        with pytest.raises(s2sad.DifferentiationError):
            gradient(1.0)
        assert gradient([3.0]) == [2.0]


def test_objects_as_defaults_whose_attributes_are_read():
    usual = types.SimpleNamespace(k=3.0, part=types.SimpleNamespace(n=2))

    def f(x, setting=usual):
        return setting.k * x**setting.part.n

    derivative = s2sad.grad(f)
    assert [derivative(2.0) for _ in range(4)] == [12.0] * 4
