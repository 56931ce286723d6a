"""What `explain` returns, as data and in every form."""

import json
import math

import pytest

import s2sad


def f(x, y):
    z = x * y
    return z + math.sin(z)


def test_data_for_programs():
    data = s2sad.explain(f, 2.0, 3.0).as_data()
    assert set(data) == {"title", "table", "forward", "reverse"} and json.loads(json.dumps(data)) == data
    rows = {row["entry"]: row for row in data["table"] if "entry" in row}
    slope = 1.0 + math.cos(6.0)
    assert float(rows["x"]["adjoint"]) == pytest.approx(3.0 * slope, rel=1e-5)
    assert float(rows["y"]["adjoint"]) == pytest.approx(2.0 * slope, rel=1e-5)


def test_three_tables_in_their_order():
    found = s2sad.explain(f, 2.0, 3.0)
    assert found.tables == (found.table, found.forward, found.reverse)
    assert str(found).count("\n\n") >= 2 and found.latex().count("tabular") == 6
