"""Arguments that are spread: known ones one by one, others as the sequence that they are."""

import pytest

import s2sad
from s2sad.errors import DifferentiationError

OPTIONS = {"scale": 3.0, "shifted": True}
PAIR = (2.0, 5.0)


def weighted(a, b, *, scale=1.0, shifted=False):
    return scale * a * b + (a if shifted else 0.0)


def by_names(x):
    return weighted(x, 2.0, **OPTIONS)


def by_tuple(x):
    return weighted(x, *PAIR[:1], scale=PAIR[1])


def both(x):
    args, named = (x, x), {"scale": x}
    return weighted(*args, **named, shifted=True)


def in_order(x):
    seen = []

    def note(value):
        seen.append(len(seen))
        return value

    first, second = note(x), seen[-1]
    return weighted(note(x * x), *[note(2.0)], scale=note(3.0)) * first * (1 + second) + len(seen)


class Pair:
    def __init__(self, a, b=1.0):
        self.a, self.b = a, b

    def __iter__(self):
        yield self.a
        yield self.b

    def __add__(self, other):
        return Pair(*(one + another for one, another in zip(self, other)))

    def turned(self):
        return Pair(*[v * i for i, v in enumerate(self)])


def items_one_by_one(x):
    """Of a class, and of a function with defaults: how many are spread has to be known."""
    sum_of_two = (Pair(x) + Pair(*map(abs, (2.0, x)))).turned()
    return weighted(*sum_of_two) + weighted(*Pair(x, x))


@pytest.mark.parametrize(
    ("function", "slope"),
    [
        (items_one_by_one, 2 * 0.7),
        (by_names, 7.0),
        (by_tuple, 10.0),
        (both, 3 * 0.7**2 + 1.0),
        (in_order, 3 * 6.0 * 0.7**2),
    ],
)
def test_what_is_spread_is_bound_as_python_does(check, function, slope):
    assert check(function, 0.7) == pytest.approx([slope])


def test_a_flag_of_a_dict_outside_is_asked_again(monkeypatch):
    gradient = s2sad.grad(by_names)
    assert gradient(0.7) == pytest.approx(7.0)
    monkeypatch.setitem(OPTIONS, "shifted", False)
    assert gradient(0.7) == pytest.approx(6.0)
    monkeypatch.setitem(OPTIONS, "scale", 4.0)
    assert gradient(0.7) == pytest.approx(8.0)


def unknown_number(xs):
    return weighted(*[x * x for x in xs])


def test_as_many_as_there_are_parameters_or_an_error():
    assert s2sad.grad(unknown_number)([0.5, 0.7]) == pytest.approx([2.0 * 0.5 * 0.49, 2.0 * 0.7 * 0.25])
    with pytest.raises((DifferentiationError, TypeError, ValueError)):
        s2sad.grad(unknown_number)([0.5, 0.7, 0.9])
