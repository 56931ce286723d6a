"""Shapes of what NumPy's functions give, by trials: held against the functions themselves, at other lengths."""

import numpy as np
import pytest
import scipy.linalg
import scipy.special

from s2sad.analysis.lengths import Length, Named, number, plus, symbol, times
from s2sad.analysis.shape_trials import Array, can_be_tried, shape_by_trial
from s2sad.ir import kinds as K

n, m = symbol(Named("n")), symbol(Named("m"))
A, x, y = Array(K.FLOAT, (n, m)), Array(K.FLOAT, (m,)), Array(K.FLOAT, (n,))
S = Array(K.FLOAT, (n, n))

CASES = [
    (np.sum, (A,), {"axis": 0}, (m,)),
    (np.mean, (A,), {"axis": 1, "keepdims": True}, (n, number(1))),
    (np.ndarray.max, (A,), {}, ()),
    (np.matmul, (A, x), {}, (n,)),
    (np.outer, (x, y), {}, (m, n)),
    (np.multiply.outer, (A, x), {}, (n, m, m)),
    (np.subtract.outer, (x, 2.0), {}, (m,)),
    (np.concatenate, ((x, y),), {}, (plus(n, m),)),
    (np.stack, ((x, x),), {}, (number(2), m)),
    (np.diff, (x,), {}, (plus(m, number(-1)),)),
    (np.diff, (A,), {"axis": 0}, (plus(n, number(-1)), m)),
    (np.convolve, (x, y), {}, (plus(plus(n, m), number(-1)),)),
    (np.ravel, (A,), {}, (times(n, m),)),
    (np.transpose, (A,), {}, (m, n)),
    (np.linalg.solve, (S, y), {}, (n,)),
    (np.linalg.inv, (S,), {}, (n, n)),
    (np.einsum, ("ij,j->i", A, x), {}, (n,)),
    (np.ndarray.reshape, (A, number(1), number(-1)), {}, (number(1), times(n, m))),
    (np.tensordot, (A, x), {"axes": 1}, (n,)),
    (np.roll, (x, number(2)), {}, (m,)),
    (scipy.special.logsumexp, (A,), {"axis": 0}, (m,)),
    (scipy.special.softmax, (A,), {"axis": 1}, (n, m)),
    (scipy.linalg.cholesky, (S,), {"lower": True}, (n, n)),
    (np.linalg.slogdet, (S,), {}, None),  # gives two numbers
    (np.matmul, (A, y), {}, None),  # doesn't fit, whatever n and m are
]


def sizes(value, lengths):
    """The value with numbers in the place of lengths."""
    if isinstance(value, Length):
        return value.number + sum(count * size(name, lengths) for name, count in value.terms)
    if isinstance(value, Array):
        shape = tuple(sizes(length, lengths) for length in value.shape)
        return np.eye(shape[0]) if value is S else np.ones(shape)
    return tuple(sizes(item, lengths) for item in value) if isinstance(value, tuple) else value


def size(name, lengths):
    if isinstance(name, Named):
        return lengths[name.name]
    return np.prod([sizes(length, lengths) ** power for length, power in name[1]])


@pytest.mark.parametrize("function, args, named, shape", CASES)
def test_a_trial_tells_the_shape(function, args, named, shape):
    assert can_be_tried(function)
    assert shape_by_trial(function, args, tuple(named.items())) == shape
    if shape is None:
        return
    for lengths in ({"n": 2, "m": 3}, {"n": 6, "m": 4}, {"n": 5, "m": 5}):
        given = [np.array(item) if isinstance(item, str) else item for item in sizes(args, lengths)]
        given = [
            str(item) if isinstance(item, np.ndarray) and item.dtype.kind == "U" else item for item in given
        ]
        assert np.shape(function(*given, **named)) == sizes(shape, lengths)


@pytest.mark.parametrize("function", [np.unique, np.nonzero, np.compress, np.repeat, np.arange, len])
def test_what_depends_on_the_items_is_not_tried(function):
    assert not can_be_tried(function)
