"""`try` statements: what handlers see, and what runs after them."""

import contextlib
import math

import pytest

from s2sad.errors import UnsupportedSyntax


def handled(x):
    y = x
    try:
        y = 3.0 * y
        y = y * math.sqrt(x)
        y = y + 1.0
    except ValueError:
        y = y * x
    return y


def with_else(x):
    try:
        y = math.log(x)
    except ValueError:
        y = -1.0
    else:
        y = y * 2.0
    return y


def with_finally(x, log):
    try:
        y = math.sqrt(x)
        log.append("body")
    except ValueError:
        y = x
        log.append("handler")
    else:
        log.append("else")
    finally:
        log.append("finally")
    return y, list(log)


def only_finally(x, log):
    try:
        y = 1.0 / x
    finally:
        log.append(1)
    return y, list(log)


def several_handlers(x, table):
    try:
        y = table["scale"] / x
    except KeyError:
        y = x
    except (ZeroDivisionError, OverflowError):
        y = 100.0
    return y


def raised_again(x):
    try:
        return math.sqrt(x)
    except ValueError:
        if x < -5.0:
            raise
        return -x


def raised_from(x):
    try:
        return math.sqrt(x)
    except ValueError as error:
        raise KeyError("no root") from error


def nested(x):
    try:
        try:
            y = math.sqrt(x)
        except ZeroDivisionError:
            y = 0.0
        z = y * 2.0
    except ValueError:
        z = -x
    return z


def names_the_error(x):
    try:
        y = math.sqrt(x)
    except ValueError as error:
        print(error)
        y = float(len(str(error))) * x
    return y


def bare(x):
    try:
        y = math.sqrt(x)
    except:  # noqa: E722
        y = x
    return y


def asserts(x):
    assert x > 0.0, "must be positive"
    assert x < 10.0, ("too", "large")
    return x * x


def raises_in_a_branch(x, kind):
    if kind not in ("a", "b"):
        raise ValueError(f"unknown kind {kind!r}")
    return x if kind == "a" else -x


def raises_class(x):
    if x < 0.0:
        raise ZeroDivisionError
    return x


def return_in_finally_free_body(x, log):
    for k in range(3):
        try:
            if k == 1:
                return x * k, list(log)
            x = x * 2.0
        finally:
            log.append(k)
    return x, list(log)


def suppressed_by_loop(x):
    total = 0.0
    for k in range(-1, 3):
        try:
            total += x / k
        except ZeroDivisionError:
            continue
        total = total * 2.0
    return total


def replaced(x, u):
    y = 7.0 * x
    try:
        with contextlib.suppress(KeyError):
            y = math.atan(x * u)
            y += x / (u - 1.0)
    except ZeroDivisionError:
        if x > 0.0:
            y = x * x
        else:
            y = -1.0
    return x * y


def replaced_or_left(x, u):
    y = 0.5 * x
    try:
        y = math.sqrt(x * u)
        y = y / (u - 1.0)
    except ZeroDivisionError:
        if x > 4.0:
            y = 3.0
    except ValueError:
        return x * x
    return y * x


def seen_by_a_function(x, u):
    y = 7.0 * x
    half_done = lambda: y  # noqa: E731
    try:
        y = math.atan(x * u)
        y += x / (u - 1.0)
    except ZeroDivisionError:
        z = half_done()
        y = 2.0 * z
    return x * y


def seen_by_an_outer_try(x, u):
    y = 7.0 * x
    try:
        try:
            y = math.atan(x * u)
            y += x / (u - 1.0)
        except KeyError:
            y = 3.0 * x
    except ZeroDivisionError:
        y = 2.0 * y
    return x * y


@pytest.mark.parametrize(
    ("fun", "every"),
    [
        (handled, [(4.0,), (-4.0,)]),
        (with_else, [(4.0,), (-4.0,)]),
        (with_finally, [(4.0, []), (-4.0, [])]),
        (only_finally, [(4.0, []), (0.0, [])]),
        (several_handlers, [(4.0, {"scale": 3}), (0.0, {"scale": 3}), (4.0, {})]),
        (raised_again, [(4.0,), (-4.0,), (-6.0,)]),
        (raised_from, [(4.0,), (-4.0,)]),
        (nested, [(4.0,), (-4.0,)]),
        (names_the_error, [(4.0,), (-4.0,)]),
        (bare, [(4.0,), (-4.0,)]),
        (replaced, [(0.3, 0.5), (0.3, 1.0), (-0.3, 1.0)]),
        (replaced_or_left, [(0.3, 0.5), (0.3, 1.0), (5.0, 1.0), (-0.3, 1.0)]),
        (seen_by_a_function, [(0.3, 0.5), (0.3, 1.0)]),
        (seen_by_an_outer_try, [(0.3, 0.5), (0.3, 1.0)]),
        (asserts, [(4.0,), (-4.0,), (40.0,)]),
        (raises_in_a_branch, [(4.0, "a"), (4.0, "b"), (4.0, "c")]),
        (raises_class, [(4.0,), (-4.0,)]),
        (return_in_finally_free_body, [(4.0, [])]),
        (suppressed_by_loop, [(4.0,)]),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_exceptions(same, fun, every):
    same(fun, *every)


def test_what_may_raise_stands_in_a_step_of_its_own(lowered):
    assert lowered(handled, 4.0).outline.count("try{") == 1


def names_of_its_own(x):
    try:
        a = math.sqrt(x)
        b = math.log(a)
        y = a / b
    except (ValueError, ZeroDivisionError):
        y = 0.0
    return y


def test_names_that_nothing_else_reads_need_no_steps(lowered, same):
    assert lowered(names_of_its_own, 4.0).outline.count("try{") == 1
    same(names_of_its_own, (4.0,), (-4.0,), (1.0,))


def half_done(x, n):
    y = x
    try:
        for k in range(n):
            y = y / (k - 2)
    except ZeroDivisionError:
        y = y * 2.0
    return y


def test_a_loop_that_ends_half_done(same):
    same(half_done, (1.5, 4), (1.5, 2), (1.5, 0))


def half_done_by_recursion(x):
    y = x

    def down(n):
        nonlocal y
        y = y / n
        return down(n - 1)

    try:
        down(3)
    except ZeroDivisionError:
        y = y * 2.0
    return y


def test_what_may_be_seen_half_done_is_refused(refused):
    error = refused(half_done_by_recursion, "down(3)", 1.5)
    assert isinstance(error, UnsupportedSyntax) and "half done" in error.reason


def looks_into_the_error(x):
    try:
        raise ValueError(x * x)
    except ValueError as error:
        return error.args[0] * x


def test_an_active_value_in_an_exception_is_refused(refused):
    assert "exception" in refused(looks_into_the_error, "error.args[0]", 1.5).reason


def bare_raise(x):
    if x < 0.0:
        raise
    return x


def test_raise_without_an_exception(refused):
    assert "handler" in refused(bare_raise, "raise", 1.5).reason


def group(x):
    return x


@pytest.mark.skipif(
    not hasattr(__builtins__, "ExceptionGroup") and "ExceptionGroup" not in dir(__import__("builtins")),
    reason="Python 3.11",
)
def test_exception_groups(tmp_path, lowered):
    path = tmp_path / "grouped.py"
    path.write_text(
        "def f(x):\n    try:\n        y = x\n    except* ValueError:\n        y = -x\n    return y\n"
    )
    space = {}
    exec(compile(path.read_text(), str(path), "exec"), space)
    with pytest.raises(UnsupportedSyntax, match="TryStar"):
        lowered(space["f"], 1.5)
