"""Short lists become their items: text in, text out, and the values are the same."""

import math

import numpy as np
import pytest

import s2sad
from s2sad.ir.evaluate import evaluate
from s2sad.ir.nodes import Module, Var
from s2sad.ir.parser import parse_function, parse_module
from s2sad.ir.printer import print_function
from s2sad.ir.verify import verify
from s2sad.transform.scalar_replacement import lists_apart

NAMES = {"len": len, "range": range, "min": min, "sum": sum, "tuple": tuple}
TEXT = """function f(a, b, r)
    state = list_of a b
    for j in r with now = state -> last
        x, y = unpack now 2 None
        next = list_of
        n = len now
        places = range n
        for i in places
            s = getitem now i
            t = mul s y
            append next t
        yield next
    z = getitem last 0
    w = getitem last 1
    v = sub z w
    return v
"""
AFTER = """function f(a, b, r)
    for j in r with x_1 = a, y_1 = b -> last0, last1
        t_1 = mul x_1 y_1
        t_2 = mul y_1 y_1
        yield t_1 t_2
    v = sub last0 last1
    return v
"""
LISTS = (0.5, 2.0, range(3))


def apart(text, given=""):
    function = parse_function(text, NAMES)
    changed = lists_apart(Module((function,)), frozenset(map(Var, given.split()))).main
    verify(changed)
    return function, changed


def test_a_list_that_a_loop_carries():
    function, changed = apart(TEXT)
    assert print_function(changed) == AFTER
    assert evaluate(changed, LISTS) == evaluate(function, LISTS) == 0.5 * 2.0 * 4.0 * 16.0 - 256.0


@pytest.mark.parametrize(
    "old, new",
    [
        (
            "        yield next",
            "        total = sum now\n        append next total\n        yield next",
        ),  # grows
        ("    z = getitem last 0", "    setitem last 0 7.0\n    z = getitem last 0"),
        ("            t = mul", "            setitem now 0 3.0\n            t = mul"),
    ],
)
def test_lists_that_change_stay(old, new):
    function, changed = apart(TEXT.replace(old, new))
    assert changed is function


def test_what_reads_the_whole_list_gets_one():
    text = TEXT.replace("    v = sub z w", "    v = sum last").replace(
        "        next = list_of", "        q = sum now\n        next = list_of"
    )
    text = text.replace("mul s y", "mul s q")
    function, changed = apart(text)
    assert "        now = list_of x_1 y_1\n        q = sum now\n" in print_function(changed)
    assert evaluate(changed, LISTS) == evaluate(function, LISTS)


def test_conditions_of_loops_and_branches():
    text = """function f(a, b)
    state = list_of a b
    while with now = state -> last
        cond
            x = getitem now 0
            total = sum now
            go = lt total 100.0
            yield go
        do
            u = getitem now 0
            y = getitem now 1
            large = gt y u
            if large -> s
                one = list_of y u
                yield one
            else
                d = add u u
                two = list_of d y
                yield two
            yield s
    z = getitem last 0
    w = getitem last 1
    v = sub z w
    return v
"""
    function, changed = apart(text)
    assert print_function(changed).count("list_of") == 1
    assert "            now_1 = list_of now0 now1\n            total = sum now_1\n" in print_function(changed)
    for at in ((1.0, 2.0), (3.0, 0.5), (70.0, 60.0)):
        assert evaluate(changed, at) == evaluate(function, at)


def test_the_rest_of_a_list():
    text = TEXT.replace(
        "    z = getitem last 0\n    w = getitem last 1\n",
        "    z, rest = unpack last 1 0\n    w = sum rest\n",
    )
    function, changed = apart(text)
    assert "    rest = list_of rest_1\n    w = sum rest\n" in print_function(changed)
    assert evaluate(changed, LISTS) == evaluate(function, LISTS)


def trajectory(p, n):
    state = [p[0], p[1]]
    path = [state]
    for _ in range(n):
        rates = [state[0] * (1.1 - 0.4 * state[1]), state[1] * (0.4 * state[0] - 1.1)]
        middle = [s + 0.05 * r for s, r in zip(state, rates)]
        state = [s + 0.1 * (m - r) for s, m, r in zip(state, middle, rates)]
        path.append(state)
    return sum(x * y for x, y in path)


