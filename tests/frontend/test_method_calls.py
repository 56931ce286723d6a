"""Methods of values that are known only at run time."""

import logging

import numpy as np
import pytest

LOG = logging.getLogger("nobody")


def test_methods_of_arrays_are_functions(lowered):
    made = lowered(lambda a: a.sum() * a.mean(axis=0), np.ones(3))
    assert made.outline == "np.ndarray.sum np.ndarray.mean mul"


def test_what_is_appended(same):
    def f(x, k):
        out = []
        for i in range(k):
            out.append(x * i)
        return out

    assert same(f, (0.5, 3)).outline == "list_of range for{mul append}"


def test_what_is_logged_is_read_by_nobody(lowered):
    def f(x):
        LOG.debug("x is %s", x)
        return x * x

    assert lowered(f, 0.5).outline.split()[-1] == "mul"


@pytest.mark.parametrize(
    "f",
    [lambda x: [2.0, x, x * x].index(x) * x, lambda x: [2.0, x, x].count(x) * x, lambda x: [x, 1.0].copy()],
)
def test_what_is_asked_of_active_containers(same, f):
    same(f, (0.5,), (2.0,))
