"""`first, *rest = xs` makes a list of the rest, also of a list to which something is appended."""

import pytest

import s2sad


def rest_of_a_list_that_grows(y, items):
    xs = [*items, y]
    first, *rest = xs
    rest = rest + [2.0]
    xs.append(y * y)
    total = 0.0
    for _ in range(2):
        for row in [rest, xs]:
            for item in row:
                total = total * 0.5 + item * y
        total += rest[0] * first
    return total


def all_but_the_last(y, items):
    *most, last = [*items, 0.5 * y]
    most = most + [y / (1.5 + last**2)]
    most.append(last)
    total = 0.0
    for k in range(3):
        total += most[k] * y + sum(item * item for item in most)
    return total


def of_a_pair(y, items):
    first, *rest = (y, items[0])
    rest.append(first * items[1])
    return sum(item * first for item in rest)


@pytest.mark.parametrize("fun", [rest_of_a_list_that_grows, all_but_the_last, of_a_pair])
def test_gradients(fun):
    y, items = 0.5, [1.0, 2.0]

    def slope(dy, da, db, step=1e-6):
        ends = [fun(y + s * dy, [items[0] + s * da, items[1] + s * db]) for s in (step, -step)]
        return (ends[0] - ends[1]) / (2 * step)

    found_y, found_items = s2sad.grad(fun, (0, 1))(y, items)
    wanted = [slope(1, 0, 0), slope(0, 1, 0), slope(0, 0, 1)]
    assert [found_y, *found_items] == pytest.approx(wanted, rel=1e-7)
    _, tangent = s2sad.jvp(fun, (y, items), (1.0, [0.5, -2.0]))
    assert tangent == pytest.approx(slope(1, 0.5, -2.0), rel=1e-7)
