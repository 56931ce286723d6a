"""What the user puts into the reverse sweep: `on_adjoint` and `insert_grad_of`."""

import math

import numpy as np
import pytest

import s2sad
from s2sad import UnsupportedSyntax, UnsupportedValue, insert_grad_of, on_adjoint

SEEN = []


@pytest.fixture(autouse=True)
def nothing_seen():
    SEEN.clear()


def look(bar):
    SEEN.append(bar)


def clip(bar):
    return max(-1.0, min(1.0, bar))


def halve_large(bar):
    if bar > 1.0:
        return 0.5 * bar


# ------------------------------------------------------------------------------------------------------ one place


def test_a_callback_that_looks_gets_the_adjoint_and_changes_nothing():
    def function(x, y):
        a = on_adjoint(x * y, look)
        return a * a + x

    assert s2sad.gradient(function, 2.0, 3.0) == (2 * 6.0 * 3.0 + 1.0, 2 * 6.0 * 2.0)
    assert SEEN == [12.0]


def test_the_adjoint_is_the_sum_of_what_all_uses_contribute():
    def function(x):
        a = on_adjoint(math.sin(x), look)
        return a * a + 3.0 * a + math.exp(a)

    a = math.sin(0.3)
    assert s2sad.grad(function)(0.3) == pytest.approx((2 * a + 3.0 + math.exp(a)) * math.cos(0.3))
    assert SEEN == [pytest.approx(2 * a + 3.0 + math.exp(a))]


def test_only_uses_of_what_it_returns_count():
    def function(x):
        a = math.sin(x)
        b = on_adjoint(a, look)
        return a * 10.0 + b

    s2sad.grad(function)(0.3)
    assert SEEN == [1.0]


def test_what_is_returned_takes_the_place_of_the_adjoint():
    assert s2sad.grad(lambda x: on_adjoint(x, clip) * 5.0)(2.0) == 1.0
    assert s2sad.grad(lambda x: on_adjoint(x * x, lambda bar: bar * 0.5) * 5.0)(2.0) == 10.0


def test_none_leaves_it_as_it_is():
    function = s2sad.grad(lambda x, k: on_adjoint(x, halve_large) * k)
    assert (function(2.0, 4.0), function(2.0, 0.5)) == (2.0, 0.5)


def test_as_an_ordinary_function_and_in_forward_mode_it_does_nothing():
    def function(x):
        return on_adjoint(x * x, look) * on_adjoint(x, clip)

    assert function(3.0) == 27.0
    assert s2sad.jvp(function, (3.0,), (1.0,)) == (27.0, 27.0)
    assert SEEN == []
    assert "look" not in s2sad.emit(function, mode="forward").replace("# line", "")


def test_a_constant_has_no_adjoint():
    assert s2sad.grad(lambda x: x * on_adjoint(2.0, look))(1.0) == 2.0
    assert s2sad.grad(lambda x: x + 0.0 * len([on_adjoint(x, look)]))(1.0) == 1.0
    assert SEEN == []


# -------------------------------------------------------------------------------------------------- control flow


def test_in_a_loop_it_is_called_in_each_iteration_the_last_first():
    def function(x, n):
        for i in range(n):
            x = on_adjoint(x * (i + 2.0), lambda bar: SEEN.append((i, bar)))  # noqa: B023
        return x

    assert s2sad.grad(function)(1.0, 3) == 24.0
    assert SEEN == [(2, 1.0), (1, 4.0), (0, 12.0)]


def test_in_a_loop_it_may_change_each():
    def function(x, n):
        for _ in range(n):
            x = on_adjoint(math.sin(x) * 3.0, halve_large)
        return 4.0 * x

    def by_hand(x, n):
        xs = []
        for _ in range(n):
            xs.append(x)
            x = math.sin(x) * 3.0
        bar = 4.0
        for x in reversed(xs):
            bar = bar * 0.5 if bar > 1.0 else bar
            bar = bar * 3.0 * math.cos(x)
        return bar

    assert s2sad.grad(function)(0.3, 4) == pytest.approx(by_hand(0.3, 4), rel=1e-14)


def test_in_a_branch_that_is_not_taken_it_is_not_called():
    def function(x):
        if x > 0:
            x = on_adjoint(x * x, look)
        return 3.0 * x

    gradient = s2sad.grad(function)
    assert gradient(-2.0) == 3.0 and SEEN == []
    assert gradient(2.0) == 12.0 and SEEN == [3.0]


