"""The Wengert list as a table, with and without values, and in the text form of the compiler."""

import math

import numpy as np
import pytest

import s2sad
from s2sad.ir.parser import parse_module
from s2sad.ir.printer import print_module


def product(x: float, y: float):
    z = x * y
    return z + math.sin(x)


def rows_of(shown):
    return {row["entry"]: row for row in shown.table.as_data()}


def test_without_a_point_there_are_formulas():
    rows = rows_of(s2sad.wengert(product))
    assert rows["z_1"] == {
        "entry": "z_1",
        "operation": "x * y",
        "partials": "by x: y; by y: x",
        "adjoint": "z_bar",
        "line": "14",
    }


def test_at_a_point_there_are_values_tangents_and_adjoints():
    rows = rows_of(s2sad.wengert(product, 2.0, 3.0))
    assert rows["z_1"]["value"] == "6" and rows["z_1"]["partials"] == "by x: y = 3; by y: x = 2"
    assert rows["x"]["tangent"] == "1" and rows["z_1"]["tangent"] == "3"
    slopes = s2sad.gradient(product, 2.0, 3.0)
    assert [float(rows[name]["adjoint"]) for name in "xy"] == pytest.approx(slopes, rel=1e-5)


def test_it_is_the_table_of_the_explanation():
    assert str(s2sad.wengert(product, 2.0, 3.0)) == str(s2sad.explain(product, 2.0, 3.0).table)


def test_of_a_derivative_it_is_by_the_arguments_that_it_is_by():
    shown = s2sad.grad(product, "y").wengert
    assert str(shown) == str(s2sad.wengert(product, argnums="y"))
    assert str(shown.at(2.0, 3.0)) == str(s2sad.wengert(product, 2.0, 3.0, argnums="y"))
    assert "adjoint" not in rows_of(shown)["x"]


def test_of_a_derivative_it_is_for_the_last_kind_of_call():
    slope = s2sad.grad(lambda a: np.sum(a * a))
    slope(np.ones(3))
    assert "np.sum" in str(slope.wengert)
    assert rows_of(slope.wengert.at(np.array([1.0, 2.0])))["a"]["adjoint"] == "[2, 4]"


def test_options():
    text = str(s2sad.grad(product).wengert.at(2.0, 3.0, digits=3, tangents=(0.5,)))
    assert "0.909 " in text and "tangents in the direction x: 0.5" in text


def test_forms():
    shown = s2sad.wengert(product, 2.0, 3.0)
    assert repr(shown) == str(shown)
    assert r"\begin{tabular}" in shown.latex() == shown._repr_latex_()
    assert shown.markdown() == shown._repr_markdown_() and "| `z_1` |" in shown.markdown()
    assert "<table>" in shown._repr_html_() and shown._repr_html_() in shown.html()
    assert set(shown.as_data()) == {"title", "table", "ir"}


def test_the_text_form_is_read_back():
    text = s2sad.wengert(product).ir
    assert text.startswith("function product(x, y)")
    assert print_module(parse_module(text, globals(), product)) == text


def test_a_point_where_the_function_fails():
    with pytest.raises(ValueError):
        s2sad.wengert(lambda x: math.sqrt(x), -1.0)
    with pytest.raises(TypeError, match="argument"):
        s2sad.grad(product).wengert.at(1.0)
