"""What is known of a call while it is looked for what is called."""

from s2sad.frontend.abstract_values import Spread
from s2sad.frontend.call import Call
from s2sad.ir.nodes import Const, Var


def test_all_that_is_given_stands_in_the_order_of_the_call():
    call = Call(None, [Const(1), Const(2)], {"by": Const(3)})
    assert call.values == [Const(1), Const(2), Const(3)] and call.count == 2


def test_how_many_arguments_there_are_isnt_known_if_one_is_spread():
    assert Call(None, [Const(1), Spread(Var("rest"))]).count is None


def test_an_object_before_the_other_arguments():
    call = Call("node", [Const(1)], {"by": Const(3)}, "y")
    assert call.with_first(Const(0)) == Call("node", [Const(0), Const(1)], {"by": Const(3)}, "y")
    assert call.args == [Const(1)]


def test_each_argument_is_changed_also_those_by_name():
    call = Call("node", [Const(1)], {"by": Const(3)}, "y").mapped(lambda value: Const(value.value + 1))
    assert call == Call("node", [Const(2)], {"by": Const(4)}, "y")
