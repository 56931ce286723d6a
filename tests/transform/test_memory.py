"""What is written in place, under any name, is not taken for a value: it isn't shared, renamed, or looked through."""

import math

import numpy as np
import pytest

import s2sad
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.transform.memory import Memory
from s2sad.transform.simplify import simplify
from s2sad.transform.strength import reduce_strength


def difference(fun, x, h=1e-5):
    return (fun(x + h) - fun(x - h)) / (2 * h)


def all_operators(fun, x):
    """The value and the derivative by every operator, and the second derivative."""
    value, slope = s2sad.value_and_grad(fun)(x)
    pulled, pullback = s2sad.vjp(fun, x)
    pushed, along = s2sad.jvp(fun, (x,), (1.0,))
    slopes = [slope, s2sad.grad(fun)(x), pullback(1.0)[0], along]
    return [value, pulled, pushed], slopes, s2sad.hvp(fun, (x,), (1.0,))[0]


def items_of_rows(x):
    a = np.zeros((1, 1))
    b = np.zeros((1, 1))
    a[0][0] = x
    b[0][0] = 5.0 * x
    return np.sum(a * a)


def slices(x):
    a = np.zeros(2)
    b = np.zeros(2)
    u, v = a[:1], b[1:]
    u[0] = x
    v[0] = 3.0 * x
    return np.sum(a * a) + b[1] * x


def ones_and_reshaped(x):
    a = np.ones(3)
    b = np.ones(3)
    a.reshape(3)[0] = x
    b.T[1] = 5.0 * x
    return np.sum(a * a) + 2.0 * np.sum(b * x)


def empty(x):
    a = np.empty((2, 2))
    b = np.empty((2, 2))
    for row in a:
        row[:] = x
    b[:] = 2.0
    return np.sum(a * a * b)


def rows_with_their_numbers(x):
    a = np.zeros((2, 2))
    b = np.zeros((2, 2))
    for i, row in enumerate(a):
        row[0] = x * i
    for one, other in zip(a, b):
        one[1] += other[0] + x * x
    return np.sum(a * a) + np.sum(b)


def copies(x):
    c = np.ones(3) * x
    a = c.copy()
    b = c.copy()
    d = np.array(c)
    e = np.array(c)
    a[:1][0] = x * x
    d[1:][0] = x**3
    return np.sum(a * b) + np.sum(d * e)


def results_of_operators(x):
    w = np.ones(3) * x
    a = w + 1.0
    b = w + 1.0
    c = np.sin(w)
    d = np.sin(w)
    r = a[1:]
    r[0] = x**3
    c += x
    return np.sum(a * b) + np.sum(c * d)


def products_of_matrices(x):
    w = np.ones((2, 2)) * x
    a = w @ w
    b = w @ w
    for row in a:
        row[0] = x
    return np.sum(a * b)


def lists(x):
    a = [0.0] * 3
    b = [0.0] * 3
    c = [[0.0] * 2 for i in range(2)]
    d = [[0.0] * 2 for i in range(2)]
    a[0] = x
    b[0] = 5.0 * x
    c[1][0] = x
    d[1][0] = 7.0 * x
    return a[0] * a[0] + b[1] + c[1][0] * c[1][0] + d[0][0]


def copies_of_lists(x):
    c = [x, 2.0, 3.0]
    a, b = c[:], c[:]
    d, e = c + [x], c + [x]
    a[0] = x * x
    d[0] = x**3
    return a[0] * b[0] + d[0] * e[0] + d[3]


def fill(target, value):
    target[0] = value


def written_by_a_helper(x):
    a = np.zeros(2)
    b = np.zeros(2)
    fill(a[:1], x)
    fill(b[:1], 5.0 * x)
    return np.sum(a * a)


class Filter:
    def __init__(self):
        self.history = np.zeros(2)
        self.weights = np.zeros(2)

    def step(self, x):
        self.history[:1][0] += x


def in_objects(x):
    one, other = Filter(), Filter()
    one.step(x)
    other.step(5.0 * x)
    return np.sum(one.history * one.history) + np.sum(one.weights) + np.sum(other.weights)


