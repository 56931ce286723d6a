"""Adjoints and tangents beside the values, also of what is assigned in every iteration."""

from s2sad.ir.nodes import Const, Entry, Var
from s2sad.ir.operations import op
from s2sad.show.pairing import adjoints_by_place, occurrences, tangents_by_place
from s2sad.show.trace import Event

X, S = Var("x"), Var("s")


def made(var):
    return Event("entry", Entry((var,), op("add"), (X, X)), (1.0,))


def probe(name, value):
    return Event("probe", Entry((), op("probe"), (Const(name), S)), (value,))


FORWARD = [made(S), made(Var("t")), made(S)]


def test_places_where_variables_get_values():
    assert list(occurrences(FORWARD)) == [(0, "s"), (1, "t"), (2, "s")]


def test_adjoints_come_from_the_last_to_the_first():
    found = adjoints_by_place(FORWARD, [probe("s", 10.0), probe("t", 5.0), probe("s", 20.0), probe("x", 7.0)])
    assert found == {(2, "s"): 10.0, (0, "s"): 20.0, (1, "t"): 5.0, (-1, "x"): 7.0}


def test_tangents_come_in_order():
    found = tangents_by_place(FORWARD, [probe("x", 1.0), probe("s", 10.0), probe("s", 20.0)])
    assert found == {(-1, "x"): 1.0, (0, "s"): 10.0, (2, "s"): 20.0}


def test_where_the_numbers_do_not_match_nothing_is_said():
    assert adjoints_by_place(FORWARD, [probe("s", 10.0)]) == {}
