"""What is known on the way at hand, and forgotten after it."""

import pytest

from s2sad.backend.inline_expressions import Folds
from s2sad.backend.references import Environment
from s2sad.backend.writer import Writer
from s2sad.ir.nodes import Const, Var

X, Y, Z = Var("x"), Var("y"), Var("z")


@pytest.fixture
def writer():
    return Writer({}, Folds({}, set(), {}), Environment())


def test_values_are_followed_to_their_end(writer):
    with writer.knowing({X: Y}), writer.knowing({Y: Const(1)}):
        assert writer.resolve(X) == Const(1) and writer.resolve(Z) == Z
    assert writer.resolve(X) == X and writer.resolve(Y) == Y


def test_what_was_known_before_is_known_again_also_after_an_error(writer):
    with writer.knowing({X: Const(1)}):
        with pytest.raises(ValueError), writer.knowing({X: Const(2)}):
            assert writer.resolve(X) == Const(2)
            raise ValueError
        assert writer.resolve(X) == Const(1)


def test_what_is_assigned_nevertheless(writer):
    with writer.implying({X: Const(True)}):
        assert writer.implied == {X: Const(True)} and writer.resolve(X) == Const(True)
    assert writer.implied == {} and writer.resolve(X) == X


def test_without_regions_only_entries_are_written(writer):
    with pytest.raises(AssertionError):
        writer.regions.loop()
