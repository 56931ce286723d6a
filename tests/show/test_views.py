"""The ways to look at a derivative: what each of them takes and refuses."""

import math

import pytest

import s2sad
from s2sad.show import views


def f(x: float, y: float):
    return x * math.sin(y)


VIEWS = [s2sad.explain, s2sad.wengert, s2sad.graph, s2sad.beside, s2sad.report]


@pytest.mark.parametrize("view", VIEWS)
def test_without_a_point_by_the_annotations(view):
    assert "sin" in str(view(f))


@pytest.mark.parametrize("view", VIEWS)
def test_of_what_is_no_function(view):
    with pytest.raises(s2sad.NotCallable, match="isn't callable"):
        view(3.0)


@pytest.mark.parametrize("view", [s2sad.explain, s2sad.wengert, s2sad.graph])
def test_by_one_argument_only(view):
    text = str(view(f, 2.0, 0.5, argnums="y"))
    assert f"{2.0 * math.cos(0.5):.6g}" in text


def test_stages_of_both_modes():
    reverse, forward = ([shot.name for shot in views.stages(f, mode=mode)] for mode in ("reverse", "forward"))
    assert reverse[0] == forward[0] == "lower" and reverse[-1] == forward[-1] == "text"
    assert "x_dot" in views.stages(f, mode="forward")[-1].text