def test_in_functions_that_are_nested_called_recursively_and_checkpointed():
    def powers(x, n):
        return 1.0 if n == 0 else on_adjoint(x, look) * powers(x, n - 1)

    def outer(x):
        def inner(y):
            return on_adjoint(y * y, look)

        return inner(x) * x

    assert s2sad.grad(powers)(2.0, 3) == 12.0
    assert SEEN == [4.0, 4.0, 4.0]
    SEEN.clear()
    assert s2sad.grad(outer)(2.0) == 12.0
    assert s2sad.grad(lambda x: s2sad.checkpoint(outer)(x))(2.0) == 12.0
    assert SEEN == [2.0, 2.0]


def test_a_callback_reads_the_variables_around_it_as_they_are_there():
    def function(x):
        total = 0.0
        for i in range(3):
            k = x * i
            total = on_adjoint(total + x, lambda bar: SEEN.append((i, k, bar)))  # noqa: B023
            k = -1.0
        return total * 2.0

    assert s2sad.grad(function)(5.0) == 6.0
    assert SEEN == [(2, 10.0, 2.0), (1, 5.0, 2.0), (0, 0.0, 2.0)]


# ------------------------------------------------------------------------------------------------------- arrays


def test_arrays():
    def function(x):
        y = on_adjoint(np.sin(x), lambda bar: np.clip(bar, -0.5, 0.5))
        return np.sum(y * y)

    x = np.linspace(0.0, 1.0, 5)
    wanted = np.clip(2.0 * np.sin(x), -0.5, 0.5) * np.cos(x)
    assert s2sad.grad(function)(x) == pytest.approx(wanted)


def test_an_array_may_be_changed_by_what_gets_it_without_harm():
    def spoil(bar):
        bar[:] = 100.0

    def function(x):
        y = x * 2.0
        return np.sum(on_adjoint(y, spoil) + y)

    assert s2sad.grad(function)(np.ones(3)).tolist() == [4.0] * 3


def test_an_array_that_is_kept_by_the_user_is_not_written_to():
    kept = np.ones(3)

    def function(x):
        y = on_adjoint(x, lambda bar: kept)
        return np.sum(y * 5.0) + np.sum(x * x) + np.sum(x)

    def plain(bar):
        return kept

    def other(x):
        return np.sum(on_adjoint(x, plain) * 5.0) + np.sum(x * x) + np.sum(x)

    for each in (function, other):
        found = s2sad.grad(each)(np.ones(3))
        assert found.tolist() == [4.0] * 3
        found[:] = 9.0
        assert kept.tolist() == [1.0] * 3


def test_an_array_that_is_written_in_place_has_the_adjoint_of_its_contents_at_this_place():
    def function(x):
        u = x.copy()
        u[0] = u[1] * u[2]
        u = on_adjoint(u, lambda bar: bar * 2.0)
        u = on_adjoint(u, look)
        u[1] = u[0] * 3.0
        return np.sum(u * u)

    x = np.array([1.0, 2.0, 3.0])
    u0 = x[1] * x[2]
    bar = np.array([2 * u0 + 2 * 3 * 3 * u0, 0.0, 2 * x[2]])
    assert s2sad.grad(function)(x).tolist() == [0.0, 2 * bar[0] * x[2], 2 * (bar[0] * x[1] + bar[2])]
    assert SEEN[0].tolist() == bar.tolist()


def test_a_callback_sees_arrays_as_they_were():
    def function(x):
        u = np.zeros(2)
        u[0] = x
        y = on_adjoint(x * x, lambda bar: SEEN.append(float(np.sum(u))))
        u[1] = 7.0 * y
        return u[0] * u[1]

    s2sad.grad(function)(2.0)
    assert SEEN == [2.0]


# --------------------------------------------------------------------------------------------------- second order


def squared(x):
    return on_adjoint(x * x * x, lambda bar: bar * bar) * x


def test_the_second_order_is_that_of_the_gradient_as_it_is_computed():
    s2sad.check_grads(s2sad.grad(squared), (0.7,), order=1, modes="forward")
    assert s2sad.hvp(squared, (0.7,), (1.0,))[0] == pytest.approx(
        s2sad.jvp(s2sad.grad(squared), (0.7,), (1.0,))[1]
    )


def test_what_only_looks_is_called_at_second_order_too():
    def function(x):
        return on_adjoint(x * x * x, look) * x

    assert s2sad.hvp(function, (2.0,), (1.0,)) == (48.0,)
    assert SEEN == [2.0]
    assert s2sad.grad(s2sad.grad(function))(2.0) == 48.0


