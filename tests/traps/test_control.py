"""Loops, branches, jumps and exceptions that differentiating tools have got wrong, against differences."""

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
    for x in (x, 2.0 * x, x * x):
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


# --------------------------------------------------------------------------------------------------- jumps


def break_before_work(x):
    total = 0.0
    for k in range(10):
        if total > 1.0:
            break
        total += x * x / (k + 1)
    return total * x


def continue_in_the_middle(xs):
    total = 1.0
    for x in xs:
        y = x * total
        if x < 0.0:
            total = total - x
            continue
        total = total + y * math.sin(x)
    return total


def break_and_continue(x):
    total = 0.0
    k = 0
    while True:
        k += 1
        if k % 3 == 0:
            continue
        if k > 8:
            break
        total += x**k / k
        x = x * 1.01
    return total * x


def return_before_a_loop(x):
    if x < 0.0:
        return x * x * x
    total = x
    for _ in range(3):
        total = total * x + 1.0
    return total


def return_inside_a_loop(x):
    total = 1.0
    for k in range(6):
        total = total * (x + k)
        if total > 20.0:
            return total * x
    return total - x


def return_inside_two_loops(x):
    total = 0.0
    for i in range(3):
        for j in range(3):
            total += x ** (i + 1) * (j + 1)
            if total > 15.0:
                return total * total
            if j > i:
                break
        else:
            total = total * 1.5
    return -total


def return_from_every_branch(x):
    if x > 1.0:
        if x > 2.0:
            return x * x
        return math.sin(x)
    elif x < -1.0:
        return math.cos(x)
    x = x * 2.0
    if x > 0.5:
        return x * x * x
    return x


def else_of_loops(x, bound):
    for k in range(4):
        x = x * 1.3
        if x > bound:
            y = x * x
            break
    else:
        y = x * bound
    while x < bound:
        x = x + y
        if x > 100.0:
            break
    else:
        y = y * x
    return x * y


JUMPS = [
    (break_before_work, (0.9,)),
    (break_before_work, (1.6,)),
    (continue_in_the_middle, ([0.5, -0.7, 1.2],)),
    (continue_in_the_middle, ([-0.5, -0.7],)),
    (break_and_continue, (0.9,)),
    (return_before_a_loop, (-0.9,)),
    (return_before_a_loop, (0.9,)),
    (return_inside_a_loop, (0.9,)),
    (return_inside_a_loop, (2.9,)),
    (return_inside_two_loops, (0.6,)),
    (return_inside_two_loops, (1.6,)),
    (return_inside_two_loops, (2.6,)),
    (return_from_every_branch, (2.5,)),
    (return_from_every_branch, (1.5,)),
    (return_from_every_branch, (-1.5,)),
    (return_from_every_branch, (0.4,)),
    (return_from_every_branch, (0.1,)),
    (else_of_loops, (0.5, 1.1)),
    (else_of_loops, (0.5, 5.1)),
]


@pytest.mark.parametrize(("fun", "args"), JUMPS, ids=lambda value: getattr(value, "__name__", str(value)))
def test_jumps_to_second_order(check, fun, args):
    check(fun, *args)


# --------------------------------------------------------------------------------------------- iterables


def generator_used_twice(xs):
    squares = (x * x for x in xs)
    first = sum(squares)
    second = sum(squares)
    return first + 10.0 * second


def generator_used_in_a_loop(xs):
    squares = (x * x for x in xs)
    total = 0.0
    for _ in range(2):
        for square in squares:
            total += square
    return total


def map_used_twice(xs):
    squares = map(lambda x: x * x, xs)
    return sum(squares) + 10.0 * sum(squares)


def zip_used_twice(xs):
    pairs = zip(xs, xs[1:])
    total = 0.0
    for a, b in pairs:
        total += a * b
    for a, b in pairs:
        total += 10.0 * a * b
    return total


def inactive_generator_used_twice(x):
    powers = (k for k in (1, 2, 3))
    for k in powers:
        x = x * k
    for k in powers:
        x = x * x
    return x


TWICE = [
    (generator_used_twice, [0.5, 1.5]),
    (generator_used_in_a_loop, [0.5, 1.5]),
    (map_used_twice, [0.5, 1.5]),
    (zip_used_twice, [0.5, 1.5, 2.5]),
    (inactive_generator_used_twice, 0.5),
]


@pytest.mark.parametrize(("fun", "argument"), TWICE)
def test_an_iterator_that_is_used_twice_is_refused(fun, argument):
    with pytest.raises(s2sad.UnsupportedSyntax, match="gone through more than once"):
        s2sad.grad(fun)(argument)


def generators_used_once(xs):
    squares = (x * x for x in xs)
    total = sum(squares)
    for a in xs:
        products = (a * b for b in xs)
        total += sum(products) * max(x - a for x in xs)
    pairs = zip(xs, xs[1:])
    return total + sum(a * b for a, b in pairs) + mean_of(x * a for x in xs)


def mean_of(items):
    items = list(items)
    return sum(items) / len(items)


def test_iterators_that_are_used_once(check):
    check(generators_used_once, [0.5, 1.5, 2.5])


def inactive_iterators(x, items):
    for k in items:
        x = x * x + k
        if k == 2:
            break
    for k in items:
        x = x * math.sin(x) * k
    rows = zip(range(3), [0.1, 0.2, 0.3])
    first = next(rows)
    for k, w in rows:
        x = x * w + k + first[0]
    return x


