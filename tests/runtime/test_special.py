import math

import pytest

from s2sad.runtime.special import digamma, index_of_max, index_of_min, order_of, polygamma

EULER = 0.5772156649015329
ZETA_3 = 1.2020569031595942


@pytest.mark.parametrize(
    ("x", "value"),
    [
        (1.0, -EULER),
        (2, 1.0 - EULER),
        (0.5, -EULER - 2.0 * math.log(2.0)),
        (0.25, -EULER - math.pi / 2.0 - 3.0 * math.log(2.0)),
        (-0.5, 2.0 - EULER - 2.0 * math.log(2.0)),
        (1e10, 23.025850929890456),
        (1e-10, -1e10 - EULER),
    ],
)
def test_digamma(x, value):
    assert digamma(x) == pytest.approx(value, rel=1e-14)


@pytest.mark.parametrize(
    ("n", "x", "value"),
    [
        (0, 1.0, -EULER),
        (1, 1.0, math.pi**2 / 6.0),
        (1, 0.5, math.pi**2 / 2.0),
        (1, 0.25, math.pi**2 + 8.0 * 0.915965594177219),
        (1, -0.5, math.pi**2 / 2.0 + 4.0),
        (2, 1, -2.0 * ZETA_3),
        (2, 0.5, -14.0 * ZETA_3),
        (3, 1.0, math.pi**4 / 15.0),
        (3, 0.5, math.pi**4),
    ],
)
def test_polygamma(n, x, value):
    assert polygamma(n, x) == pytest.approx(value, rel=1e-14)


@pytest.mark.parametrize("n", range(4))
@pytest.mark.parametrize("x", [-7.3, -0.6, 0.2, 0.49, 0.51, 3.3, 9.9, 25.0])
def test_recurrence(n, x):
    step = (-1.0) ** n * math.factorial(n) / x ** (n + 1)
    assert polygamma(n, x + 1.0) - polygamma(n, x) == pytest.approx(step, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("n", range(3))
def test_poles_and_infinities(n):
    assert all(math.isnan(polygamma(n, x)) for x in (0.0, -0.0, -1.0, -20, -math.inf, math.nan))
    assert polygamma(n, math.inf) == (math.inf if n == 0 else 0.0)


def test_places_of_extremes_are_the_first():
    assert index_of_max([0.3, 0.7, 0.7]) == 1
    assert index_of_min((0.3, 0.2, 0.2)) == 1
    assert index_of_max([math.nan, 1.0]) == 0


def test_order_of_items_keeps_equals():
    assert order_of([0.3, -0.7, 0.3]) == [1, 0, 2]
    assert order_of([0.3, -0.7, 0.3], reverse=True) == [0, 2, 1]
