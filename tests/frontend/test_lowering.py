"""The state of a function that is being lowered."""

import pytest

from s2sad.frontend import dispatch_table
from s2sad.frontend.lowering import Lowering
from s2sad.ir import kinds as K
from s2sad.ir.nodes import UNDEFINED, Const, Ref, Var


@pytest.fixture
def lowering():
    return Lowering(None, dispatch_table)


def test_variables_have_names_of_their_own(lowering):
    one, other = (lowering.var("x", K.FLOAT, True) for _ in range(2))
    assert one != other and one.name == "x"
    assert lowering.varies(one) and lowering.kind(other) == K.FLOAT


def test_what_cant_be_differentiated_doesnt_vary(lowering):
    assert not lowering.varies(lowering.var("n", K.INT, True), lowering.var("s", K.TEXT, True))


def test_kinds_of_what_is_known(lowering):
    atoms = Const(2), Const(UNDEFINED), Ref("PI", 3.14), Var("unheard of")
    assert [lowering.kind(atom) for atom in atoms] == [K.INT, K.BOTTOM, K.FLOAT, K.UNKNOWN]


def test_entries_within_a_block_go_to_a_list_of_their_own(lowering):
    outer = lowering.out
    with lowering.block() as inner:
        lowering.out.append(None)
    assert inner == [None] and lowering.out is outer and not outer


def test_the_array_that_views_are_of(lowering):
    array, row, item = (lowering.var(name, K.array_kind(K.FLOAT, 1), True) for name in ("a", "row", "item"))
    lowering.view(row, (array,), (0,))
    lowering.view(item, (row,), (0,))
    assert lowering.root(item) == array and lowering.root(array) == array


def test_a_list_under_another_name_is_shared(lowering):
    items = lowering.var("xs", K.list_kind(K.FLOAT), True)
    lowering.born[items] = 0
    assert lowering.is_unshared(items)
    lowering.note_alias(items, None)
    assert not lowering.is_unshared(items)
