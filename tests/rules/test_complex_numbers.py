"""Complex numbers inside of real functions: against central differences, forward against reverse, second order."""

import pytest

import s2sad


def through_parts(x, y):
    z = complex(x, y)
    w = z * z * (0.3 - 0.7j) + z / (1.0 + x * 1j)
    return w.real * w.imag + (w * w.conjugate()).real


def through_modulus(x, y):
    z = complex(x, y) ** 3 - 2.0 * x
    return abs(z) * y + abs(z.conjugate() - 1.0)


def real_beside_complex(x, y):
    z = (x + 2j) * y - (1j - x) / (y * 1j)
    return z.real + 2.0 * z.imag


def in_a_loop(x, y):
    z = complex(x, y)
    total = 0.0
    for k in range(3):
        z = z * z + complex(0.1 * k, x)
        total = total + abs(z)
    return total


@pytest.mark.parametrize("function", [through_parts, through_modulus, real_beside_complex, in_a_loop])
def test_complex_numbers(function):
    at, h = (0.4, -0.3), 1e-6

    def difference(of, place):
        plus = of(*(v + h * (i == place) for i, v in enumerate(at)))
        minus = of(*(v - h * (i == place) for i, v in enumerate(at)))
        return (plus - minus) / (2.0 * h)

    gradient = s2sad.grad(function, (0, 1))
    expected = [difference(function, place) for place in (0, 1)]
    assert gradient(*at) == pytest.approx(expected, rel=1e-8)
    assert all(type(part) is float for part in gradient(*at))
    value, tangent = s2sad.jvp(function, at, (1.0, -2.0))
    assert value == function(*at)
    assert tangent == pytest.approx(expected[0] - 2.0 * expected[1], rel=1e-8)
    product = s2sad.hvp(function, at, (1.0, 0.0))
    second = [difference(lambda x, y, k=k: gradient(x, y)[k], 0) for k in (0, 1)]
    assert product == pytest.approx(second, rel=1e-6)


def test_the_modulus_at_zero_has_derivative_zero():
    assert s2sad.grad(lambda x: abs(complex(x, 0.0)) + 2.0 * x)(0.0) == 2.0
