"""Kinds of which something is left out, or said anew."""

import dataclasses

from s2sad.ir import kinds as K
from s2sad.ir.changed_kinds import grown_within, with_floats, without_most_ranks, without_sites
from s2sad.ir.value_kinds import kind_of


def test_ints_in_what_is_differentiated_count_as_floats():
    kind = kind_of({"a": [1, 2], "b": (3, "x")})
    assert str(with_floats(kind)) == "dict[list[float], tuple[float, text]]"


def test_sites_are_told_in_all_depths_and_taken_away():
    inner = K.indexed_kind(list, frozenset({3}))
    kind = dataclasses.replace(K.tuple_kind((K.FLOAT, inner)), sites=frozenset({5}))
    assert K.sites_in(kind) == {3, 5}
    assert K.sites_in(without_sites(kind)) == set()


def test_what_holds_a_container_grows_with_it():
    def at(site, kind):
        return dataclasses.replace(kind, sites=frozenset({site}))

    grown = at(2, K.dict_kind(K.FLOAT))
    outer = at(1, K.list_kind(at(2, K.dict_kind(K.BOTTOM))))
    assert str(grown_within(outer, grown)) == "list[dict[float]]"
    assert grown_within(at(3, K.dict_kind(K.BOTTOM)), grown).item == K.BOTTOM
    itself = at(1, K.list_kind(outer))
    assert grown_within(outer, itself).item == K.UNKNOWN


def test_how_many_axes_there_are_at_most_is_left_out():
    one_or_none = K.join(K.array_kind(K.FLOAT, 1), K.FLOAT)
    assert without_most_ranks(K.tuple_kind((one_or_none,))).fields[0].most is None
