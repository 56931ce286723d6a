"""Loops and branches that differentiating tools have got wrong, against differences."""

import math

import pytest

import s2sad

# ----------------------------------------------------------------------------------------- values in loops


def ties_in_a_loop(xs, ys):
    total = 0.0
    for i in range(len(xs)):
        count = 0
        best = xs[i]
        for y in ys:
            if y == best:
                count += 1
            best = max(best, y)
        total += best / (count + 1)
    return total


def test_a_tie_counter_is_reset_in_every_iteration():
    slopes = s2sad.grad(ties_in_a_loop, (0, 1))([1.0, 2.0], [1.0, 2.0])
    assert slopes == ([0.0, 0.5], [0.0, 0.5])


def element_bound_to_a_name(xs):
    first = xs[0]
    xs = [2.0 * x for x in xs]
    return first * first + xs[0] * xs[1]


def element_before_its_name_is_bound_again(xs):
    last = 0.0
    total = 0.0
    for x in xs:
        total += x * last * last
        last = x
    return total


def test_an_element_bound_to_a_name(check):
    check(element_bound_to_a_name, [1.5, 0.7])
    check(element_before_its_name_is_bound_again, [1.5, 0.7, -0.3])


def carried_values(x, y, n):
    a, b, c = x, y, 1.0
    for i in range(n):
        a, b, c = b * c, a + math.sin(c) * i, a * b
    return a + b * c


@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_loop_carried_values(check, n):
    check(carried_values, 0.8, 1.1, n)


def nonlinear_accumulator(x, n):
    total = x
    for _ in range(n):
        total += total * total * 0.1 + math.sin(total)
    return total


def test_nonlinear_use_of_an_accumulator(check):
    check(nonlinear_accumulator, 0.4, 4)


def defined_before_used_after(x, n):
    scale = x * x
    offset = math.exp(x)
    total = 0.0
    for i in range(n):
        total += scale * i
    return total * offset + scale


def test_values_defined_before_a_loop_and_used_after_it(check):
    check(defined_before_used_after, 0.7, 3)
    check(defined_before_used_after, 0.7, 0)


def overwritten_parameter(x, n):
    n = n * 2
    for _ in range(n):
        n = n - 1
        x = x * 1.1 + n
    return x * n + x


def test_an_inactive_parameter_that_is_overwritten(check):
    check(overwritten_parameter, 0.7, 2)


def values_of_each_iteration(x):
    total = 0.0
    for k in range(4):
        y = math.sin(x * k)
        z = y * y
        if z > 0.3:
            z = z * y
        total += z * x
    return total


def test_values_are_kept_per_iteration(check):
    check(values_of_each_iteration, 0.6)


def nested_loops(x):
    total = x
    for i in range(3):
        inner = 0.0
        for j in range(i):
            inner += total * x / (j + 1)
            total = total + inner * 0.1
        total = total * math.cos(inner)
    return total


def test_nested_loops(check):
    check(nested_loops, 0.6)


def zero_trips(x, items):
    y = x * x
    for item in items:
        y = y * item + x
    while y < 0.0:
        y = y + x
    return y * x


def test_loops_without_an_iteration(check):
    check(zero_trips, 0.6, [])
    check(zero_trips, 0.6, [0.5])


def loop_variable_after_the_loop(x, n):
    k = -1
    for k in range(n):
        y = x * (k + 2)
    return y * k if n else x * k


def test_a_loop_variable_after_its_loop(check):
    check(loop_variable_after_the_loop, 0.6, 3)
    check(loop_variable_after_the_loop, 0.6, 0)


def loop_variable_overwritten(x):
    total = 0.0
    for x in (x, 2.0 * x, x * x):  # noqa: B020
        x = x * x
        total += x
    return total * x


def test_a_loop_variable_that_is_overwritten(check):
    check(loop_variable_overwritten, 0.6)


# ------------------------------------------------------------------------------------------------- conditions


def active_condition(x, growth):
    steps = 0
    while x * x < 50.0:
        x = x * growth + 0.1
        steps += 1
    return x / steps


def test_a_while_loop_with_an_active_condition(check):
    check(active_condition, 1.3, 1.7)


def effect_in_a_condition(x, log):
    def more(value):
        log.append(value)
        return len(log) < 4

    while more(1):
        x = x * x + 0.1
    return x


def test_side_effects_in_a_loop_condition_happen_once():
    log: list = []
    value, slope = s2sad.value_and_grad(effect_in_a_condition)(0.5, log)
    assert log == [1] * 4
    assert value == effect_in_a_condition(0.5, [])
    by_differences = (effect_in_a_condition(0.5 + 1e-6, []) - effect_in_a_condition(0.5 - 1e-6, [])) / 2e-6
    assert slope == pytest.approx(by_differences, rel=1e-7)


def assignment_in_a_condition(x):
    total = 0.0
    while (x := x * 0.5) > 0.1:
        total += x * x
    return total * x


def test_an_assignment_in_a_loop_condition(check):
    check(assignment_in_a_condition, 1.7)


def short_circuit(x, log):
    def seen(value, name):
        log.append(name)
        return value

    if seen(x > 0.0, "a") and seen(x < 1.0, "b") or seen(x > 5.0, "c"):
        return seen(x * x, "d")
    return x


def test_operands_that_are_not_reached_are_not_evaluated():
    for x, names in ((0.5, "abd"), (-0.5, "ac"), (7.0, "abcd")):
        log: list = []
        s2sad.grad(short_circuit)(x, log)
        assert "".join(log) == names


# ------------------------------------------------------------------------------------- branches and their names


def set_in_one_branch(x, wanted):
    if wanted:
        extra = x * x
    y = 3.0 * x
    if wanted:
        y = y * extra
    return y


def test_a_variable_set_in_one_branch(check):
    check(set_in_one_branch, 0.7, True)
    check(set_in_one_branch, 0.7, False)


def read_unset(x, wanted):
    if wanted:
        extra = x * x
    return extra + x


def test_a_variable_that_was_not_set():
    slope = s2sad.value_and_grad(read_unset)
    assert slope(2.0, True) == (6.0, 5.0)
    with pytest.raises(UnboundLocalError, match="extra"):
        slope(2.0, False)


def set_in_a_loop(x, n):
    for _ in range(n):
        last = x * x
    return last


def test_a_variable_set_in_a_loop_without_iterations():
    slope = s2sad.value_and_grad(set_in_a_loop)
    assert slope(2.0, 1) == (4.0, 4.0)
    with pytest.raises(UnboundLocalError, match="last"):
        slope(2.0, 0)


def swap(a, b, n):
    for _ in range(n):
        a, b = b, a
        a = a * 1.5 + b
    a, b = b, a
    return a * a * b


@pytest.mark.parametrize("n", [0, 1, 2, 3])
def test_a_swap(check, n):
    check(swap, 0.7, 1.3, n)


def rotation(a, b, c):
    for k in range(5):
        a, b, c = b, c, a * math.cos(k)
    [a, (b, c)] = [c, (a, b)]
    return a + 2.0 * b + 4.0 * c * a


def test_a_rotation_of_three(check):
    check(rotation, 0.7, 1.3, 0.4)


def different_kinds(x, flag):
    best = None
    for k in range(3):
        value = x * k - x * x
        if best is None or (value < best if flag else value > best):
            best = value
    label = "low" if flag else 1
    return best if label == "low" else best * label


def test_a_name_that_holds_none_then_a_number(check):
    check(different_kinds, 0.7, True)
    check(different_kinds, 0.7, False)
