"""Arguments as functions that live outside take them."""

import inspect
import math

import numpy as np
import pytest

from s2sad.frontend.outside_arguments import arity_of


@pytest.mark.parametrize(
    ("function", "count"), [(np.sin, 1), (np.hypot, 2), (len, 1), (abs, 1), (math.hypot, None), (max, None)]
)
def test_how_many_arguments_a_function_takes(function, count):
    assert arity_of(function) == count
    if count is not None and not isinstance(function, np.ufunc):
        assert len(inspect.signature(function).parameters) == count


def test_lists_become_arrays_where_the_function_makes_some(lowered):
    assert lowered(lambda x: np.sum([x, x * x]), 0.5).outline == "mul list_of np.array np.sum"


def test_what_a_class_says_that_it_holds(same):
    class Pair:
        def __init__(self, a, b):
            self.a, self.b = a, b

        def __iter__(self):
            yield self.a
            yield self.b

    same(lambda x: sum(Pair(x, 2.0 * x)) * len(list(Pair(1.0, x))), (0.7,), (-1.5,))


def test_items_of_a_dict_that_nothing_is_known_of(same):
    def f(x, by):
        return x * max(by) + min(by.values()) * x

    same(f, (0.5, {2.0: 1.0, 3.0: -1.0}))
