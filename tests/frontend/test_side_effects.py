"""Which entries may do something that is seen outside: what writes, and calls of what isn't known."""

import math

import numpy as np
import pytest

from s2sad.frontend.side_effects import is_outside
from s2sad.ir.nodes import Block, Const, Entry, If, Ref, Var
from s2sad.ir.operations import op

X, Y = Var("x"), Var("y")


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        (Entry((Y,), op("mul"), (X, X)), False),
        (Entry((), op("setitem"), (X, Const(0), Y)), True),
        (Entry((Y,), Ref("math.sin", math.sin), (X,)), False),
        (Entry((Y,), Ref("np.sum", np.sum), (X,)), False),
        (Entry((Y,), Ref("f", lambda x: x), (X,)), True),
        (Entry((), Ref("print", print), (X,)), True),
        (Entry((Y,), X, ()), True),
        (If((), X, Block(()), Block(())), False),
    ],
)
def test_entries(entry, found):
    assert is_outside(entry) is found
