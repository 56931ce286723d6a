# ruff: noqa: B007, B904, F841, E741 - programs as people write them
"""What is done in `try` before an exception comes is what handlers, and what follows, see."""

import contextlib
import functools
import itertools
import math

import numpy as np
import pytest

import s2sad


class Stopped(Exception):
    """Raised by the programs."""


class Oscillator:
    def __init__(self, v):
        self.v = v
        self.h = []

    def step(self, x):
        self.v = self.v * x
        self.h.append(self.v)
        if self.v > 5:
            raise Stopped("big")
        return self.v

    def step2(self, x):
        self.v += x
        r = math.log(3 - self.v)
        self.h.append(r)
        return r


def object_in_a_loop(x):
    o = Oscillator(x)
    n = 0
    try:
        for i in range(10):
            o.step(x)
            n += 1
    except Stopped:
        o.v *= 2
    return o.v * n + sum(o.h)


def name_in_a_loop(x):
    y = x
    try:
        for i in range(5):
            y = y * x
            if y > 8:
                raise Stopped
            y = y + 1
    except Stopped:
        y = y * y
    else:
        y = y - 3
    return y


def steps_until_one_fails(x):
    y = x
    k = 0
    while True:
        try:
            y = y * x
            z = math.sqrt(20 - y)
            y = y + z
            k += 1
        except ValueError:
            break
    return y * k


def branches(x):
    y = x
    try:
        if x > 1:
            y = y * x
            if y > 2:
                raise ValueError
            y = 0.0
        else:
            y = x * 5
    except ValueError:
        return y * y
    return y


def raised_in_a_handler(x):
    y = x
    try:
        try:
            y = y * x
            raise ValueError
        except ValueError:
            y = y * 3
            raise KeyError
        finally:
            y = y + x
    except KeyError:
        y = y * y
    return y


def not_caught_within(x):
    y = x
    try:
        y = y * 2
        try:
            y = y * x
            z = math.log(-y)
        except ZeroDivisionError:
            y = 100.0
        y = y * 7
    except ValueError:
        y = y + 1
    return y


def with_continue_and_finally(x):
    t = 0.0
    for i in range(-2, 3):
        try:
            t += x
            t = t / i
            t += 1
        except ZeroDivisionError:
            t = t * 2
            continue
        finally:
            t = t * 1.5
    return t


def elements_of_an_array(x):
    a = np.zeros(3)
    try:
        for i in range(5):
            a[i] = x**i * (i + 1)
    except IndexError:
        a *= x
    return a.sum()


def entries_of_a_dict(x):
    d = {}
    try:
        d["a"] = x * x
        d["b"] = d["a"] * d["zz"]
    except KeyError:
        d["b"] = x
    return d["a"] + d["b"] * x


def items_of_a_list(x):
    l = []
    try:
        l.append(x)
        l.append(x * x)
        l.append(l[7])
        l.append(3 * x)
    except IndexError:
        l.append(x**3)
    return sum(l) * l[-1]


def nonlocal_in_an_expression(x):
    y = x

    def inc(k):
        nonlocal y
        y = y * k
        if y > 4:
            raise Stopped
        return y

    try:
        s = inc(x) + inc(x) * inc(x)
    except Stopped:
        s = y
    return s * y


def suppressed(x):
    y = 1.0
    with contextlib.suppress(ValueError):
        for k in range(5):
            y = y * math.sqrt(x - k)
    return y


def tuple_after_a_name(x):
    y = x
    try:
        y = y * x
        a, b = y, y * math.log(-y)
    except (ValueError, TypeError):
        a, b = x, y
    return a * b * y


def within_errstate(x):
    y = x
    with np.errstate(all="ignore"):
        try:
            y = y * x
            y = y * math.log(-y)
        except ValueError:
            pass
    return y


def methods_in_an_expression(x):
    o = Oscillator(x)
    t = 0.0
    try:
        t = o.step2(x) + o.step2(x) + o.step2(x)
    except ValueError:
        t = -1.0
    return t * o.v + sum(o.h)


def each_of_a_list(x):
    vals = [x, 2 * x, -x, 3 * x]
    s = 0.0
    bad = 0
    for v in vals:
        try:
            s += v
            s += math.sqrt(v)
        except ValueError:
            bad += 1
            s -= v * x
    return s * bad


def in_a_helper(x):
    y = x
    try:
        y = helper(y)
    except Stopped:
        y = y + 2 * x
    return y


def helper(y):
    y = y * y
    if y > 1:
        raise Stopped("x")
    return y


def assertion(x):
    try:
        y = x * x
        assert y < 0
        y = 5.0
    except AssertionError:
        y = y * 3
    return y


