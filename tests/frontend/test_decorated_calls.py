"""Functions that libraries decorate are called without the decorator, where the kinds settle what it asks."""

import numpy as np
import pytest

import s2sad
from s2sad.frontend import dispatch_table
from s2sad.frontend.abstract_values import Spread
from s2sad.frontend.call import Call
from s2sad.frontend.decorated_calls import undecorated
from s2sad.frontend.lowering import Lowering
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Ref, Var

linalg, stats = pytest.importorskip("scipy.linalg"), pytest.importorskip("scipy.stats")
X, Y = np.array([0.3, 1.7, 0.9, 2.2]), np.array([1.1, 0.4, 1.3])


@pytest.fixture
def lowering():
    made = Lowering(None, dispatch_table)
    made.kinds.update({Var("a"): K.array_kind(K.FLOAT, 2), Var("stack"): K.array_kind(K.FLOAT, 3)})
    return made


def by_differences(f, x, *others):
    steps = 1e-6 * np.eye(x.size)
    return np.array([(f(x + step, *others) - f(x - step, *others)) / 2e-6 for step in steps])


def test_any_other_function_stays(lowering):
    assert undecorated(lowering, Ref("abs", abs), Call(None, [Var("a")])) is None
    assert undecorated(lowering, Ref("f", by_differences), Call(None, [Var("a")])) is None


def test_arguments_of_unknown_number_leave_the_decorator(lowering):
    eigvals = Ref("linalg.eigvals", linalg.eigvals)
    assert undecorated(lowering, eigvals, Call(None, [Spread(Var("rest"))])) is None
    assert undecorated(lowering, eigvals, Call(None, [], {"**": Var("rest")})) is None


@pytest.mark.skipif(not hasattr(linalg.eigvals, "__wrapped__"), reason="not decorated in this SciPy")
def test_a_function_of_one_matrix_is_the_one_within(lowering):
    call = Call(None, [Var("a")], {"check_finite": Const(False)})
    fn, inner = undecorated(lowering, Ref("linalg.eigvals", linalg.eigvals), call)
    assert fn.value is linalg.eigvals.__wrapped__ and fn.path == "linalg.eigvals.__wrapped__"
    assert inner is call


@pytest.mark.skipif(not hasattr(linalg.polar, "__wrapped__"), reason="not decorated in this SciPy")
def test_a_stack_of_matrices_is_refused():
    with pytest.raises(s2sad.DifferentiationError, match="stack of arrays"):
        s2sad.grad(lambda a: np.sum(linalg.polar(a)[0]))(np.ones((2, 3, 3)))


@pytest.mark.parametrize(
    "f",
    [
        lambda x, y: stats.levene(x, y).statistic,
        lambda x, y: stats.levene(x, y, center="mean").statistic,
        lambda x, y: stats.bartlett(x, y).statistic,
    ],
)
def test_samples_of_one_axis(f):
    assert np.allclose(s2sad.grad(f)(X, Y), by_differences(f, X, Y), rtol=1e-6, atol=1e-8)


def test_what_is_missing_stays_a_question_of_the_decorator():
    with pytest.raises(s2sad.DifferentiationError):
        s2sad.grad(lambda x, y: stats.levene(x, y, nan_policy="omit").statistic)(X, Y)