def test_an_inactive_iterator_goes_on_where_it_stood():
    value, slope = s2sad.value_and_grad(inactive_iterators)(0.7, iter([1, 2, 3]))
    assert value == inactive_iterators(0.7, iter([1, 2, 3]))
    above, below = (inactive_iterators(0.7 + h, iter([1, 2, 3])) for h in (1e-6, -1e-6))
    assert slope == pytest.approx((above - below) / 2e-6, rel=1e-7)


def loop_over_a_growing_list(x):
    items = [x]
    for item in items:
        if len(items) < 4:
            items.append(item * x + 1.0)
    return sum(items)


def loop_over_a_rebound_name(xs):
    total = 1.0
    for x in xs:
        xs = [x * total, 1.0]
        total = total * xs[0]
    return total


def loop_over_a_rebound_bound(x, n):
    for k in range(n):
        n = n + 1
        x = x * 1.5 + k
    return x * n


def loop_over_a_list_that_becomes_active(x):
    items = [1.0]
    for item in items:
        if len(items) < 4:
            items.append(item * x + 1.0)
    return sum(items)


@pytest.mark.parametrize("fun", [loop_over_a_growing_list, loop_over_a_list_that_becomes_active])
def test_a_loop_over_active_values_that_it_adds_to_is_refused(fun):
    with pytest.raises(s2sad.UnsupportedSyntax, match="grows within a loop over it"):
        s2sad.grad(fun)(0.7)


def growing_by_index(x):
    items = [1.0]
    i = 0
    while i < len(items):
        if len(items) < 4:
            items.append(items[i] * x + 1.0)
        i += 1
    return sum(items)


def loop_over_inactive_work(x):
    work = [1, 2]
    for k in work:
        if len(work) < 6:
            work.append(k + 1)
        x = math.sin(x) * k
    while work:
        x = x * 1.1 + work.pop()
    return x


def test_a_loop_over_something_that_it_modifies(check):
    check(growing_by_index, 0.7)
    check(loop_over_inactive_work, 0.7)
    check(loop_over_a_rebound_name, [0.7, 1.3])
    check(loop_over_a_rebound_bound, 0.7, 3)


def mutable_default(x, seen=[]):  # noqa: B006
    seen.append(1)
    return x * x * len(seen)


def test_a_mutable_default_argument_keeps_what_was_put_into_it():
    slope = s2sad.grad(mutable_default)
    assert [slope(1.0), slope(1.0)] == [2.0, 4.0]
    assert mutable_default(1.0) == 3.0
    assert slope(1.0) == 8.0


def calls_mutable_default(x):
    return mutable_default_helper(x) + mutable_default_helper(x)


def mutable_default_helper(x, seen=[]):  # noqa: B006
    seen.append(1)
    return x * len(seen)


def test_a_mutable_default_argument_of_a_helper():
    slope = s2sad.grad(calls_mutable_default)
    assert slope(1.0) == 3.0
    assert slope(1.0) == 7.0


# ----------------------------------------------------------------------------------------------- exceptions


def finally_runs(x, log):
    try:
        y = math.log(x)
    finally:
        log.append("finally")
    return y * x


def test_finally_runs_once_with_and_without_an_exception():
    log: list = []
    assert s2sad.grad(finally_runs)(1.0, log) == 1.0
    assert log == ["finally"]
    with pytest.raises(ValueError):
        s2sad.grad(finally_runs)(-1.0, log)
    assert log == ["finally"] * 2


def return_in_try(x, log):
    try:
        if x > 1.0:
            return x * x
        y = 3.0 * x
    finally:
        log.append(1)
    return y * x


def test_a_return_within_try():
    log: list = []
    assert s2sad.grad(return_in_try)(2.0, log) == 4.0
    assert s2sad.grad(return_in_try)(0.5, log) == 3.0
    assert log == [1, 1]


def break_in_try(x):
    total = 0.0
    for k in range(5):
        try:
            total += 1.0 / (k - 2) * x
        except ZeroDivisionError:
            break
        finally:
            x = x * 1.5
    return total * x


def continue_in_except(x):
    total = 0.0
    for k in range(-2, 3):
        try:
            part = x / k
        except ZeroDivisionError:
            continue
        total += part * part
    return total


def finally_assigns(x):
    y = x
    try:
        y = y * x
        y = math.sqrt(y - 1.0)
    except ValueError:
        y = y * 3.0
    finally:
        y = y * x
    return y


def test_jumps_and_exceptions(check):
    check(break_in_try, 0.7)
    check(continue_in_except, 0.7)
    check(finally_assigns, 0.7)
    check(finally_assigns, 1.7)


# ------------------------------------------------------------------------------------------------- recursion


def deep(x, n):
    if n == 0:
        return x
    return deep(x, n - 1) * 1.0001 + 0.001 * x


def test_a_recursion_a_thousand_deep():
    n = 900  # Python's own limit is 1,000 frames, those of pytest among them
    by_loop = 1.0
    for _ in range(n):
        by_loop = by_loop * 1.0001 + 0.001
    assert s2sad.grad(deep)(0.5, n) == pytest.approx(by_loop, rel=1e-12)
    assert s2sad.jvp(deep, (0.5, n), (1.0, None))[1] == pytest.approx(by_loop, rel=1e-12)
    assert s2sad.hvp(deep, (0.5, n), (1.0, None))[0] == 0.0


def ackermann_like(x, m, n):
    if m == 0:
        return x + n
    if n == 0:
        return ackermann_like(x, m - 1, 1) * x
    return ackermann_like(ackermann_like(x, m, n - 1), m - 1, n)


def test_a_recursion_whose_argument_is_a_recursion(check):
    check(ackermann_like, 0.7, 2, 2)
