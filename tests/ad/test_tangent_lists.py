"""Lists that are part of what moves: their tangents are made with them, and grow with them."""

import pytest

import s2sad
from s2sad.ad.tangent_lists import held_by
from s2sad.analysis.aliases import Facts
from s2sad.ir.nodes import Const, Entry, Var
from s2sad.ir.operations import op

S, T, X = Var("s"), Var("t"), Var("x")


def facts_with(*varied):
    return Facts(varied=set(varied))


@pytest.mark.parametrize(
    ("node", "held"),
    [
        (Entry((T,), op("tuple_of"), (S, X, Const(1))), (S, X)),
        (Entry((), op("append"), (T, S)), (S,)),
        (Entry((), op("setitem"), (T, Const(0), S)), (S,)),
        (Entry((), op("append"), (T, Const(0.0))), ()),
        (Entry((S,), op("getitem"), (T, Const(0))), ()),
    ],
)
def test_what_is_put_into_what_varies(node, held):
    assert held_by(node, facts_with(T)) == held
    assert held_by(node, facts_with(X)) == ()


def counts_beside(x):
    steps = []
    state = (steps, x)
    for k in range(3):
        steps.append(k)
        state = (steps, state[1] * x)
    return state[1] * len(state[0]) + state[0][2]


def counts_in_a_list(x):
    steps = []
    kept = [x, 1.0]
    both = [steps, kept]
    for k in range(3):
        steps.append(k * 2)
        kept.append(kept[-1] * x)
    return sum(both[1]) * len(both[0]) + both[0][1]


@pytest.mark.parametrize("function", [counts_beside, counts_in_a_list])
def test_a_list_that_grows_after_it_was_put(function, check):
    check(function, 1.3)
    assert s2sad.jvp(function, (1.3,), (0.0,))[1] == 0.0
