"""Items of tuples whose making is in sight: as Python unpacks them."""

import pytest

from s2sad.ir.nodes import Const, Entry, Var
from s2sad.ir.operations import op, operation_of
from s2sad.ir.parser import parse_function
from s2sad.transform.tuples import known_items, read_only_lists, unpacked

ITEMS = tuple(map(Var, "abcde"))


@pytest.mark.parametrize("before, after", [(5, None), (0, 0), (1, 2), (2, 0), (0, 5), (3, 2)])
def test_unpacking_is_pythons(before, after):
    count = before if after is None else before + after + 1
    targets = tuple(Var(f"t{i}") for i in range(count))
    node = Entry(targets, op("unpack"), (Var("s"), Const(before), Const(after)))
    atoms, middle = unpacked(node, ITEMS)
    if after is None:
        assert atoms == ITEMS and middle is None
        return
    end = len(ITEMS) - after
    assert atoms == (*ITEMS[:before], targets[before], *ITEMS[end:])
    assert operation_of(middle) == "list_of" and middle.args == ITEMS[before:end]
    assert middle.targets == (targets[before],)


@pytest.mark.parametrize("before, after", [(4, None), (6, None), (3, 3), (6, 0)])
def test_what_has_another_number_of_items_is_left(before, after):
    targets = tuple(Var(f"t{i}") for i in range(before + (after + 1 if after is not None else 0)))
    node = Entry(targets, op("unpack"), (Var("s"), Const(before), Const(after)))
    assert unpacked(node, ITEMS) == (None, None)


def test_lists_that_are_only_read():
    function = parse_function("""function f(x, i)
    read = list_of x x
    a = getitem read 0
    n = len read
    written = list_of x
    setitem written 0 a
    index = list_of 0
    b = getitem x index
    other = list_of x
    returned = list_of x
    c = tuple_of other b
    return returned
""")
    assert read_only_lists(function) == {Var("read")}


def test_items_of_what_is_made():
    assert known_items("tuple_of", ITEMS, False) == ITEMS
    assert known_items("dup", (ITEMS[0], Const(3)), True) == (ITEMS[0],) * 3
    assert known_items("dup", (ITEMS[0], Const(3)), False) is None
    assert known_items("list_of", ITEMS, True) is None
