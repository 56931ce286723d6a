"""try, finally and deep recursion."""

import math

import pytest

import s2sad


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
