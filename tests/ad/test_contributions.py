"""What is added to an adjoint: without a copy where it is one's own, and never to what somebody else has."""

import numpy as np
import pytest

import s2sad

X = np.array([[0.3, -1.2, 0.8], [0.7, 0.4, -0.6]])
W = np.array([[1.0, 2.0, 3.0], [-1.0, 0.5, 2.0]])


def two_uses(x):
    return np.sum(x * W) + np.sum(np.sin(x))


def many_uses(x):
    y = x
    for _ in range(3):
        y = y * x + x
    return np.sum(y)


def one_cotangent_for_two(x):
    y, z = x * 2.0, x * 3.0
    s = y + z
    return np.sum(s * s) + np.sum(y * W)


def one_cotangent_for_two_and_more_for_one(x):
    """Both get the same array from the sum: what is added to one of them later isn't the other's."""
    y, z = x * 2.0, x * 3.0
    first = np.sum(y * y * y)
    s = y + z
    return first + np.sum(np.sin(s))


def one_cotangent_for_three(x):
    y, z, w = x * 2.0, x * 3.0, np.exp(x)
    first, second = np.sum(y * y * y), np.sum(w * W)
    return first + second * np.sum(np.sin(y + z + w))


def one_cotangent_for_two_by_a_difference(x):
    y, z = x * 2.0, x * 3.0
    first = np.sum(z * z * y)
    return first + np.sum(np.sin(y - z) + np.cos(z + y))


def sum_of_itself(x):
    y = x * 1.0
    return np.sum((y + y) * W) + np.sum(y * y * y)


def spread_by_rows(x):
    y = x * x
    return np.sum(np.sum(y, axis=1) ** 2) + np.sum(y * W)


def spread_by_columns(x):
    y = x * x
    return np.sum(np.sum(y, axis=0) ** 2) + np.sum(y * W)


def spread_by_kept_axis(x):
    y = x * x
    return np.sum(y / np.sum(y, axis=1, keepdims=True) * W)


def mean_and_more(x):
    y = np.exp(x)
    return np.mean(y) * np.sum(y[0]) + np.sum(y)


def beside_integers(x):
    n = np.array([[1, 2, 3], [4, 5, 6]])
    y = x * n
    return np.sum(y * y) + np.sum(n @ y.T)


def part_and_whole(x):
    y = x * 2.0
    y[0] = y[1] * y[0]
    return np.sum(y * W) + y[0, 1] ** 2


def lists(x):
    rows = [x[0], x[1] * 2.0]
    rows[0] = rows[0] * rows[1]
    return np.sum(rows[0]) + np.dot(rows[1], rows[0])


@pytest.mark.parametrize(
    "function",
    [
        two_uses,
        many_uses,
        one_cotangent_for_two,
        one_cotangent_for_two_and_more_for_one,
        one_cotangent_for_three,
        one_cotangent_for_two_by_a_difference,
        sum_of_itself,
        spread_by_rows,
        spread_by_columns,
        spread_by_kept_axis,
        mean_and_more,
        beside_integers,
        part_and_whole,
        lists,
    ],
)
def test_gradients_are_those_of_differences(ad, function):
    x = X.copy()
    assert s2sad.grad(function)(x) == pytest.approx(ad.slopes(function, x), abs=1e-8)
    assert np.array_equal(x, X)


def test_the_cotangent_that_was_passed_is_not_written_to():
    def f(x):
        y = x * 1.0
        return y

    _, pullback = s2sad.vjp(lambda x: f(x) + x, X)
    bar = W.copy()
    (first,) = pullback(bar)
    (second,) = pullback(bar)
    assert np.array_equal(bar, W)
    assert np.array_equal(first, 2.0 * W) and np.array_equal(second, 2.0 * W)
    assert not np.shares_memory(first, bar) and not np.shares_memory(first, second)


def test_of_equal_adjoints_each_is_the_caller_s_own():
    one, other = s2sad.grad(lambda x, y: np.sum((x + y) ** 2), (0, 1))(X, W)
    assert np.array_equal(one, other) and not np.shares_memory(one, other)


def test_an_adjoint_of_integers_does_not_cut_off_what_is_added_to_it():
    """The cotangent of `x[0]` in a sum is 1, as an integer: the other part of the adjoint has fractions."""

    def f(x):
        y = x * 0.5
        return np.sum(y[0]) + np.sum(y * W)

    _, pullback = s2sad.vjp(lambda x: np.cumsum(x * 0.5) * 1.0, np.array([0.3, 0.4]))
    assert pullback(np.array([1, 1]))[0] == pytest.approx([1.0, 0.5])
    assert s2sad.grad(f)(X) == pytest.approx(0.5 * W + 0.5 * np.array([[1.0], [0.0]]))


def masked_scores(Q, K, mask):
    scores = np.where(mask, Q @ K.T, -1e9)
    return np.sum(np.exp(scores - scores.max(axis=-1, keepdims=True)))


def chosen_rows(x, y):
    return np.sum(np.where(x > 0, x * x, y) ** 2)  # y is a row, which is broadcast


def test_what_a_rule_sums_to_a_shape_that_is_known_is_left_as_it_is():
    rng = np.random.default_rng(0)
    Q, K = rng.normal(size=(4, 3)), rng.normal(size=(4, 3))
    gradient = s2sad.grad(masked_scores, (0, 1))
    bars = gradient(Q, K, np.tri(4) > 0)
    assert "unbroadcast" not in gradient.source
    step = 1e-6 * rng.normal(size=Q.shape)
    difference = masked_scores(Q + step, K, np.tri(4) > 0) - masked_scores(Q - step, K, np.tri(4) > 0)
    assert np.sum(bars[0] * step) == pytest.approx(difference / 2, rel=1e-6)


def test_what_is_broadcast_is_summed():
    x, y = np.array([[0.5, -1.0], [-0.3, 2.0]]), np.array([0.7, 1.5])
    assert s2sad.grad(chosen_rows, 1)(x, y) == pytest.approx([1.4, 3.0])


def sum_of_a_list_or_tuple(x, n):
    made = []
    for k in range(3):
        made.append(x * k)
    items = tuple(made) if n > 2 else made
    return sum(items)


@pytest.mark.parametrize("n", [0, 4])
def test_zeros_that_were_added_to_are_no_zeros(n):
    assert s2sad.grad(sum_of_a_list_or_tuple)(1.3, n) == 3.0