def next_of_an_iterator(x):
    it = iter([x, x * x])
    s = 0.0
    try:
        while True:
            s += next(it)
    except StopIteration:
        s *= x
    return s


def generator_that_fails(x):
    s = 0.0

    def gen():
        yield x
        yield x * x
        raise Stopped

    try:
        for v in gen():
            s += v
    except Stopped:
        s *= 3
    return s


def tried_again(x):
    r = x
    for attempt in range(4):
        try:
            r = r * x
            if attempt < 2:
                raise Stopped
            break
        except Stopped:
            r = r + 1
    else:
        r = 0.0
    return r


def return_in_try(x):
    def f():
        y = x
        try:
            y = y * x
            return y * math.log(-y)
        except ValueError:
            return y
        finally:
            pass

    return f() * x


def only_finally(x):
    y = x
    try:
        y = y * x
    finally:
        y = y * 3
    return y


def two_targets(x):
    y, z = x, x
    try:
        y = z = y * x
        z = z / (x - x)
    except ZeroDivisionError as err:
        z = z + y
        if not isinstance(err, ValueError):
            z = z * 2
    return y * z


def two_levels(x):
    total = 0.0
    for k in range(4):
        try:
            try:
                total += x * k
                if k == 1:
                    raise ValueError
                if k == 2:
                    raise KeyError
                total += x
            except ValueError:
                total *= x
        except KeyError:
            total -= 1
        else:
            total += 0.5 * x
        finally:
            total *= 1.1
    return total


def walrus_in_a_condition(x):
    y = x
    try:
        y = (y * x if (y := y + 1) > 0 else 0.0) + math.sqrt(-y)
    except ValueError:
        pass
    return y


def while_loop(x):
    y = x
    try:
        while y < 100:
            y = y * x
            if y > 10:
                raise Stopped
    except Stopped:
        y = y + x
    return y


def array_to_its_end(x):
    a = np.array([x, x * 2, x * 3])
    i = 0
    try:
        while True:
            a[i] = a[i] * a[i - 1]
            i += 1
    except IndexError:
        pass
    return a.sum() * i


def log_in_order(x):
    y = x
    log = []
    try:
        log.append("a")
        y = y * x
        log.append("b")
        y = y * math.log(-x)
        log.append("c")
    except ValueError:
        log.append("d")
    finally:
        log.append("e")
    return y * len(log)


def names_that_stay(x):
    res = []
    for v in [x, -x, 0.0, x * x]:
        try:
            r = 1 / v
            s = math.sqrt(v)
        except ZeroDivisionError:
            r = s = x
        except ValueError:
            s = -r
        res.append(r * s)
    return sum(res)


def one_of_two_handlers(x):
    y = x
    try:
        if x < 0:
            raise ValueError
        y = y * x
        if y > 2:
            raise KeyError
    except ValueError:
        y = 1.0
    except KeyError:
        y = y * 2
    return y


def break_and_continue(x):
    s = 0.0
    i = 0
    for i in range(5):
        try:
            if i == 1:
                continue
            s += x * i
            if i == 3:
                break
            s = s * math.sqrt(2 - i)
        except ValueError:
            s += 100 * x
    return s * i


def called_three_times(x):
    def f(v):
        try:
            w = v * v
            if w > 3:
                return w
            w = w + 1
            u = math.log(1 - w)
            return u
        except ValueError:
            return w * v

    return f(x) + f(x * 0.3) + f(x * 2)


def array_made_anew(x):
    a = np.array([x, x])
    try:
        a += x
        a *= np.array([x, 2.0])
        a = a @ np.ones((3, 3))
    except ValueError:
        a = a * x
    return a.sum()


def enumerated(x):
    y = x
    z = 0.0
    try:
        for i, v in enumerate([x, 2 * x, 3 * x]):
            y, z = y * v, z + i
            if y > 20:
                raise Stopped
    except Stopped:
        z += y
    return y * z


def try_in_a_handler(x):
    t = x
    try:
        t = t * 2
        t = int("a") * t
    except ValueError:
        try:
            t = t * x
            t = t / 0
        except ZeroDivisionError:
            t = t + 1
    return t


def error_with_a_value(x):
    y = x

    def bad(v):
        raise Stopped(v)

    try:
        y = y + 1
        y = y * bad(y)
    except Stopped:
        y = y * y
    return y


def keys_that_are_missing(x):
    d = {"k": x}
    for key in ("k", "z", "k"):
        try:
            d[key] *= x
            d["n"] = d.get("n", 0.0) + 1
        except KeyError:
            d[key] = x * x
    return d["k"] * d["n"] * d["z"]


def stack_machine(x):
    st = [x, 2.0]
    out = 0.0
    ops = ["*", "+", "p", "*"]
    for op in ops:
        try:
            if op == "p":
                st.append(x)
            else:
                b = st.pop()
                a = st.pop()
                st.append(a * b if op == "*" else a + b)
        except IndexError:
            out += x
            st = [b * 3, x]
    return sum(st) + out


