"""Arrays as the loop level sees them."""

from s2sad.analysis.lengths import ONE, symbol
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Var
from s2sad.loops.arrays import Array, Axis

N = Axis(Var("n"), symbol(Var("n")))


def test_an_axis_of_one_is_known_by_its_length_or_its_number():
    assert Axis(Var("m"), ONE).is_one and Axis(Const(1), symbol(Var("m"))).is_one
    assert not N.is_one and not Axis(Const(2), symbol(Var("m"))).is_one


def test_what_is_a_part_of_an_array_is_stored():
    delayed = Array((N, N), K.FLOAT, lambda index: index[0])
    part = Array((N,), K.FLOAT, lambda index: index[0], base=Var("a"))
    assert delayed.rank == 2 and not delayed.is_stored
    assert part.rank == 1 and part.is_stored