def test_a_changed_adjoint_is_refused_where_symmetry_is_needed():
    with pytest.raises(UnsupportedValue, match="an adjoint is changed in a derivative") as caught:
        s2sad.grad(s2sad.grad(squared))(0.7)
    assert caught.value.location.text.startswith("on_adjoint(x * x * x")


# --------------------------------------------------------------------------------------------------- with blocks


def test_a_block_is_put_into_the_reverse_sweep():
    def function(x):
        k = 2.0 * x
        y = math.sin(x)
        with insert_grad_of(y) as dy:
            SEEN.append((dy, k))
            limit = 0.5
            dy = max(-limit, min(limit, dy))
        return y * y * k

    y, k = math.sin(0.3), 0.6
    assert s2sad.grad(function)(0.3) == pytest.approx(0.5 * min(1.0, 4 * y * k) * math.cos(0.3) + 2 * y * y)
    assert SEEN == [(2 * y * k, k)]
    SEEN.clear()
    assert s2sad.jvp(function, (0.3,), (1.0,))[0] == y * y * k
    assert SEEN == []


def test_the_emitted_text_has_the_block_where_it_runs():
    def function(x: float):
        y = math.sin(x)
        with insert_grad_of(y) as dy:
            print("dy is", dy)
            breakpoint()
        return y * y

    text = s2sad.emit(function)
    before, _, after = text.partition('    print("dy is", dy)\n    breakpoint()\n')
    assert "dy = 2.0 * y" in before and "return math.cos(x) * dy" in after


def test_a_block_may_change_an_array_in_place():
    def function(x):
        y = np.sin(x)
        with insert_grad_of(y) as dy:
            dy *= 0.5
        return np.sum(y * y)

    x = np.linspace(0.0, 1.0, 3)
    assert s2sad.grad(function)(x) == pytest.approx(0.5 * 2 * np.sin(x) * np.cos(x))


def test_a_block_in_a_loop():
    def function(x, n):
        for i in range(n):
            x = x * (i + 2.0)
            with insert_grad_of(x) as x_bar:
                SEEN.append((i, x_bar))
        return x

    assert s2sad.grad(function)(1.0, 3) == 24.0
    assert SEEN == [(2, 1.0), (1, 4.0), (0, 12.0)]


def test_a_block_is_no_part_of_an_ordinary_call():
    def function(x):
        with insert_grad_of(x) as x_bar:
            print(x_bar)
        return x * x

    with pytest.raises(UnsupportedValue, match="a block that belongs to the reverse sweep"):
        function(2.0)


# ------------------------------------------------------------------------------------------------------- refusals


def of_a_list(xs):
    ys = [x * x for x in xs]
    return sum(on_adjoint(ys, look))


def several(x):
    return on_adjoint(x, lambda bar: (bar, bar))


def other_name(x):
    count = 0
    with insert_grad_of(x) as x_bar:
        count = count + x_bar
    return x * count


def leaves(x):
    with insert_grad_of(x) as x_bar:
        return x_bar
    return x


def no_variable(x):
    with insert_grad_of(x * x) as x_bar:
        print(x_bar)
    return x


def elsewhere(x):
    insert_grad_of(x)
    return x


@pytest.mark.parametrize(
    "function, at, reason",
    [
        (of_a_list, [1.0, 2.0], "neither a number nor an array"),
        (several, 1.0, "returns several values"),
        (other_name, 1.0, "assigns a variable of the function"),
        (leaves, 1.0, "or leaves it"),
        (no_variable, 1.0, "no variable, or isn't named"),
        (elsewhere, 1.0, "elsewhere than at the head of a with statement"),
    ],
)
def test_refusals(function, at, reason):
    with pytest.raises(UnsupportedSyntax, match=reason):
        s2sad.grad(function)(at)


def test_the_same_marked_twice_is_two_places():
    def function(x):
        return 3.0 * on_adjoint(x, clip) + 0.5 * on_adjoint(x, clip)

    assert s2sad.grad(function)(2.0) == 1.0 + 0.5


def test_the_same_marked_in_two_calls_of_a_function_is_two_places():
    def marked(x):
        return on_adjoint(x * x, clip)

    def function(x):
        return 3.0 * marked(x) + 0.5 * marked(x)

    assert s2sad.grad(function)(2.0) == (1.0 + 0.5) * 4.0
