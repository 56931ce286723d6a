"""The class of what has a kind."""

import dataclasses

import numpy as np
import pytest

from s2sad.ir import kinds as K
from s2sad.ir.kind_classes import class_of_kind
from s2sad.ir.value_kinds import kind_of


@pytest.mark.parametrize("value", [[1.0], (1.0, 2), {"a": 1.0}, "text", b"bytes", np.ones(2), slice(1)])
def test_kinds_tell_the_class(value):
    assert class_of_kind(kind_of(value)) is type(value)


@pytest.mark.parametrize("value", [1, 1.0, True, 1j, None])
def test_a_number_may_be_one_of_numpy_or_of_python(value):
    assert class_of_kind(kind_of(value)) is None


def test_what_may_be_something_else_has_no_class():
    assert class_of_kind(dataclasses.replace(kind_of([1.0]), may_be_none=True)) is None
    assert class_of_kind(K.array_kind(K.FLOAT, None)) is None
