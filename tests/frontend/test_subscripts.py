"""Items and slices, as far as they are known when the function is lowered."""

import numpy as np
import pytest

import s2sad

WEIGHTS = {"a": 2.0, "b": 3.0}


class Row:
    def __init__(self, first, second):
        self.parts = first, second

    def __getitem__(self, place):
        return self.parts[place]


def of_a_tuple(x):
    pair = (x, 2.0 * x)
    return pair[-1] * pair[0]


def of_a_slice(x):
    return len((x, 1.0, x)[1:]) * (x, 3.0 * x, x)[:2][1]


def of_an_object(x):
    return Row(x, 2.0 * x)[1] * 3.0


def of_a_table_of_functions(x):
    by = 2.0 * x
    table = {"twice": lambda y: y * by, "same": lambda y: y}
    return table["twice"](x)


@pytest.mark.parametrize("f", [of_a_tuple, of_a_slice, of_an_object, of_a_table_of_functions])
def test_what_is_known_is_taken_when_the_function_is_lowered(same, f):
    assert "getitem" not in same(f, (0.7,), (-1.5,)).outline


def test_a_function_by_a_key_of_the_running_program(same):
    def f(x, k):
        return (lambda y: y * x, lambda y: y + x)[k](2.0)

    assert same(f, (0.7, 0), (0.7, 1)).outline.startswith("tuple_of getitem eq if")


def test_an_index_itself(same):
    assert same(lambda x: (x, 2.0, x)[np.s_[1]] * x, (0.7,)).outline == "mul"


def test_an_active_index_of_a_library_object_is_no_constant():
    with pytest.raises(IndexError):
        s2sad.grad(lambda x: x * (1.0, 2.0)[3])(0.5)


def tables(n):
    return {"shift": np.arange(1.0, n + 1), "factor": 2.0, "n": n, "matrix": np.eye(n), "name": "x"}


def written_by_what_a_table_tells(x):
    table = tables(len(x))
    y = table["matrix"] @ x + table["shift"]
    for i in range(table["n"]):
        y[i] += x[i] ** 2
    return np.sum(y**2) * table["factor"]


def test_items_of_a_table_that_a_helper_makes_are_known_by_their_keys():
    x = np.array([0.7, 1.3])
    s2sad.check_grads(written_by_what_a_table_tells, (x,))
    text = s2sad.emit(written_by_what_a_table_tells, x)
    assert "unbroadcast" not in text and "tables" not in text


def of_a_copy(rows):
    rows, first = [row[:] for row in rows], rows[0][:]
    for k in range(len(rows)):
        for i in range(k):
            rows[k][i] -= rows[i][i] * rows[k][k] * first[i]
    first[0] *= rows[1][0]
    return rows[1][0] * rows[2][1] + first[0]


def test_a_slice_of_a_whole_list_is_a_list_of_its_own():
    rows = [[0.7, 1.3, 0.2], [0.5, -0.3, 0.9], [1.1, 0.4, -0.6]]
    gradient = s2sad.grad(of_a_copy)
    found = gradient(rows)
    for k in range(3):
        for i in range(3):
            ends = [[[*row] for row in rows] for _ in range(2)]
            ends[0][k][i] += 1e-6
            ends[1][k][i] -= 1e-6
            slope = (of_a_copy(ends[0]) - of_a_copy(ends[1])) / 2e-6
            assert found[k][i] == pytest.approx(slope, abs=1e-8)
    assert "_values" not in gradient.source
