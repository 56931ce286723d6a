"""A derivative stands in the place of its function: name, text, method, pickle."""

import math
import pickle

import pytest

import s2sad
from s2sad.derived import name_of_global


def square(x: float) -> float:
    """The square."""
    return x * x


@s2sad.grad
def sine(x):
    return math.sin(x)


class Model:
    def __init__(self, k):
        self.k = k

    @s2sad.grad(argnums=1)
    def loss(self, x):
        return self.k * x * x


def test_name_and_text_are_those_of_the_function():
    made = s2sad.grad(square)
    assert made.__name__ == "square" and made.__doc__ == "The square." and made.__wrapped__ is square
    assert repr(made).startswith(f"<grad of {__name__}.square by ")


def test_as_a_method_the_instance_is_the_first_argument():
    assert Model(3.0).loss(2.0) == 12.0
    assert Model.loss(Model(3.0), 2.0) == 12.0


@pytest.mark.parametrize("made", [s2sad.grad(square), sine, s2sad.grad(square, 0)])
def test_it_pickles(made):
    again = pickle.loads(pickle.dumps(made))
    assert again(0.7) == made(0.7)


def test_in_the_place_of_the_function_it_pickles_by_its_name():
    assert pickle.loads(pickle.dumps(sine)) is sine
    assert name_of_global(sine) == "sine" and name_of_global(s2sad.grad(square)) is None
    assert name_of_global(3.0) is None


def test_what_is_no_function():
    with pytest.raises(s2sad.NotCallable, match="3.0 isn't callable"):
        s2sad.grad(3.0)
