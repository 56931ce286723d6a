"""Arguments that are spread, of a number that isn't known, for parameters with defaults."""

from dataclasses import dataclass

import numpy as np
import pytest

import s2sad


class Epidemic:
    def __init__(self, beta, gamma, size=10.0):
        self.beta, self.gamma, self.size = beta, gamma, size

    def rate(self):
        return self.beta * self.size**2 - self.gamma


@dataclass
class Spring:
    stiffness: float
    length: float
    damping: float = 0.5

    def force(self):
        return self.stiffness * self.length - self.damping**2


def scaled(x, y, power=2, least=None, kind="plain"):
    return (x * y) ** power if least is None else x + least


def of_class(p: np.ndarray):
    return Epidemic(*p).rate()


def of_dataclass(p: np.ndarray):
    return Spring(*p).force()


def of_function(p: np.ndarray):
    return scaled(*p)


def behind_another(p: np.ndarray):
    return scaled(p[0], *p[1:], least=p[1])


CASES = [
    (of_class, (2, 3)),
    (of_dataclass, (2, 3)),
    (of_function, (2, 3, 4)),
    (behind_another, (2, 3)),
]


@pytest.mark.parametrize("f, counts", CASES)
def test_each_parameter_gets_an_item_or_its_default(f, counts):
    for count in counts:
        p = np.linspace(1.1, 1.9, count)
        way = np.linspace(0.5, -0.7, count)
        wanted = (f(p + 1e-6 * way) - f(p - 1e-6 * way)) / 2e-6
        assert s2sad.value_and_grad(f)(p)[0] == f(p)
        assert s2sad.grad(f)(p) @ way == pytest.approx(wanted, rel=1e-7)
        assert s2sad.jvp(f, (p,), (way,))[1] == pytest.approx(wanted, rel=1e-7)


@pytest.mark.parametrize("count", [1, 4])
def test_too_few_and_too_many_raise_as_in_python(count):
    with pytest.raises(TypeError, match=f"from 3 to 4 positional arguments but {count + 1} were given"):
        s2sad.grad(of_class)(np.ones(count))


def test_what_is_no_number_is_not_given_by_a_spread():
    with pytest.raises(TypeError, match="pass it by itself"):
        s2sad.grad(of_function)(np.ones(5))
