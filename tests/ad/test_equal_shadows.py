"""Shadows whose items are all the same number: text in, text out."""

import numpy as np
import pytest

import s2sad
from s2sad.ad.equal_shadows import take_numbers
from s2sad.ir.evaluate import evaluate
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.verify import verify

TAKEN = """function f(n, v)
    one = list_of 1.0
    s = mul one n
    over = range n
    for _ in over with a = 0.0 -> b
        t = take_last s
        u = mul v t
        c = add a u
        yield c
    return b
"""


def test_what_is_taken_is_the_number():
    function = parse_function(TAKEN, {})
    changed = take_numbers(function)
    verify(changed)
    text = print_function(changed)
    assert "take_last" not in text
    assert "u = mul v 1.0" in text
    assert evaluate(changed, [3, 0.7]) == evaluate(function, [3, 0.7])


def test_what_is_taken_may_be_computed():
    function = parse_function(TAKEN.replace("list_of 1.0", "list_of v"), {})
    changed = take_numbers(function)
    verify(changed)
    assert "u = mul v v" in print_function(changed) and "list_of" not in print_function(changed)
    assert evaluate(changed, [3, 0.7]) == evaluate(function, [3, 0.7])


@pytest.mark.parametrize(
    "before, after",
    [
        ("    for _", "    add_at s 0 v\n    for _"),
        ("        t = take", "        append s v\n        t = take"),
        ("list_of 1.0", "list_of 1.0 v"),
        ("return b", "return s"),
        ("u = mul v t", "u = getitem s 0"),
    ],
)
def test_one_that_is_written_or_read_stays(before, after):
    function = parse_function(TAKEN.replace(before, after), {})
    assert take_numbers(function) is function


def test_a_sum_of_squares_keeps_no_list():
    def squares(xs):
        return sum(x * x for x in xs)

    assert "items" not in s2sad.emit(squares, [0.5, 0.7])
    assert s2sad.grad(squares)([0.5, 0.7]) == [1.0, 1.4]
    value, gradient = s2sad.value_and_grad(squares)([0.5, 0.7])
    assert (value, gradient) == (sum([0.25, 0.7 * 0.7]), [1.0, 1.4])


def test_a_product_of_a_matrix_saves_no_lists():
    def length(rows, xs):
        products = [sum(a * x for a, x in zip(row, xs)) for row in rows]
        return sum(p * p for p in products)

    rows, xs, step = [[1.0, 2.0], [0.5, -3.0], [4.0, 0.1]], [0.3, 0.7], 1e-6
    derivative = s2sad.grad(length, argnums=1)
    more = [length(rows, [x + step * (i == j) for j, x in enumerate(xs)]) for i in range(2)]
    less = [length(rows, [x - step * (i == j) for j, x in enumerate(xs)]) for i in range(2)]
    expected = [(a - b) / (2 * step) for a, b in zip(more, less)]
    assert derivative(rows, xs) == pytest.approx(expected)
    assert "saved.append(row)" in derivative.source and "saved.append((" not in derivative.source


def test_a_sum_of_sums_has_no_list():
    def total(xs):
        return sum(sum(x * k for k in range(3)) for x in xs)

    derivative = s2sad.grad(total)
    assert derivative([0.5, 2.0]) == [3.0, 3.0]
    assert "pop" not in derivative.source


class Body:
    def __init__(self, position, spring):
        self.position = position
        self.spring = spring

    @property
    def energy(self):
        return np.sum((self.spring @ self.position) ** 2)


def weight_beside_the_most_energetic(x):
    """Nothing reads which body has most energy: the adjoints of all energies are zero, those of their arrays are arrays."""
    spring = np.array([[0.3, -0.2, 0.5], [0.7, 0.4, -0.6]])
    weight = x * 0.7
    start = np.array([x, 2.0 * x, 1.0])
    bodies = [Body(start * weight, spring), Body(start.copy(), spring)]
    Body(max(body.energy for body in bodies), start)
    start[0] = weight
    return weight * start[0]


def test_an_adjoint_of_zeros_is_as_long_as_its_array(check):
    assert check(weight_beside_the_most_energetic, 0.4) == pytest.approx([2.0 * 0.49 * 0.4])
