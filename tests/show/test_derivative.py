"""A derivative shows itself by the methods that the module has as functions."""

import math

import pytest

import s2sad


def f(x: float, y: float):
    return x * math.exp(y)


def test_each_view_is_that_of_the_function_by_the_same_arguments():
    made = s2sad.grad(f, argnums="y")
    assert str(made.explain(2.0, 0.5)) == str(s2sad.explain(f, 2.0, 0.5, argnums="y"))
    assert str(made.explain(2.0, 0.5)) != str(s2sad.explain(f, 2.0, 0.5, argnums="x"))
    assert str(made.graph(2.0, 0.5)) == str(s2sad.graph(f, 2.0, 0.5, argnums="y"))
    assert [shot.name for shot in made.stages()][0] == "lower"


def test_of_the_last_kind_of_call():
    made = s2sad.grad(f)
    made(2.0, 0.5)
    assert "math.exp" in made.wengert.ir and "x * " in str(made.wengert)
    adjoint = {row["entry"]: row for row in made.wengert.at(2.0, 0.5).table.as_data()}["x"]["adjoint"]
    assert float(adjoint) == pytest.approx(math.exp(0.5), rel=1e-5)
    assert "<div" in made._repr_html_()


def test_without_annotations_and_calls_there_is_nothing_for_a_notebook():
    def unknown(x):
        return x.nothing * 2.0

    assert s2sad.grad(unknown)._repr_html_() is None
