"""Which entries give views of an array, and in which order a reshape takes the elements: held against NumPy."""

import numpy as np
import pytest

from s2sad.ad.array_views import base_of, is_always_view, is_slice, order_of
from s2sad.errors import UnsupportedValue
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Entry, Ref, Var
from s2sad.ir.operations import op, operation_of

A, B, Y = Var("A"), Var("B"), Var("y")
MATRIX = np.arange(12.0).reshape(3, 4)
KINDS = {A: K.array_kind(K.FLOAT, 2), B: K.array_kind(K.FLOAT, 2)}


def kind(atom):
    return KINDS.get(atom, K.INT if isinstance(atom, Const) else K.UNKNOWN)


def call(function, *args, **kwargs):
    named = tuple((name, Const(value)) for name, value in kwargs.items())
    return Entry((Y,), Ref(function.__name__, function), (A, *map(Const, args)), named)


@pytest.mark.parametrize("function, args", [(np.transpose, ()), (np.swapaxes, (0, 1)), (np.moveaxis, (0, 1))])
@pytest.mark.parametrize("given", [MATRIX, np.asfortranarray(MATRIX), MATRIX[::2, ::-1]])
def test_what_is_always_a_view_shares_memory_however_the_array_lies(function, args, given):
    node = call(function, *args)
    assert is_always_view(node, operation_of(node))
    assert np.shares_memory(function(given, *args), given)


def test_a_reshape_may_be_a_copy():
    node = call(np.reshape, (4, 3))
    assert not is_always_view(node, operation_of(node))
    assert not np.shares_memory(np.reshape(MATRIX.T, (3, 4)), MATRIX)


@pytest.mark.parametrize(
    "function, args, kwargs",
    [
        (np.reshape, ((4, 3),), {}),
        (np.reshape, ((4, 3), "F"), {}),
        (np.reshape, ((4, 3),), {"order": "F"}),
        (np.ravel, (), {}),
        (np.ravel, ("F",), {}),
        (np.squeeze, (), {}),
        (np.expand_dims, (0,), {}),
        (np.atleast_2d, (), {}),
    ],
)
def test_the_order_is_that_in_which_numpy_takes_the_elements(function, args, kwargs):
    order = order_of(call(function, *args, **kwargs))
    made = function(MATRIX, *args, **kwargs)
    assert made.ravel(order=order).tolist() == MATRIX.ravel(order=order).tolist()


@pytest.mark.parametrize("order", ["A", "K"])
def test_an_order_by_the_memory_is_not_known(order):
    assert order_of(call(np.ravel, order)) is None
    assert np.ravel(MATRIX.T, order).tolist() != MATRIX.T.ravel().tolist()


def test_other_functions_take_no_elements_in_an_order():
    assert order_of(call(np.sin)) is None


def test_the_array_that_an_entry_gives_a_part_of():
    part = Entry((Y,), op("getitem"), (A, Const(0)))
    assert base_of(part, "getitem", kind, KINDS.__contains__) == A
    product = Entry((Y,), op("mul"), (A, B))
    assert base_of(product, "mul", kind, KINDS.__contains__) is None
    assert base_of(part, "getitem", kind, lambda atom: False) is None


def test_what_is_known_only_at_run_time_is_refused():
    with pytest.raises(UnsupportedValue, match="known only at run time"):
        base_of(Entry((Y,), B, (A,)), None, kind, KINDS.__contains__)


@pytest.mark.parametrize(
    "index, has_axes",
    [
        (K.SLICE, True),
        (K.INT, False),
        (K.tuple_kind((K.INT, K.SLICE)), True),
        (K.tuple_kind((K.INT, K.INT)), False),
        (K.array_kind(K.INT, 1), False),
    ],
)
def test_slices_give_views_with_axes(index, has_axes):
    assert is_slice(index) is has_axes
