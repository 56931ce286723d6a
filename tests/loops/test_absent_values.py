"""What may have no value has a truth beside it, and is checked before it is read."""

import numpy as np
import pytest

import s2sad
from s2sad.ir import kinds as K
from s2sad.ir.evaluate import evaluate
from s2sad.ir.names import Names
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.rewrite import variables_of
from s2sad.loops.absent_values import with_presence

X = np.array([0.3, -1.2, 0.7, 1.6])
FIRST = """function f(x)
    for v in x with first = None -> found
        t = is_ first None
        if t -> kept
            yield v
        else
            yield first
        yield kept
    u = mul found 2.0
    return u
"""
RETURNED = """function f(x)
    for v in x with result = undefined, returned = False -> given, is_given
        t = gt v 1.0
        if t -> inner, is_returned
            yield v True
        else
            yield result returned
        yield inner is_returned
    if is_given -> whole
        yield given
    else
        yield 0.5
    return whole
"""


def with_truths(text):
    function = parse_function(text)
    names = Names(var.name for var in variables_of(function))

    def kind(atom):
        return K.UNKNOWN if getattr(atom, "name", "") in ("first", "kept", "found") else K.FLOAT

    return function, with_presence(function, kind, names)


def test_numbers_that_are_none_first():
    before, after = with_truths(FIRST)
    assert "None" not in print_function(after)
    assert evaluate(after, ([3.0, 4.0],)) == evaluate(before, ([3.0, 4.0],)) == 6.0
    with pytest.raises(TypeError, match="None is taken for a number"):
        evaluate(after, ([],))


def test_truths_that_the_program_has_itself_are_enough():
    before, after = with_truths(RETURNED)
    assert print_function(after) == print_function(before)


def best(x):
    least, place = None, None
    for k, v in enumerate(x):
        cost = (v - 0.4) ** 2
        if least is None or cost < least:
            least, place = cost, k
    return least * x[place]


def differences(x):
    before = None
    total = 0.0
    for v in x:
        if before is not None and v > before:
            total += (v - before) ** 2
        before = v
    return total


def momentum(x):
    before = None
    y = x
    for _ in range(4):
        new = np.sin(y)
        if before is not None:
            new = new + 0.3 * (y - before)
        before = y
        y = new
    return np.sum(y)


def place_or_none(x):
    place = None
    for k in range(len(x)):
        if x[k] > 0.5:
            place = k
            break
    return x[0] if place is None else x[place] ** 2


@pytest.mark.parametrize("fun", [best, differences, momentum, place_or_none])
def test_gradients(check, fun):
    check(fun, X)
    check(fun, -X[:2])


def set_in_a_branch(x, flag):
    if flag > 0:
        y = x * 2.0
    return np.sum(x * y)


def set_in_a_loop(x, count):
    for k in range(count):
        last = x[k]
    return last * x[0]


@pytest.mark.parametrize("fun", [set_in_a_branch, set_in_a_loop])
def test_what_nothing_has_set_raises_as_in_python(in_python, fun):
    gradient = s2sad.grad(fun, jit=True)
    assert gradient(X, 2) == pytest.approx(s2sad.grad(fun)(X, 2))
    with pytest.raises(UnboundLocalError):
        gradient(X, 0)


def test_none_raises_as_in_python(in_python):
    with pytest.raises(TypeError, match="None is taken for a number"):
        s2sad.grad(best, jit=True)(X[:0])


def test_machine_code_raises_too(tmp_path, monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setenv("S2SAD_CACHE_DIR", str(tmp_path))
    gradient = s2sad.grad(set_in_a_branch, jit=True)
    assert gradient(X, 1) == pytest.approx(4.0 * X)
    with pytest.raises(UnboundLocalError):
        gradient(X, 0)


class Hit:
    def __init__(self, t, weight):
        self.t, self.weight = t, weight


def nearest(x):
    best = None
    for k in range(len(x)):
        hit = Hit(x[k] ** 2, np.sin(x[k])) if x[k] > 0.2 else None
        if hit is not None and (best is None or hit.t < best.t):
            best = hit
    return best.t * best.weight if best is not None else x[0]


def none_again(x):
    held = None
    for k in range(len(x)):
        if held is not None and held.t > 1.0:
            held = None
        else:
            held = Hit(x[k] * k, x[0])
    return held.weight * x[1] if held is not None else x[0]


@pytest.mark.parametrize("fun", [nearest, none_again])
def test_objects_or_none(check, fun):
    check(fun, X)
    check(fun, -X[:2])


@pytest.mark.parametrize("fun", [nearest, none_again])
def test_a_number_that_nothing_has_set_begins_as_zero(tmp_path, monkeypatch, fun):
    pytest.importorskip("numba")
    monkeypatch.setenv("S2SAD_CACHE_DIR", str(tmp_path))
    assert s2sad.grad(fun, jit=True)(X) == pytest.approx(s2sad.grad(fun)(X))


def least_of(x):
    best = None
    for v in x:
        if best is None or v * v < best:
            best = v * v
    return best


def root(a):
    x = a
    while True:
        new = 0.5 * (x + a / x)
        if abs(new - x) < 1e-12:
            return new
        x = new


def roots(x):
    return sum([root(v * v + 1.0) * v for v in [root(v + 2.0) for v in x]])


@pytest.mark.parametrize("fun", [least_of, roots])
def test_what_is_there_whenever_it_is_given_on(check, fun):
    check(fun, X)
    check(fun, [0.3, 0.9])


def test_a_function_that_gives_none_raises(in_python):
    with pytest.raises(TypeError, match="None is taken for a number"):
        s2sad.grad(least_of, jit=True)(X[:0])


def least_or_first(x):
    best = None
    for v in x:
        if not best or v * v < best:
            best = v * v
    return best * x[0]


def products_of_neighbours(x):
    before, total = None, 0.0
    for v in x:
        if before:
            total += v * before
        before = v
    return total


def doubled(x):
    now = None
    while not now or now < 5.0:
        now = (now or x[0] ** 2) * 2.0
    return now


@pytest.mark.parametrize("fun", [least_or_first, products_of_neighbours, doubled])
def test_truths_of_numbers_that_are_none_first(check, fun):
    check(fun, X)
    check(fun, -X)


def array_or_none(x):
    return None if x[0] > 0.5 else 2.0 * x


def first_large(x):
    best = None
    for i in range(3):
        if i * np.sum(x) > 2.0:
            best = i * x
            break
    return best


@pytest.mark.parametrize("scale", [1.0, 2.0, -1.0])
def test_arrays_or_none(check, scale):
    def function(x):
        once, best = array_or_none(x), first_large(x)
        total = x[0] if once is None else np.sum(once * once)
        return total if best is None else total * np.sum(best**3)

    check(function, scale * X)


def within(x, low, high):
    if x < low:
        return None
    elif x > high:
        return None
    y = x * x
    return y * low


@pytest.mark.parametrize("x", [0.5, 1.5, 2.5])
def test_none_on_one_path_and_nothing_on_another(check, x):
    def function(x):
        y = within(x, 1.0, 2.0)
        return x if y is None else y * x

    check(function, x)


def test_none_that_is_not_asked_for(in_python):
    gradient = s2sad.grad(lambda x: within(x, 1.0, 2.0) * x, jit=True)
    assert gradient(1.5) == pytest.approx(3 * 1.5**2)
    with pytest.raises(TypeError, match="None is taken for a number"):
        gradient(2.5)
