"""Both sweeps of a function, as two functions of the module: what is saved is what the second one reads."""

import numpy as np
import pytest

import s2sad

TEXT = """function f(x, y)
    a = @g x y
    b = @g a y
    return b

function g(u, v)
    s = math.sin u
    w = math.exp u
    t = mul s v
    return t
"""


def test_the_second_gets_what_it_reads_and_nothing_else(ad):
    derived = ad.derive(TEXT)
    forward = derived.text[derived.text.index("function g_fwd") :]
    forward = forward[: forward.index("\n\n")] if "\n\n" in forward else forward
    (packed,) = [line.split(" = tuple_of ") for line in forward.splitlines() if "tuple_of" in line]
    assert sorted(packed[1].split()) == ["s", "u", "v"]
    assert f"return s_v__t, {packed[0].strip()}" in forward
    assert ad.close(list(derived(0.7, 1.3)), ad.differences(TEXT, [0.7, 1.3]), 1e-8)


def test_a_parameter_without_a_part_in_the_result_has_a_zero(ad):
    text = TEXT.replace("t = mul s v", "t = mul s 2.0")
    assert ad.close(list(ad.derive(text)(0.7, 1.3)), ad.differences(text, [0.7, 1.3]), 1e-8)


def handed_on(x, y):
    return (x, y)


def structures(x, pair, rows):
    return x[0] * pair[1] * rows["a"][1]


def test_gradients_have_the_structure_of_the_arguments():
    x, pair, rows = np.array([2.0, 3.0]), (5.0, 7.0), {"a": [11.0, 13.0], "b": 1.0}
    by_x, by_pair, by_rows = s2sad.grad(structures, (0, 1, 2))(x, pair, rows)
    assert by_x.tolist() == [91.0, 0.0]
    assert by_pair == (0.0, 26.0)
    assert by_rows == {"a": [0.0, 14.0], "b": 0.0}


def test_a_result_that_is_a_parameter_hands_its_cotangent_on():
    _, pullback = s2sad.vjp(handed_on, 2.0, 3.0)
    assert pullback((5.0, 7.0)) == (5.0, 7.0)
    x = np.array([1.0, 2.0])
    _, pullback = s2sad.vjp(lambda x: (x, x), x)
    bar = np.array([1.0, 10.0])
    (found,) = pullback((bar, bar))
    assert found.tolist() == [2.0, 20.0] and bar.tolist() == [1.0, 10.0]


def test_what_is_written_into_an_argument_has_an_adjoint_of_its_own(ad):
    def f(x):
        y = x.copy()
        fill(y, x[0])
        return np.sum(y * y)

    def fill(y, v):
        for i in range(len(y)):
            y[i] = y[i] * v if i else v

    x = np.array([0.3, -0.5, 0.8])
    assert s2sad.grad(f)(x) == pytest.approx(ad.slopes(f, x), abs=1e-8)
