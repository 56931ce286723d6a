"""Arguments that are spread last in a call of a derivative, of a number that isn't known."""

import pytest

import s2sad


def energy(x, *weights):
    total = x
    for w in weights:
        total = total * w + x * x
    return total


def slope_of(x, rest):
    return s2sad.grad(energy)(x, *rest)


def second(x, *weights):
    return s2sad.grad(lambda y: s2sad.grad(energy)(y, *weights))(x)


@pytest.mark.parametrize("rest", [[], [2.0], [2.0, 3.0]])
def test_slopes_of_slopes_are_those_of_differences(rest):
    def plain(x):
        return (energy(x + 1e-4, *rest) - energy(x - 1e-4, *rest)) / 2e-4

    found = s2sad.value_and_grad(slope_of, 0)(0.7, rest)
    assert found[0] == pytest.approx(plain(0.7), rel=1e-7)
    wanted = (energy(0.71, *rest) - 2.0 * energy(0.7, *rest) + energy(0.69, *rest)) / 1e-4
    assert found[1] == pytest.approx(wanted, rel=1e-6, abs=1e-6)
    assert second(0.7, *rest) == pytest.approx(wanted, rel=1e-6, abs=1e-6)