def by_branch(x):
    a = np.full((2,), 1.0)
    b = np.full((2,), 1.0)
    c = a if x > 0 else b
    c[0] = x
    return np.sum(a * a) + 3.0 * np.sum(b * b * x)


def in_loops(x):
    a = np.zeros(3)
    for i in range(3):
        u = np.zeros(2)
        v = np.zeros(2)
        u[0] = x * i
        a[i] = u[0] * x + v[0]
    return np.sum(a * a)


SHARED = [
    items_of_rows,
    slices,
    ones_and_reshaped,
    empty,
    rows_with_their_numbers,
    copies,
    results_of_operators,
    products_of_matrices,
    lists,
    copies_of_lists,
    written_by_a_helper,
    in_objects,
    by_branch,
    in_loops,
]


@pytest.mark.parametrize("fun", SHARED)
def test_two_objects_made_alike_stay_two(fun):
    x = 1.3
    values, slopes, curvature = all_operators(fun, x)
    assert values == pytest.approx([fun(x)] * 3, rel=1e-12)
    assert slopes == pytest.approx([difference(fun, x)] * 4, rel=1e-7)
    assert curvature == pytest.approx(difference(lambda z: difference(fun, z, 1e-4), x, 1e-4), rel=1e-4)


def test_what_is_handed_out_is_not_one_object():
    def both(x):
        a = x * 2.0
        b = x * 2.0
        return a.T, [b, np.zeros(2)], {"c": np.zeros(2)}

    x = np.ones(2)
    (a, (b, c), d), _ = s2sad.jvp(both, (x,), (x,))
    assert not np.shares_memory(a, b)
    assert c is not d["c"]


# ------------------------------------------------------------------------------------------ added to in place


def complement(x):
    n = 1 - x
    return np.sum(3 * n + 2 * (1 - n))


def cross_entropy(q):
    p = 1 - q
    return np.sum(0.3 * np.log(p) + 0.7 * np.log(1 - p))


def negative(x):
    n = -x
    return np.sum(n * x + 4 * (-n) + np.exp(-n))


def doubled(x):
    n = 2 * (1 - x)
    m = -n
    return np.sum(n**3 + 2 * (1 - n) * m - m / (3 + n))


def in_a_loop(x):
    s = 0.0
    n = x
    for i in range(3):
        n = 1 - n
        s = s + np.sum(i * n + 2 * (1 - n) - (-n) * (-n))
    return s


def in_a_branch(x):
    n = 1 - x
    if x[0] > 0:
        s = np.sum(n * n + 2 * (1 - n))
    else:
        s = np.sum(1 - (1 - n))
    return s + np.sum(-n)


def complement_of(n):
    return 1 - n


def in_a_helper(x):
    n = complement_of(x)
    return np.sum(3 * n * n + 2 * complement_of(n) - (-n))


def minus_of_a_part(x):
    a = 2 * x
    r = a[:2]
    t = np.sum(-r)
    a *= 3
    return t + np.sum((-r) * (1 - r)) + np.sum(1 - (-r))


FORMULAS = [
    minus_of_a_part,
    complement,
    cross_entropy,
    negative,
    doubled,
    in_a_loop,
    in_a_branch,
    in_a_helper,
]


@pytest.mark.parametrize("fun", FORMULAS)
def test_a_sum_that_is_added_to_in_place_is_read_when_it_is_complete(fun):
    x = np.array([0.2, 0.4])
    units = np.eye(2)
    wanted = [(fun(x + 1e-6 * e) - fun(x - 1e-6 * e)) / 2e-6 for e in units]
    gradient = s2sad.grad(fun)
    assert gradient(x) == pytest.approx(wanted, rel=1e-7)
    assert [s2sad.jvp(fun, (x,), (e,))[1] for e in units] == pytest.approx(wanted, rel=1e-7)
    second = [(gradient(x + 1e-6 * e) - gradient(x - 1e-6 * e)) / 2e-6 for e in units]
    for e, row in zip(units, second):
        assert s2sad.hvp(fun, (x,), (e,))[0] == pytest.approx(row, rel=1e-6, abs=1e-8)


