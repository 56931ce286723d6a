"""Which variables may be one array: what is united stays so, and a write counts for all names, whenever it comes."""

from s2sad.analysis.alias_classes import Classes
from s2sad.ir.nodes import Var

A, B, C, D = map(Var, "abcd")


def united(*pairs):
    classes = Classes()
    for one, other in pairs:
        classes.unite(one, other)
    return classes


def test_a_variable_is_alone_at_first():
    assert Classes().members(A) == [A]
    assert Classes().find(A) == A
    assert not Classes().is_written(A)


def test_members_of_classes_that_are_united():
    classes = united((A, B), (C, D), (B, D))
    assert set(classes.members(C)) == {A, B, C, D}
    assert classes.find(D) == classes.find(A)


def test_uniting_twice_adds_nothing():
    classes = united((A, B), (B, A), (A, B))
    assert sorted(var.name for var in classes.members(A)) == ["a", "b"]


def test_a_write_before_or_after_counts_for_all_names():
    classes = united((A, B))
    classes.write(B)
    classes.unite(C, A)
    assert [classes.is_written(var) for var in (A, B, C, D)] == [True, True, True, False]
    classes.unite(D, C)
    assert classes.is_written(D)
