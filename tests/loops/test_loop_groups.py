"""What of a loop becomes loops of their own, and in which order."""

from s2sad.analysis.lengths import number, plus, symbol
from s2sad.ir.nodes import Var
from s2sad.loops.element_loops import Access, Group
from s2sad.loops.loop_groups import are_beside, in_circle, joined, joint, too_many

J = Var("j")


def group(*numbers):
    return Group(numbers, frozenset(numbers))


def test_places_beside_each_other_along_an_axis_that_the_loop_doesnt_go_along():
    j, zero, one = symbol(J), number(0), number(1)
    assert are_beside((j, zero), (j, one), {J})
    assert not are_beside((j,), (plus(j, one),), {J})
    assert not are_beside((j, zero), (j, zero), {J})
    assert not are_beside(None, (j,), {J}) and not are_beside((j,), (j, zero), {J})


def test_groups_that_belong_together_are_one():
    found = joined(
        [group(0), group(1), group(2)], lambda one, other: (one.effects[0] + other.effects[0]) % 2 == 0
    )
    assert sorted(tuple(sorted(each.effects)) for each in found) == [(0, 2), (1,)]
    assert joint(group(0), group(3)) == group(0, 3)


def test_what_waits_for_each_other():
    a, b, c = group(0), group(1), group(2)
    circle = in_circle({a: [b], b: [c], c: [b]})
    assert set(circle) == {b, c}


def test_more_pairs_of_arrays_than_a_compiler_compares():
    def accesses(read, written):
        forms = ["read"] * read + ["store"] * written
        return [Access(k, form, Var(f"a{k}"), Var(f"a{k}"), (symbol(J),)) for k, form in enumerate(forms)]

    assert not too_many(accesses(10, 5)) and too_many(accesses(60, 2))
