"""What is known of functions outside where nobody looks: nothing."""

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Ref
from s2sad.ir.outcomes import Outcome, nothing_known


def test_nothing_is_known_where_nobody_looks():
    assert nothing_known(Ref("len", len), (K.FLOAT,)) is None
    assert nothing_known.memory_of_call(len, (K.FLOAT,)) == (frozenset(), frozenset())
    assert nothing_known.method_may_write("append") is False


def test_a_result_shares_no_memory_unless_it_is_said():
    assert Outcome(K.FLOAT) == Outcome(K.FLOAT, (), ()) != Outcome(K.FLOAT, (0,))
