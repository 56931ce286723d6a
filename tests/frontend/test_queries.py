"""What is asked of values everywhere."""

import pytest

from s2sad.frontend import dispatch_table
from s2sad.frontend.abstract_values import Bound, Object, Sequence, Table
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.queries import has_functions, holds_objects, is_fixed
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Ref, Var

NUMBER, LIST = Var("x"), Var("xs")
OBJECT = Object(complex, {})


@pytest.fixture
def lowering():
    made = Lowering(None, dispatch_table)
    made.kinds.update({NUMBER: K.FLOAT, LIST: K.list_kind(K.FLOAT)})
    return made


@pytest.mark.parametrize(
    ("value", "fixed"),
    [
        (NUMBER, True),
        (LIST, False),
        (Const(2.0), True),
        (Sequence((NUMBER, Const(1))), True),
        (Sequence((NUMBER,), "list"), False),
        (Sequence((NUMBER, LIST)), False),
        (OBJECT, False),
    ],
)
def test_what_nothing_can_change(lowering, value, fixed):
    assert is_fixed(lowering, value) is fixed


@pytest.mark.parametrize(
    ("value", "holds"),
    [
        (OBJECT, True),
        (Sequence((Const(1), OBJECT)), True),
        (Table({"a": OBJECT}), True),
        (Sequence((NUMBER,)), False),
    ],
)
def test_objects_are_found_in_all_depths(value, holds):
    assert holds_objects(value) is holds
    assert has_functions([value]) is holds


def test_functions_among_arguments():
    assert has_functions([Const(1), Bound(Ref("abs", abs), (NUMBER,))])
    assert not has_functions([Const(1), Ref("abs", abs)])
