"""Functions of numbers that call themselves."""

import math
import subprocess
import sys

import numpy as np
import pytest

import s2sad
from s2sad.errors import UnsupportedSyntax

X = np.array([0.3, 0.8, -0.4, 1.2])
FACTOR = 0.7


def power(x, n):
    if n == 0:
        return 1
    half = power(x, n // 2)
    return half * half * x if n % 2 else half * half


def powers(x, n):
    return power(x, n) + power(x, 3) * power(2.0 * x, 2)


def powers_in_a_loop(xs, n):
    total = 0.0
    for i in range(xs.shape[0]):
        total += power(xs[i], n) * math.sin(xs[i])
    return total


def chebyshev(n, x):
    if n == 0:
        return 1.0
    if n == 1:
        return x
    return 2.0 * x * chebyshev(n - 1, x) - chebyshev(n - 2, x)


def polynomial(x):
    return chebyshev(6, x)


def part(f, a, fa, b, fb):
    middle = 0.5 * (a + b)
    at = f(middle)
    return middle, at, abs(b - a) / 6 * (fa + 4 * at + fb)


def simpson(f, a, fa, b, fb, tolerance, whole, m, fm):
    left_m, left_fm, left = part(f, a, fa, m, fm)
    right_m, right_fm, right = part(f, m, fm, b, fb)
    delta = left + right - whole
    if abs(delta) <= 15 * tolerance:
        return left + right + delta / 15
    return simpson(f, a, fa, m, fm, tolerance / 2, left, left_m, left_fm) + simpson(
        f, m, fm, b, fb, tolerance / 2, right, right_m, right_fm
    )


def quadrature(p, b):
    def f(t):
        return math.sin(p * t) * t

    fa, fb = f(0), f(b)
    m, fm, whole = part(f, 0, fa, b, fb)
    return simpson(f, 0, fa, b, fb, 1e-6, whole, m, fm)


def even(x, n):
    return x if n == 0 else odd(x * x, n - 1)


def odd(x, n):
    return math.exp(-x) if n == 0 else even(x + 0.5, n - 1)


def mutual(x):
    return even(x, 5) + odd(x, 4)


def inner_function(x, n):
    def go(k, total):
        if k == n:
            return total
        return go(k + 1, total * x + math.sin(k * x))

    return go(0, 1.0)


def within_itself(x, k):
    if k > 4:
        return x - 0.5 * math.sin(x)
    return within_itself(within_itself(x + 0.1, k + 2), k + 1)


def pairs(x, n):
    if n == 0:
        return 0.0, 1
    a, b = pairs(x, n // 2)
    c, d = a * (2 * b - a) * x, a * a + b * b
    return (c, d) if n % 2 == 0 else (d, c + d)


def item_of_a_pair(x, n):
    return pairs(x, n)[0]


def of_a_pair(v, n):
    a, b = v
    return a * b if n == 0 else of_a_pair((a + 0.1 * b, b - 0.1 * a), n - 1)


def given_a_pair(x, y):
    return of_a_pair((x, y), 5)


def fraction(x, k, n):
    return 1.0 if k == n else 1.0 + x / fraction(x, k + 1, n)


def in_branches(x, w):
    return fraction(x, 0, 8) * w if x > 0 else fraction(-x, 0, 3)


def newton(x, y):
    return y if abs(y * y - x) < 1e-12 else newton(x, 0.5 * (y + x / y))


def root(x):
    return newton(x, 1)


def damped(x, n):
    return x if n == 0 else FACTOR * damped(math.tanh(x), n - 1)


def itself(x, n):
    return x if n == 0 else itself(x, n - 1) * x + n


def some_of_integers(x, n):
    return power(x, n) + power(3, 2) * x


CASES = [
    (powers, (1.1, 11)),
    (powers_in_a_loop, (X, 5)),
    (polynomial, (0.3,)),
    (quadrature, (1.3, 2.0)),
    (mutual, (0.8,)),
    (inner_function, (0.7, 4)),
    (within_itself, (0.4, 0)),
    (item_of_a_pair, (1.1, 7)),
    (given_a_pair, (0.7, 1.2)),
    (in_branches, (0.7, 1.3)),
    (in_branches, (-0.2, 1.3)),
    (root, (2.0,)),
    (itself, (0.8, 4)),
]


def of_floats(fun, args):
    """The function of its floats alone, and these."""
    places = [i for i, arg in enumerate(args) if not isinstance(arg, int)]

    def of_these(*given):
        whole = list(args)
        for place, value in zip(places, given):
            whole[place] = value
        return fun(*whole)

    return of_these, [args[i] for i in places]


@pytest.mark.parametrize("fun, args", CASES, ids=lambda value: getattr(value, "__name__", None))
def test_gradients_agree_with_differences(check, fun, args):
    wrt = tuple(i for i, arg in enumerate(args) if not isinstance(arg, int))
    of_these, floats = of_floats(fun, args)
    found = s2sad.grad(fun, wrt, jit=True)(*args)
    for place, bar in enumerate(found):
        units = np.eye(np.size(floats[place])).reshape(-1, *np.shape(floats[place]))
        wanted = [difference(of_these, floats, place, 1e-6 * unit) for unit in units]
        assert np.ravel(bar) == pytest.approx(wanted, rel=1e-6, abs=1e-8)


def difference(fun, args, place, step):
    ends = []
    for sign in (1, -1):
        moved = list(args)
        moved[place] = moved[place] + sign * step
        ends.append(float(np.sum(fun(*moved))))
    return (ends[0] - ends[1]) / (2 * np.max(step))


@pytest.mark.parametrize("fun, args", CASES, ids=lambda value: getattr(value, "__name__", None))
def test_other_derivatives_agree_with_those_that_arent_compiled(in_python, fun, args):
    tangents = tuple(None if isinstance(arg, int) else np.cos(arg) for arg in args)
    for derivative in (s2sad.jvp, s2sad.hvp):
        wanted = derivative(fun, args, tangents)
        found = derivative(fun, args, tangents, jit=True)
        for one, other in zip(wanted, found):
            assert (one is None and other is None) or np.allclose(one, other, rtol=1e-10)


def test_what_is_read_outside_is_read_at_each_call(in_python, monkeypatch):
    gradient = s2sad.grad(damped, 0, jit=True)
    first = gradient(0.5, 3)
    monkeypatch.setitem(globals(), "FACTOR", 1.4)
    assert gradient(0.5, 3) == pytest.approx(8.0 * first)


def test_the_text_has_one_list_of_records():
    text = s2sad.emit(powers, types={"x": "float", "n": "int"}, target="numba")
    assert "power_records = [(False, " in text
    assert text.count("power_records.append(") == 1


def test_what_is_no_number_is_refused(in_python):
    def halves(x):
        return x[0] ** 3 if len(x) == 1 else halves(x[: len(x) // 2]) + halves(x[len(x) // 2 :])

    with pytest.raises(UnsupportedSyntax, match="`halves.*` calls itself, and its argument `x` is no number"):
        s2sad.grad(halves, jit=True)(X)


def test_several_circles_are_refused(in_python):
    def one(x, n):
        return x if n <= 0 else two(x, n - 1) * one(x, n - 2)

    def two(x, n):
        return 2.0 * x if n <= 0 else two(x, n - 1) + one(x, n - 3)

    with pytest.raises(UnsupportedSyntax, match="call one another, and themselves"):
        s2sad.grad(lambda x: one(x, 4), jit=True)(0.5)


def test_machine_code_is_found_by_a_second_process(tmp_path, monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setenv("S2SAD_CACHE_DIR", str(tmp_path))
    (tmp_path / "model.py").write_text(
        "def even(x, n):\n    return x if n == 0 else odd(x * x, n - 1)\n\n\n"
        "def odd(x, n):\n    return 2.0 * x if n == 0 else even(x + 0.5, n - 1)\n\n\n"
        "def f(x):\n    return even(x, 2) + odd(x, 1)\n"
    )
    program = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import model, s2sad\n"
        "print(s2sad.value_and_grad(model.f, jit=True)(0.5), s2sad.hvp(model.f, (0.5,), (1.0,), jit=True))"
    )
    found = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert found[0] == found[1]
    assert found[0].split() == ["(1.75,", "2.0)", "(2.0,)"]
