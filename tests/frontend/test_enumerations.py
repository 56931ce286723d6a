"""Members of enumerations are constants: loops over them are written out, and comparisons of them known."""

import enum

import pytest

import s2sad
from s2sad.frontend.abstract_values import Sequence
from s2sad.frontend.enumerations import is_member, member_of, members_of
from s2sad.ir.nodes import Const, Ref


class Phase(enum.Enum):
    ICE = 0.5
    WATER = 1.0
    SEA = 1.0  # another name of WATER

    def energy(self, x):
        return 3.0 * x if self is Phase.ICE else self.value * x * x


class Colour(enum.IntFlag):
    RED = 1
    GREEN = 2


class Loose(enum.Enum):
    ONE = 1

    def __eq__(self, other):
        return True


def in_a_loop(x):
    total = 0.0
    for phase in Phase:
        total += phase.energy(x)
    return total


def in_a_comprehension(x):
    return sum([phase.value * x**2 for phase in Phase]) * len(Phase)


def by_value(x):
    return Phase(0.5).energy(x) * list(Phase)[1].energy(x)


def among(x):
    return 2.0 * x if Phase(1.0) in (Phase.SEA, Phase.ICE) and Phase.ICE != Phase.WATER else x


def joined(x):
    return x * Colour(3).value


@pytest.mark.parametrize(
    ("function", "slope"),
    [(in_a_loop, 3.0 + 2.0 * 1.5), (in_a_comprehension, 2 * 1.5 * 2 * 1.5), (by_value, 9.0 * 1.5**2)]
    + [(among, 2.0), (joined, 3.0)],
)
def test_derivatives(function, slope):
    assert s2sad.grad(function)(1.5) == pytest.approx(slope)
    assert s2sad.jvp(function, (1.5,), (1.0,))[1] == pytest.approx(slope)


def test_no_member_is_asked_for_when_it_runs():
    gradient = s2sad.grad(in_a_loop)
    gradient(1.5)
    assert "for " not in gradient.source and " is " not in gradient.source


def test_members_by_their_value():
    cls = Ref("m.Phase", Phase)
    assert member_of(cls, [Const(1.0)]) == Ref("m.Phase.WATER", Phase.WATER)
    assert member_of(cls, [Const(2.0)]) is None
    assert member_of(cls, []) is None
    assert member_of(Ref("m.Colour", Colour), [Const(3)]) is None  # no name of its own
    assert member_of(Ref("float", float), [Const(1.0)]) is None


def test_members_in_order():
    members = members_of(Ref("Phase", Phase))
    assert isinstance(members, Sequence)
    assert [member.path for member in members.items] == ["Phase.ICE", "Phase.WATER"]
    assert members_of(Ref("float", float)) is None
    assert members_of(Ref("Many", enum.Enum("Many", [f"M{i}" for i in range(65)]))) is None


def test_members_that_compare_themselves():
    assert is_member(Ref("Phase.ICE", Phase.ICE)) and is_member(Ref("Colour.RED", Colour.RED))
    assert not is_member(Ref("Loose.ONE", Loose.ONE)) and not is_member(Ref("Phase", Phase))
