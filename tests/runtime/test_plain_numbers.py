"""Functions of numbers in plain arithmetic, against those of `math` and NumPy that they stand for."""

import math

import numpy as np
import pytest

from s2sad.runtime import plain_numbers

POINTS = {
    "comb": [(0, 0), (5, 2), (5, 5), (3, 4), (61, 30)],
    "perm": [(0, 0), (5, 2), (5, 5), (3, 4), (20, 20)],
    "factorial": [(0,), (1,), (7,), (20,)],
    "isqrt": [(0,), (15,), (16,), (10**18 - 1,), (10**18,), (2**63 - 1,)],
    "lcm": [(4, 6), (-4, 6), (0, 3), (7, 7)],
    "isclose": [(1.0, 1.0 + 1e-10), (1.0, 1.001), (math.inf, math.inf), (math.inf, 1.0), (math.nan, 1.0)],
    "remainder": [(5.0, 3.0), (-5.0, 3.0), (1.5, 1.0), (2.5, 1.0), (7.3, -2.0), (3.0, math.inf)],
    "ulp": [(1.0,), (-3.7,), (0.0,), (5,)],
    "heaviside": [(-2.0, 0.5), (0.0, 0.5), (3.0, 0.5), (math.nan, 0.5)],
}


@pytest.mark.parametrize("name", [one.__name__ for one in plain_numbers.PLAIN_NUMBERS])
def test_values_are_those_of_the_library(name):
    wanted, found = getattr(math, name, getattr(np, name, None)), getattr(plain_numbers, name)
    for args in POINTS[name]:
        np.testing.assert_equal(found(*args), wanted(*args), err_msg=str(args))


@pytest.mark.parametrize("name, args", [("comb", (70, 35)), ("factorial", (21,)), ("perm", (30, 20))])
def test_what_has_more_than_64_bits_raises(name, args):
    with pytest.raises(OverflowError):
        getattr(plain_numbers, name)(*args)


@pytest.mark.parametrize("name, args", [("comb", (-1, 2)), ("factorial", (-1,)), ("isqrt", (-4,))])
def test_negative_integers_raise(name, args):
    with pytest.raises(ValueError):
        getattr(plain_numbers, name)(*args)
