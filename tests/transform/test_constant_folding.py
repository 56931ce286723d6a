"""Operations on literals: the value is the one that Python computes, and is written only where it reads well."""

import numpy as np
import pytest

from s2sad.ir.nodes import Const, Var
from s2sad.transform.constant_folding import fold, fold_call, inverted, is_finite


@pytest.mark.parametrize(
    "name, values, wanted",
    [
        ("sub", (2, 1), 1),
        ("truediv", (1, 4), 0.25),
        ("pow", (2, 10), 1024),
        ("mod", (-7, 3), 2),
        ("floordiv", (-7, 2), -4),
        ("neg", (2.5,), -2.5),
        ("not_", (0,), True),
        ("not_", (1,), False),  # longer, but plainer
        ("lt", (1, 2.0), True),
        ("is_", (None, 3), False),
        ("is_in", ("b", "abc"), True),
        ("add", ("a", "b"), "ab"),
        ("getitem", ("text", 1), "e"),
        ("lshift", (1, 5), 32),
        ("invert", (True,), -2),
    ],
)
def test_the_value_is_pythons(name, values, wanted):
    found = fold(name, tuple(map(Const, values)))
    assert found == Const(wanted) and type(found.value) is type(wanted)


@pytest.mark.parametrize(
    "name, values",
    [
        ("truediv", (1, 3)),  # 0.3333333333333333 is longer
        ("truediv", (1, 0)),
        ("pow", (2, 100)),
        ("pow", (1, 10**9)),  # which isn't even tried: 2 ** 10**9 takes for ever
        ("pow", (-8.0, 0.5)),  # complex
        ("lshift", (1, 100)),
        ("lshift", (1, -1)),
        ("mul", ("ab", 3)),
        ("mul", (2**40, 2**40)),
        ("mul", (1e200, 1e200)),  # infinite
        ("getitem", ("text", 9)),
        ("add", (1, "a")),
        ("is_", (257, 257)),
        ("mul", ((1, 2), 3)),
        ("len", ("text",)),
        ("list_of", ()),
    ],
)
def test_it_is_left_to_run_time(name, values):
    assert fold(name, tuple(map(Const, values))) is None


def test_variables_are_not_known():
    assert fold("add", (Const(1), Var("x"))) is None


def test_functions_of_ints():
    assert fold_call(np.negative, (Const(3),)) == Const(-3)
    assert fold_call(max, (Const(0), Const(2))) == Const(2)
    assert fold_call(min, (Const(0), Var("n"))) is None
    assert fold_call(np.negative, (Const(0.5),)) is None
    assert fold_call(np.abs, (Const(-3),)) is None
    assert repr(fold_call(float, (Const(2),)).value) == "2.0"
    assert fold_call(float, (Const(2**53 + 1),)) is None


def test_finite_literals():
    assert is_finite(Const(0.25)) and is_finite(Const(-3))
    assert not any(map(is_finite, (Const(np.inf), Const(np.nan), Const(True), Var("x"))))


def test_the_order_that_undoes_an_order_of_axes():
    assert inverted((Const(0), Const(-1), Const(-2))) == (Const(0), Const(2), Const(1))