def raise_for_floats(x):
    y = x
    try:
        with np.errstate(all="raise"):
            y = y * x
            z = np.float64(y) / np.float64(0.0)
    except FloatingPointError:
        z = y * 3
    return y * z


def comprehension_that_fails(x):
    y = x
    try:
        y = y * x
        y = [v * y for v in (1, 2)][5]
    except IndexError:
        y = y * 2
    return y


def one_of_several_functions(x):
    total = x
    for f in (math.sqrt, math.log, math.exp):
        try:
            total = total - 3
            total = total + f(total)
        except ValueError:
            total = total * x
    return total


def while_with_all_clauses(x):
    y = x
    while y < 50:
        try:
            y = y * x
            if y > 10:
                raise StopIteration
        except StopIteration:
            y = y + x
            break
        else:
            y = y + 1
        finally:
            y = y + 0.5
    return y


def two_loops(x):
    s = 0.0
    try:
        for i in range(3):
            for j in range(3):
                s += x * i * j
                if i * j == 2:
                    raise Stopped
    except Stopped:
        s = s * x
    return s


def walrus(x):
    y = x
    try:
        z = (y := 3 * x) + math.sqrt(x - 10)
    except ValueError:
        z = y
    return z * y


def walrus_in_finally(x):
    y = x
    try:
        try:
            t = (y := y * x) * math.log(-x)
        finally:
            y = y * 3
    except ValueError:
        t = 1.0
    return y * t


def by_nonlocal(x):
    n = x

    def step():
        nonlocal n
        n = n * x
        return math.log(-x)

    try:
        t = step()
    except ValueError:
        t = n
    return t * n


def settled(x):
    items = [x, x * x, -x]
    try:
        for i in range(3):
            items[i] = math.log(items[i])
    except ValueError:
        items.append(items[0])
    return sum(items)


def iterated(x):
    angle, before = x, 0.0
    try:
        for _ in range(20):
            sine = math.sin(angle)
            if sine == 0.0:
                return 0.0
            cosine = math.sqrt(1.0 - sine**2)
            before, angle = angle, angle - (angle - x * cosine) / (1.0 + x * sine)
            if abs(angle - before) < 1e-14:
                break
    except ZeroDivisionError:
        angle = 0.0
    return angle * cosine


CASES = [
    object_in_a_loop,
    name_in_a_loop,
    steps_until_one_fails,
    branches,
    raised_in_a_handler,
    not_caught_within,
    with_continue_and_finally,
    elements_of_an_array,
    entries_of_a_dict,
    items_of_a_list,
    nonlocal_in_an_expression,
    suppressed,
    tuple_after_a_name,
    within_errstate,
    methods_in_an_expression,
    each_of_a_list,
    in_a_helper,
    assertion,
    next_of_an_iterator,
    generator_that_fails,
    tried_again,
    return_in_try,
    only_finally,
    two_targets,
    two_levels,
    walrus_in_a_condition,
    while_loop,
    array_to_its_end,
    log_in_order,
    names_that_stay,
    one_of_two_handlers,
    break_and_continue,
    called_three_times,
    array_made_anew,
    enumerated,
    try_in_a_handler,
    error_with_a_value,
    keys_that_are_missing,
    stack_machine,
    raise_for_floats,
    comprehension_that_fails,
    one_of_several_functions,
    while_with_all_clauses,
    two_loops,
    walrus,
    walrus_in_finally,
    by_nonlocal,
    settled,
    iterated,
]


@pytest.mark.parametrize("function", CASES)
def test_all_modes(function, check_modes):
    check_modes(function, (1.7,))


@pytest.mark.parametrize("function", [branches, walrus_in_a_condition, called_three_times, iterated])
def test_the_other_way(function, check_modes):
    check_modes(function, (0.3,))


def by_recursion(x):
    y = x

    def down(n):
        nonlocal y
        if n == 0:
            raise Stopped
        y = y * x
        return down(n - 1)

    try:
        z = down(3)
    except Stopped:
        z = y
    return z * y


def array_by_recursion(x):
    a = np.ones(3)

    def up(n):
        a[n] *= x
        return up(n + 1)

    try:
        up(0)
    except IndexError:
        pass
    return a.prod()


def in_a_comprehension(x):
    seen = {"n": 0.0}

    def root(v):
        seen["n"] += v
        return math.sqrt(v)

    try:
        found = [root(v) for v in (x, 2 * x, -x, x)]
    except ValueError:
        found = [x]
    return sum(found) * seen["n"]


