"""The rules, listed and found by name."""

import math
import operator

import numpy as np
import pytest

from s2sad.show.rulebook import Entry, entries, listed, name_of, short, shown

ONE = Entry(
    "partials",
    "arctangent",
    ("math.atan2", "np.arctan2"),
    "The angle\nof (x, y)\n\nmore",
    "def f():\n    pass",
)


@pytest.mark.parametrize(
    "function, name",
    [
        (math.sin, "math.sin"),
        (np.sin, "np.sin"),
        (np.sum, "np.sum"),
        (np.linalg.solve, "np.linalg.solve"),
        (np.fft.rfft, "np.fft.rfft"),
        (np.add.reduce, "np.add.reduce"),
        (abs, "abs"),
        (list.index, "list.index"),
        (operator.add, "operator.add"),
    ],
)
def test_functions_as_programs_write_them(function, name):
    assert name_of(function) == name


def test_what_a_rule_says_and_is_for():
    assert ONE.formula == "The angle of (x, y)"
    assert ONE.matches("ARCT") and ONE.matches("atan2") and ONE.matches("ang") and not ONE.matches("gle")
    assert (
        ONE.is_for("atan2")
        and ONE.is_for("np.arctan2")
        and ONE.is_for("arctangent")
        and not ONE.is_for("atan")
    )
    assert ONE.as_data()["functions"] == ["math.atan2", "np.arctan2"]


def test_tables():
    assert listed([ONE]).as_data() == [
        {
            "rule": "arctangent",
            "kind": "partials",
            "functions": "math.atan2, np.arctan2",
            "says": "The angle of (x, y)",
        }
    ]
    rows = [row.cells for row in shown(ONE).rows]
    assert rows[0] == ("kind", "partials") and [row[0] for row in rows].count("rule") == 1 and len(rows) == 8
    assert short(tuple("abcdef")) == "a, b, c, d, … 6 in all" and short(("a",)) == "a"


def test_every_rule_of_the_book_has_functions():
    found = entries()
    assert all(one.functions for one in found)
    (sine,) = [one for one in found if one.is_for("math.sin")]
    assert "cos" in sine.formula and "np.sin" in sine.functions


def test_functions_of_scipy_are_none_of_numpys():
    special = pytest.importorskip("scipy.special")
    assert [name_of(function) for function in (special.gamma, special.psi, np.exp)] == [
        "scipy.special.gamma",
        "scipy.special.psi",
        "np.exp",
    ]