def test_a_state_of_two_numbers_is_carried_as_numbers():
    at, direction, step = np.array([0.7, 1.2]), np.array([0.3, -0.8]), 1e-6
    gradient = s2sad.grad(trajectory)
    slope = (trajectory(at + step * direction, 4) - trajectory(at - step * direction, 4)) / (2 * step)
    assert math.isclose(gradient(at, 4) @ direction, slope, rel_tol=1e-7)
    assert math.isclose(s2sad.jvp(trajectory, (at, 4), (direction, None))[1], slope, rel_tol=1e-7)
    assert "state_1 = [state0, state1]" in gradient.source
    assert "min(" not in gradient.source


def overtaken(p, n):
    first, second = [p[0], p[1]], [p[1], p[0]]
    for _ in range(n):
        first, second = second, [s * p[0] for s in first]
    second[0] += p[1]
    return first[0] * second[0] + second[1]


def test_a_list_that_is_written_after_the_loop():
    at, direction, step = np.array([0.7, 1.2]), np.array([0.3, -0.8]), 1e-6
    slope = (overtaken(at + step * direction, 3) - overtaken(at - step * direction, 3)) / (2 * step)
    assert math.isclose(s2sad.grad(overtaken)(at, 3) @ direction, slope, rel_tol=1e-7)


def slopes(state, t):
    x, y = state
    for _ in range(3):
        t = t * 0.5 + x * y
    return [x * (1.1 - 0.4 * y) + t, y * (0.4 * x - 1.1) - t]


def by_midpoints(p, n):
    state = [p[0], p[1]]
    for k in range(n):
        rates = slopes(state, 0.1 * k)
        rates = slopes([s + 0.05 * r for s, r in zip(state, rates)], 0.1 * k + 0.05)
        state = [s + 0.1 * r for s, r in zip(state, rates)]
    return state[0] ** 2 + state[1]


def test_calls_get_lists_and_give_them():
    text = """function f(a, b, r)
    state = list_of a b
    for j in r with now = state -> last
        rates = @g now
        next = list_of
        n = len now
        places = range n
        for i in places
            s = getitem now i
            q = getitem rates i
            t = mul s q
            append next t
        yield next
    v = getitem last 0
    return v

function g(s)
    x, y = unpack s 2 None
    rates = list_of y x
    return rates
"""
    module = parse_module(text, NAMES)
    changed = lists_apart(module, frozenset()).main
    assert "        rates0, rates1 = unpack rates 2 None\n        t_1 = mul now0 rates0\n" in print_function(
        changed
    )
    assert "        now = list_of now0 now1\n        rates = @g now\n" in print_function(changed)


def test_a_gradient_through_functions_of_states():
    at, direction, step = np.array([0.7, 1.2]), np.array([0.3, -0.8]), 1e-6
    slope = (by_midpoints(at + step * direction, 4) - by_midpoints(at - step * direction, 4)) / (2 * step)
    assert math.isclose(s2sad.grad(by_midpoints)(at, 4) @ direction, slope, rel_tol=1e-7)


def unpacked(start):
    x, y, z = start
    return x * y + z


def test_the_adjoint_of_a_list_that_is_unpacked_is_written_out():
    gradient = s2sad.grad(unpacked)
    assert gradient([2.0, 3.0, 4.0]) == [3.0, 2.0, 1.0]
    assert "    return [y, x, 1.0]\n" in gradient.source


def rotated(x, n):
    turn = [[x[0], 1.0], [0.5, x[1]]]
    v = [1.0, x[0]]
    for _ in range(n):
        v = [sum(a * b for a, b in zip(row, v)) for row in turn]
    return v[0] * v[1]


def test_a_vector_that_a_matrix_of_lists_turns():
    at, direction, step = np.array([0.7, 1.2]), np.array([0.3, -0.8]), 1e-6
    gradient = s2sad.grad(rotated)
    slope = (rotated(at + step * direction, 3) - rotated(at - step * direction, 3)) / (2 * step)
    assert math.isclose(gradient(at, 3) @ direction, slope, rel_tol=1e-7)
    assert gradient.source.count("for ") == 2  # the loop in both directions


def falling(x, n):
    pos, vel = [x[0], 0.3, x[1]], [0.0, 1.0, 0.0]
    for _ in range(n):
        r = math.sqrt(sum(p * p for p in pos))
        vel = [v - 0.01 * p / r**3 for v, p in zip(vel, pos)]
        pos = [p + 0.01 * v for p, v in zip(pos, vel)]
    return sum(v * v for v in vel)


