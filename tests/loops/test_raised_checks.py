"""Checks go up in a block as far as what they read is there."""

from dataclasses import replace

from s2sad.ir import kinds as K
from s2sad.loops.raised_checks import raised
from s2sad.runtime.loops import check_place
from tests.loops.passes import VECTOR, passed

PLACES = K.array_kind(K.INT, 1)
SCOPE = {"check_place": check_place}


def up(text, *kinds):
    def step(function, arrays, names):
        return replace(function, body=raised(function.body, arrays))

    return passed(text, kinds, step, SCOPE)


def test_before_loops_that_write_other_arrays():
    text = """function f(x, idx, n)
    y = np.empty n
    r = range n
    for i in r
        store y i 0.0
    k = getitem idx 0
    m = add n 1
    check_place k m 0
    t = getitem x m
    return t
"""
    assert up(text, VECTOR, PLACES, K.INT) == """function f(x, idx, n)
    k = getitem idx 0
    m = add n 1
    check_place k m 0
    y = np.empty n
    r = range n
    for i in r
        store y i 0.0
    t = getitem x m
    return t
"""


def test_not_before_what_writes_what_they_read_or_may_raise():
    text = """function f(idx, n)
    r = range n
    for i in r
        store idx i 0
    k = getitem idx 0
    check_place k n 0
    print n
    check_place n n 0
    return n
"""
    assert up(text, PLACES, K.INT) == text
