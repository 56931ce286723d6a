"""What is known of variables at a place in a function."""

from s2sad.ir.nodes import UNDEFINED, Const, Var
from s2sad.transform.known_atoms import KnownAtoms

COND, OTHER, TARGET, X = map(Var, ("cond", "other", "target", "x"))


def test_a_negation_tells_of_what_it_negates():
    known = KnownAtoms(truths={COND, OTHER}, definitions={OTHER: ("not_", (COND,))})
    assert list(known.learned(OTHER, True)) == [(OTHER, True), (COND, False)]
    assert known.opposite(OTHER) == COND and known.opposite(COND) is None
    known.facts[COND] = True
    assert known.opposite(COND) == Const(False)


def test_branches_that_give_one_atom_decide_it():
    known = KnownAtoms(truths={COND})
    assert known.decided(COND, TARGET, X, X) and known.atom(TARGET) == X
    assert known.decided(COND, OTHER, Const(True), Const(False)) and known.atom(OTHER) == COND
    assert not known.decided(COND, Var("t"), Const(UNDEFINED), Const(UNDEFINED))


def test_branches_that_give_truths_give_a_truth():
    known = KnownAtoms()
    assert not known.decided(COND, TARGET, Const(False), Const(True)) and known.is_truth(TARGET)
