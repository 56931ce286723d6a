"""Values that stand for several: taken apart into a shape and atoms, and put together again."""

import pytest

from s2sad.frontend.abstract_values import (
    Bound,
    Chosen,
    Object,
    Sequence,
    Snapshot,
    Table,
)
from s2sad.frontend.value_shapes import flatten, mapped, unflatten
from s2sad.ir.nodes import Const, Ref, Var

X, Y = Var("x"), Var("y")
SIN = Ref("sin", abs)


@pytest.mark.parametrize(
    ("value", "atoms"),
    [
        (X, [X]),
        (Sequence((X, Sequence((Y, Const(2)), "list"))), [X, Y, Const(2)]),
        (Table({"a": Y, "b": Sequence(())}), [Y]),
        (Bound(SIN, (X,), {"k": Y}), [SIN, X, Y]),
        (Chosen(X, (SIN, Bound(SIN, (Y,)))), [X, SIN, SIN, Y]),
        (Snapshot(dict, {"v": X}), [X]),
    ],
)
def test_atoms_are_those_in_the_order_of_the_text(value, atoms):
    assert flatten(value)[1] == atoms


def test_other_atoms_take_the_places_of_the_first():
    shape, atoms = flatten(Sequence((X, Table({"a": Sequence((Y,), "list")})), names=("p", "q"), cls=None))
    made = unflatten(shape, [Const(1), Const(2)])
    assert made.items[0] == Const(1) and made.names == ("p", "q")
    inner = made.items[1].items["a"]
    assert (inner.items, inner.kind) == ((Const(2),), "list")


def test_a_snapshot_becomes_one_object_that_stands_for_several():
    shape, atoms = flatten(Snapshot(complex, {"re": X, "im": Y}))
    made = unflatten(shape, atoms)
    assert isinstance(made, Object) and made.joined and made.cls is complex
    assert made.fields == {"re": X, "im": Y}


def test_shapes_tell_kinds_lengths_and_keys_apart():
    shapes = [
        flatten(value)[0]
        for value in (
            Sequence((X,)),
            Sequence((X,), "list"),
            Sequence((X, Y)),
            Table({"a": X}),
            Table({"b": X}),
            X,
        )
    ]
    assert len(set(shapes)) == len(shapes)


def test_items_are_changed_and_the_rest_stays():
    point = Sequence((X, Y), "tuple", ("a", "b"), complex)
    made = mapped(point, lambda item: Const(item.name))
    assert made.items == (Const("x"), Const("y")) and (made.names, made.cls) == (("a", "b"), complex)
    assert mapped(Table({"k": X}), lambda item: Y).items == {"k": Y}