# ---------------------------------------------------------------------------------------------- the passes alone


def after(change, text):
    return print_function(change(parse_function(text), exact=frozenset({Var("x")})))


def unchanged(change, text):
    return after(change, text) == text


def test_a_sign_is_not_taken_from_what_is_written_since():
    assert unchanged(
        simplify,
        """function f(x, y)
    a = neg y
    b = mul a x
    iadd b x
    c = neg b
    d = mul a a
    t = add c d
    return t
""",
    )
    assert unchanged(
        simplify,
        """function f(x, y)
    a = mul x y
    b = neg a
    iadd a x
    c = sub y b
    t = tuple_of c a
    return t
""",
    )


def test_what_is_read_after_a_change_is_no_other_name():
    text = """function f(x, y)
    a = mul x y
    b = mul 1.0 a
    iadd a x
    t = tuple_of a b
    return t
"""
    assert unchanged(simplify, text)


def test_a_name_that_is_read_before_the_change_goes():
    assert (
        after(
            simplify,
            """function f(x, y)
    a = mul x y
    b = mul 1.0 a
    iadd x b
    iadd a x
    return a
""",
        )
        == """function f(x, y)
    a = mul x y
    iadd x a
    iadd a x
    return a
"""
    )


def test_a_quotient_is_not_taken_past_a_change():
    assert unchanged(
        reduce_strength,
        """function f(x, y)
    a = mul x y
    t = truediv 1.0 a
    iadd a x
    b = mul t a
    return b
""",
    )


def test_what_is_read_after_a_change_in_the_branch_that_is_taken_is_no_other_name():
    text = """function f(x, y)
    a = mul x y
    if True -> z
        b = mul 1.0 a
        iadd a x
        c = mul b x
        yield c
    else
        yield a
    return z
"""
    assert "b = mul 1.0 a" in after(simplify, text)


def test_what_lives_outside_may_hold_anything_that_does():
    """What an argument holds, at any depth, may be another argument that is written."""
    memory = Memory(
        parse_function(
            """function f(A, B, x)
    r = getitem A 0
    s = getitem r 0
    own = math.sin x
    append B x
    return s
""",
            {},
        )
    )
    assert memory.may_be_written(Var("s"))
    assert not memory.may_be_written(Var("own"))


TRIED = """
function f(x, c)
    a = list_of 0.0 0.0
    b = list_of 1.0 1.0
    d = list_of 2.0
    try -> e
        y = math.sqrt x
        yield a
    except ValueError as error
        yield b
    setitem e 0 x
    return a
"""


def test_what_comes_out_of_a_try_statement_is_what_either_path_gives():
    memory = Memory(parse_function(TRIED))
    a, b, d, e = (Var(name) for name in "abde")
    assert memory.overlap(e, a) and memory.overlap(e, b) and not memory.overlap(e, d)
    assert memory.may_be_written(a) and memory.may_be_written(b) and not memory.may_be_written(d)


def tried(x):
    a, b = np.zeros(2), np.ones(2)
    try:
        a[1] = math.sqrt(x)
        c = a
    except ValueError:
        c = b
    c[0] = x * x
    return np.sum(a * a) + 3.0 * np.sum(b * x)


@pytest.mark.parametrize("x", [0.49, -0.7])
def test_an_array_that_a_try_statement_chooses_is_written(x):
    values, slopes, second = all_operators(tried, x)
    assert values == pytest.approx([tried(x)] * 3)
    assert slopes == pytest.approx([difference(tried, x)] * 4, rel=1e-6)


def joined(x):
    a, b, c = [np.array([x, x])], [np.array([2.0 * x])], [np.array([3.0 * x])]
    before = a[0][0] * x
    row = (a + b + c)[0]
    row[0] = x * x
    return before * a[0][0]


def test_the_items_of_lists_that_are_joined_one_after_the_other_are_written_under_every_name():
    values, slopes, second = all_operators(joined, 0.7)
    assert values == pytest.approx([joined(0.7)] * 3)
    assert slopes == pytest.approx([difference(joined, 0.7)] * 4, rel=1e-6)