@pytest.mark.parametrize("function", [by_recursion, array_by_recursion])
def test_what_is_seen_half_done_is_refused(function):
    with pytest.raises(s2sad.DifferentiationError, match="half done") as found:
        s2sad.grad(function)(1.7)
    assert found.value.location.file == __file__


def test_what_a_comprehension_wrote_before_an_exception_is_seen():
    x, step = 1.7, 1e-6
    differences = (in_a_comprehension(x + step) - in_a_comprehension(x - step)) / (2 * step)
    assert s2sad.grad(in_a_comprehension)(x) == pytest.approx(differences, rel=1e-8)


class Account:
    def __init__(self, balance):
        self.balance = balance
        self.log = []

    def withdraw(self, amount):
        self.log.append(amount)
        if amount > self.balance:
            raise ValueError("funds")
        self.balance -= amount
        return self.balance


def transfers(x):
    a, b = Account(3 * x), Account(x)

    def transfer(p, q, amount):
        q.balance += amount
        p.withdraw(amount)

    for amount in (x, 3 * x):
        try:
            transfer(a, b, amount)
        except ValueError:
            b.balance -= amount * 0.5
    return a.balance * b.balance + sum(a.log)


def path_in_a_dict(x):
    d = {"a": x, "b": {"c": 2 * x}}
    t = 0.0
    for path in (("a",), ("b", "c"), ("b", "z"), ("q",)):
        current = d
        try:
            for p in path:
                current = current[p]
            t += current
        except (KeyError, TypeError):
            t *= x
    return t


def unbound(x):
    try:
        a = x
        b = a * c
        c = 1.0
    except NameError:
        b = x * 3
    return a * b


def memo_by_exceptions(x):
    known = {}

    def fibonacci(n):
        try:
            return known[n]
        except KeyError:
            found = x if n < 2 else fibonacci(n - 1) * 0.5 + fibonacci(n - 2)
            known[n] = found
            return found

    return fibonacci(8)


def decorated(x):
    @functools.cache
    def power(n):
        return x if n == 0 else power(n - 1) * 1.1

    return power(4)


@pytest.mark.parametrize("function", [transfers, path_in_a_dict, unbound, memo_by_exceptions, decorated])
def test_programs_of_strangers(function, check_modes):
    check_modes(function, (1.7,))


def iterator_handed_on(x):
    def down(v, n, numbers):
        k = next(numbers)
        return v * k if n == 0 else down(v * v, n - 1, numbers) + k * v

    return down(x, 3, itertools.count(1))


@pytest.mark.parametrize(
    ("function", "reason"),
    [(iterator_handed_on, "iterator goes to")],
)
def test_what_is_not_followed_is_refused(function, reason):
    with pytest.raises(s2sad.DifferentiationError, match=reason) as found:
        s2sad.grad(function)(1.7)
    assert found.value.location.file == __file__


def order_of_an_augmented_assignment(x):
    z, y = 0.5, x
    a = np.array([x, 2.0])

    def bump(v):
        nonlocal z
        z = z + 0.3 * v
        if z > 1.5:
            raise KeyError
        return v * z

    try:
        a[5] *= bump(y)
    except IndexError:
        y = y + z
    try:
        for k in range(4):
            y += bump(y) * k
    except KeyError:
        y = y * z
    return y + a.sum()


def test_what_is_read_before_a_call(check_modes):
    check_modes(order_of_an_augmented_assignment, (1.3,))


class Moving:
    def __init__(self, place, speed):
        self.place = place
        self.speed = speed

    def energy(self):
        return math.tanh(0.5 * self.speed**2 + self.place)


def appended(items, value, limit=0.4):
    items.append(value)
    if value > limit:
        raise ValueError
    items.append(limit)


def helpers_that_append_what_methods_give(x):
    moving = [Moving(x, x * x), Moving(0.4, x)]
    items = [x, 1.0]
    try:
        appended(items, moving[2 % len(moving)].energy())
        appended(items, moving[3 % len(moving)].energy() * 3.0)
    except ValueError:
        items[0] = x * 0.3
    return sum(items)


@pytest.mark.parametrize("x", [0.1, 0.7])
def test_steps_that_are_lowered_again_and_again(x, check_modes):
    check_modes(helpers_that_append_what_methods_give, (x,))


def added_to_a_text(x):
    try:
        x + "a"
        return x
    except TypeError:
        return x * x


def product_with_what_may_be_none(x):
    total = 0.0
    for factor in (1.0, None, 2.0):
        try:
            x * factor
            total += x * 2
        except TypeError:
            total += x**3
    return total


@pytest.mark.parametrize("fun", [added_to_a_text, product_with_what_may_be_none])
def test_handlers_get_what_operators_raise_though_nothing_needs_their_result(fun, check):
    check(fun, 0.7)
