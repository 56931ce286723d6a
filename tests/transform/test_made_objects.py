"""What an entry makes: a number, something new, or what holds its arguments."""

import numpy as np
import pytest

from s2sad.ir.nodes import Entry, Ref, Var
from s2sad.ir.operation import Effect
from s2sad.ir.operations import op, operation
from s2sad.transform.made_objects import gives_item, gives_scalar, makes_new, makes_object

X = Var("x")


def entry(fn):
    return Entry((Var("y"),), op(fn) if isinstance(fn, str) else Ref(fn.__name__, fn), (X,))


@pytest.mark.parametrize(
    "fn, new, holds",
    [("list_of", False, True), ("add", False, True), ("neg", True, False), (len, False, False)],
)
def test_what_is_new_and_what_holds_its_arguments(fn, new, holds):
    done = operation(entry(fn))
    assert (makes_new(done), makes_object(done)) == (new, holds)


def test_a_sum_may_be_an_item():
    assert gives_item(entry(sum)) and not gives_item(entry(len))


@pytest.mark.parametrize("fn, scalar", [(len, True), (np.zeros, True), (np.asarray, False), (max, False)])
def test_a_number_or_a_new_array(fn, scalar):
    assert gives_scalar(entry(fn), Effect.READING) is scalar
