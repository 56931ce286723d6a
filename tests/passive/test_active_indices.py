"""An active value as an index, or as the key of a dict: an item is constant around it, unless an object computes it."""

from collections import OrderedDict, defaultdict
from types import MappingProxyType, SimpleNamespace

import numpy as np
import pytest

import s2sad

TABLE = {1: 2.0, 2: 5.0, 3.0: 7.0}
ROW = [1.0, 2.0, 4.0, 8.0]
ARRAY = np.array([1.0, 2.0, 4.0])
NESTED = {2.0: {2.0: 3.0}}


class Linear:
    """Its items are computed."""

    scale = 2.0

    def __getitem__(self, key):
        return self.scale * key * key


class Missing(dict):
    def __missing__(self, key):
        return key * key


class Has:
    table = {2.0: 4.0}
    view = MappingProxyType({2.0: 4.0})
    ordered = OrderedDict({2.0: 4.0})
    default = defaultdict(float, {2.0: 4.0})
    row = (1.0, 3.0, 9.0)
    computed = Linear()
    missing = Missing({3.0: 1.0})


HAS, LINEAR, SPACE = Has(), Linear(), SimpleNamespace(table={2.0: 4.0}, rows={2.0: np.array([1.0, 3.0])})


def of_a_copy(x):
    copy = dict(TABLE)
    return copy[x] * x


def of_an_array_in_a_dict(x):
    return SPACE.rows[x][1] * x


CASES = {
    "table": (lambda x: TABLE[x] * x, 5.0),
    "int": (lambda x: TABLE[int(x)] * x, 5.0),
    "round": (lambda x: TABLE[round(x)] * x, 5.0),
    "list": (lambda x: ROW[int(x)] * x, 4.0),
    "array": (lambda x: ARRAY[int(x)] * x, 4.0),
    "nested": (lambda x: NESTED[x][x] * x, 3.0),
    "copy": (of_a_copy, 5.0),
    "attribute": (lambda x: HAS.table[x] * x, 4.0),
    "view": (lambda x: HAS.view[x] * x, 4.0),
    "ordered": (lambda x: HAS.ordered[x] * x, 4.0),
    "default": (lambda x: HAS.default[x] * x, 4.0),
    "tuple": (lambda x: HAS.row[int(x)] * x, 9.0),
    "namespace": (lambda x: SPACE.table[x] * x, 4.0),
    "item of an item": (of_an_array_in_a_dict, 3.0),
    "computed": (lambda x: LINEAR[x] * x, 24.0),  # 2 x³
    "computed of a sum": (lambda x: LINEAR[x + 1.0] * x, 42.0),  # 2 (x + 1)² x
}


@pytest.mark.parametrize("case", CASES)
def test_derivatives(case):
    function, wanted = CASES[case]
    value = function(2.0)
    assert s2sad.grad(function)(2.0) == wanted
    assert s2sad.jvp(function, (2.0,), (1.0,)) == (value, wanted)
    assert s2sad.vjp(function, 2.0)[1](1.0) == (wanted,)


@pytest.mark.parametrize("function", [lambda x: HAS.computed[x] * x, lambda x: HAS.missing[x] * x])
def test_an_object_that_may_compute_its_items_is_refused(function):
    for derivative in (s2sad.grad(function), lambda x: s2sad.jvp(function, (x,), (1.0,))):
        with pytest.raises((s2sad.DifferentiationError, TypeError), match="used as an index"):
            derivative(2.0)


def test_the_index_can_be_stopped():
    assert s2sad.grad(lambda x: HAS.computed[s2sad.stop_gradient(x)] * x)(2.0) == 8.0
