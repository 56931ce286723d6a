"""Containers that hold their items, and those that hold places since they have several names: all modes."""

import math

import pytest

import s2sad

POINT = [0.5, 0.83, 0.61, 0.72, 0.44]


class Ball:
    def __init__(self, x):
        self.x = x
        self.v = 0.0
        self.mass = 2.0


def overwritten(xs):
    y = [0.0] * len(xs)
    for i in range(len(xs)):
        y[i] = 2.0 * xs[i]
    for _ in range(2):
        for i in range(1, len(xs)):
            if y[i] > 0.9:
                y[i] = y[i - 1] * y[i]
            else:
                y[i - 1] = math.sin(y[i])
    return sum(v * v for v in y)


def increased_by_what_may_be_itself(xs):
    y = list(xs)
    for k in range(2 * len(xs)):
        y[k % len(xs)] -= 0.3 * y[k % len(xs) - 1] * y[(k + 1) % len(xs)]
    z = [y[0]]
    z[0] -= z[-1] * xs[1]
    z[-1] += z[0] * z[0]
    return sum(y) + z[0]


def by_key(xs):
    totals = {"all": 0.0}
    for i, x in enumerate(xs):
        totals[i % 3] = totals.get(i % 3, 1.0) * x
        totals["all"] += totals[i % 3]
    return sum(math.sqrt(total) for total in totals.values())


def sums_by_class(xs):
    totals, counts = {}, {}
    for i, x in enumerate(xs):
        totals[i % 3] = totals.get(i % 3, 0.0) + x * x
        counts[i % 2] = x * x + counts.get(i % 2, 0.0) * x
        if i > 2:
            totals[i % 3] *= totals[(i + 1) % 3]
            totals[i % 3] = totals.get(i % 3, 0.0) + totals[i % 3] * x
    return sum(math.sqrt(total) for total in totals.values()) * counts[1]


def stacked(xs):
    held = [1.0, xs[0]]
    for i, x in enumerate(xs):
        held[-1] *= x
        held.append(held[-2])
        held[0] += held[-1]
        if i % 3 == 2:
            held.pop()
            held[-1] = held.pop() * x
    return held[-1] * held[0]


def objects(xs):
    balls = [Ball(x) for x in xs]
    for _ in range(2):
        for i in range(len(balls)):
            ball, other = balls[i], balls[i - 1]
            ball.v += other.x * ball.x
            ball.x = ball.x - 0.1 * ball.v * other.v
            if ball.x > 0.6:
                other.v = ball.x
    return sum(ball.x * ball.v / ball.mass for ball in balls)


def rows(xs):
    table = [[x, 1.0] for x in xs]
    for row in table:
        for other in table:
            other[1] += 0.1 * row[0] * row[1]
    return sum(row[1] for row in table)


def rows_of_whole_numbers(xs):
    table = [[0] * len(xs) for _ in xs]
    for i, x in enumerate(xs):
        table[0][i] = x * x
    for i in range(1, len(xs)):
        for j in range(len(xs)):
            table[i][j] = table[i - 1][j - 1] * xs[j]
            table[i][j] += table[i][j - 1]
    return sum(table[-1])


def made_in_each_iteration(xs):
    total = 0.0
    for x in xs:
        row = [0.0] * 3
        row[0] = x
        u = row[0] * x
        row[0] = u * x
        row[1] = row[0] + u
        total += row[1] * row[0]
    return total


def read_before_later_writes(xs):
    weights, total = [0.1 * i for i in range(len(xs))], 1.0
    for i, x in enumerate(xs):
        total = total * weights[i] * x + total * total * 0.1 + x
    for i in range(len(xs)):
        weights[i] = 0.0
    return total + weights[0]


def made_in_another_order(xs):
    balls = []
    for x in xs:
        first, second = Ball(x), Ball(x * x)
        balls.append(second)
        balls.append(first)
    for i in range(1, len(balls)):
        balls[i].x *= balls[i - 1].x
    balls[-1].v = balls[-2].x * balls[0].x
    return sum(ball.x for ball in balls) + balls[-1].v


def grown_beside_its_objects(xs):
    balls = []
    for x in xs:
        balls.append(Ball(x))
        for ball in balls:
            ball.x = ball.x * x + ball.v
            ball.v = ball.v + ball.x
    return sum(ball.x * ball.v for ball in balls)


