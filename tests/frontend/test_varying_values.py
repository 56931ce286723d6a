"""Whether a value varies: by what it holds, in all depths, and by what a function reads."""

import pytest

import s2sad


class Model:
    def __init__(self, rate):
        self.rate = rate

    def at(self, t):
        return self.rate * t


def in_a_function(x, c):
    def shifted(t):
        return t + x

    return max([shifted(c), shifted(2.0 * c)])


def in_an_object_in_a_dict(x, c):
    table = {"m": (Model(x), c)}
    model, scale = table["m"]
    return model.at(c) * scale


def in_a_method(x, c):
    at = Model(x).at
    return sum(map(at, [c, 2.0 * c]))


def not_at_all(x, c):
    model = Model(c)
    return x + model.at(c)


@pytest.mark.parametrize(
    ("function", "slopes"),
    [
        (in_a_function, [1.0, 2.0]),
        (in_an_object_in_a_dict, [0.16, 2.0 * 0.7 * 0.4]),
        (in_a_method, [1.2, 2.1]),
        (not_at_all, [1.0, 0.8]),
    ],
)
def test_slopes(check, function, slopes):
    assert check(function, 0.7, 0.4) == pytest.approx(slopes)


def test_what_does_not_vary_is_called_as_it_is(lowered):
    assert "mul" in lowered(in_a_method, 0.7, 0.4).outline
    found = s2sad.grad(lambda x: x * abs(max([1.0, -2.0], key=abs)))(0.7)
    assert found == 2.0