def test_the_adjoint_of_a_sum_is_that_of_each_item():
    at, direction, step = np.array([0.7, 1.2]), np.array([0.3, -0.8]), 1e-6
    gradient = s2sad.grad(falling)
    slope = (falling(at + step * direction, 3) - falling(at - step * direction, 3)) / (2 * step)
    assert math.isclose(gradient(at, 3) @ direction, slope, rel_tol=1e-6)
    assert "* items_bar" not in gradient.source
    assert "len(" not in gradient.source


def summed_and_changed(x):
    items = [x * x, x, 2.0 * x]
    total = sum(items)
    items.append(total * x)
    return total * items[0] + sum(items)


def test_the_adjoint_of_a_list_that_grows_is_no_number():
    slope = (summed_and_changed(0.7 + 1e-6) - summed_and_changed(0.7 - 1e-6)) / 2e-6
    assert math.isclose(s2sad.grad(summed_and_changed)(0.7), slope, rel_tol=1e-7)


def times(a, b):
    return [
        [a[0][0] * b[0][0] + a[0][1] * b[1][0], a[0][0] * b[0][1] + a[0][1] * b[1][1]],
        [a[1][0] * b[0][0] + a[1][1] * b[1][0], a[1][0] * b[0][1] + a[1][1] * b[1][1]],
    ]


def through_lenses(x, n):
    rays = [[1.0, 0.0], [0.0, 1.0]]
    for _ in range(n):
        rays = times([[1.0, x[0]], [0.0, 1.0]], rays)
        rays = times([[1.0, 0.0], [-1.0 / x[1], 1.0]], rays)
    return rays[0][0] + rays[1][1] * x[0]


def turned(x, n):
    turn = [[math.cos(x[0]), -math.sin(x[0])], [math.sin(x[0]), math.cos(x[0])]]
    at, total = [x[0], x[1]], 0.0
    for i in range(2):
        for j in range(2):
            total += turn[i][j] * at[j]
    return total * n


def by_runge_kutta(x, n):
    def slopes(state):
        return [x[0] * state[1], -x[1] * state[0]]

    state = [x[1], 1.0]
    for _ in range(n):
        first = slopes(state)
        second = slopes([state[i] + 0.05 * first[i] for i in range(2)])
        state = [state[i] + 0.05 * (first[i] + second[i]) for i in range(2)]
    return state[0] * state[1]


def determinant(x, n):
    rows = [[x[0], 2.0, x[1]], [0.5, x[0] * x[1], 1.0], [x[1], 0.3, x[0]]]
    return n * (rows[0][0] * rows[1][1] * rows[2][2] - rows[0][2] * rows[1][1] * rows[2][0] + rows[0][1])


@pytest.mark.parametrize("program", [through_lenses, turned, by_runge_kutta, determinant])
def test_small_matrices_and_lists_of_written_out_loops_are_numbers(program):
    at, direction, step = np.array([0.7, 1.2]), np.array([0.3, -0.8]), 1e-6
    gradient = s2sad.grad(program)
    slope = (program(at + step * direction, 3) - program(at - step * direction, 3)) / (2 * step)
    assert math.isclose(gradient(at, 3) @ direction, slope, rel_tol=1e-6)
    assert "len(" not in gradient.source
    assert "shadow" not in gradient.source


def rows_of_two_matrices(x, n):
    one = [[x[0], 1.0], [0.5, x[1]]]
    other = one
    for i in range(n):
        row = one[0]
        one = [one[1], [v * x[0] for v in row]]
        if i == 1:
            row[0] += x[1]
            other[1][0] = row[0] * 2.0
    return one[0][0] + one[1][1] * other[0][0] + other[1][0]


def test_rows_that_are_written_to_stay():
    at, direction, step = np.array([0.7, 1.2]), np.array([0.3, -0.8]), 1e-6
    for n in range(4):
        ends = [rows_of_two_matrices(at + s * direction, n) for s in (step, -step)]
        slope = (ends[0] - ends[1]) / (2 * step)
        assert math.isclose(s2sad.grad(rows_of_two_matrices)(at, n) @ direction, slope, rel_tol=1e-6)