def of_two_names(xs):
    a = [0.0] * len(xs)
    b = a
    b[0] = xs[0]
    a[1] = b[0] * xs[1]
    c = a[:]
    c[1] = 3.0 * a[1]
    a[0] = 5.0 * xs[2]
    return b[1] * c[1] + b[0]


def known_by_its_own_name(xs):
    table, row = [], [xs[0], xs[1]]
    table.append(row)
    row[0] = 2.0 * xs[2]
    return table[0][0] * row[1] + table[0][1]


def one_row_thrice(xs):
    table = [[0.0] * 2] * 3
    for i, x in enumerate(xs):
        table[i % 3][i % 2] += x * x
    return table[0][0] * table[1][1]


def rows_that_change_places(xs):
    table = [[x, x * x] for x in xs]
    for i in range(len(table) - 1):
        table[i], table[i + 1] = table[i + 1], table[i]
        table[i][0] *= table[i + 1][1]
    return sum(row[0] * row[1] for row in table)


def last_row_while_it_grows(xs):
    table, total = [[xs[0], 1.0]], 0.0
    for x in xs:
        row = table[-1]
        table.append([x, 2.0 * x])
        row[0] = row[0] * x + row[1]
        total += table[-2][0]
    return total + table[-1][1]


def grown_while_gone_through(xs):
    y = [xs[0]]
    for a in y:
        if len(y) < 5:
            y.append(a * xs[len(y)])
    y[1] = y[1] * 2.0
    return sum(y)


IN_PLACE = [
    *(overwritten, increased_by_what_may_be_itself, stacked, objects, rows, rows_of_whole_numbers),
    *(made_in_each_iteration, read_before_later_writes),
    *(sums_by_class, made_in_another_order, grown_beside_its_objects),
]
BY_PLACES = [
    *(of_two_names, known_by_its_own_name, one_row_thrice, rows_that_change_places),
    *(last_row_while_it_grows, grown_while_gone_through, by_key),
]


@pytest.mark.parametrize("function", [*IN_PLACE, *BY_PLACES])
def test_all_modes(all_modes, function):
    all_modes(function, (list(POINT),))


@pytest.mark.parametrize("function", IN_PLACE)
def test_one_way_to_each_needs_no_places(function):
    gradient = s2sad.grad(function)
    gradient(list(POINT))
    assert "values = []" not in gradient.source


def test_the_value_is_that_of_the_function_to_the_bit():
    for function in IN_PLACE:
        assert s2sad.value_and_grad(function)(list(POINT))[0] == function(list(POINT))


def test_a_write_saves_nothing_that_can_be_read_again():
    def tridiagonal(d):
        n = len(d)
        x = [0.0] * n
        for i in range(n):
            x[i] = d[i] / 4.0
        for i in range(n - 2, -1, -1):
            x[i] -= 0.3 * x[i + 1]
        return sum(v * v for v in x)

    gradient = s2sad.grad(tridiagonal)
    gradient(POINT)
    assert "saved" not in gradient.source
    assert "x_bar[i + 1] -= " in gradient.source


@pytest.mark.parametrize("function", [objects, made_in_another_order, grown_beside_its_objects])
def test_objects_in_a_list_are_columns(function):
    gradient = s2sad.grad(function)
    gradient(list(POINT))
    assert "balls_x[" in gradient.source
    assert "{}" not in gradient.source


def test_a_sum_by_key_is_written_as_one():
    gradient = s2sad.grad(sums_by_class)
    gradient(list(POINT))
    assert "= totals.get(i_mod_3, 0.0) + " in gradient.source
    assert "= counts.get(i_mod_2, 0.0) + " not in gradient.source


def test_an_index_out_of_range_is_raised_though_nothing_is_read_there_twice():
    def last(xs, i):
        table = [[x, 1.0] for x in xs]
        for row in table:
            row[1] *= row[0]
        return table[i][1]

    gradient = s2sad.grad(last)
    assert gradient([2.0, 3.0], 1) == [0.0, 1.0]
    with pytest.raises(IndexError):
        gradient([2.0, 3.0], 2)
