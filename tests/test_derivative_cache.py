"""Derivatives are kept by the code of the function: inline `grad(f)(x)`, lambdas and closures made in a loop compile once."""

import contextlib
import functools
import gc
import linecache
import math
import pickle
import weakref

import numpy as np
import pytest

import s2sad.compile
import s2sad.derivative_cache
from s2sad import grad, gradient, hessian, hvp, jacobian, jvp, jvps, value_and_grad, vjp

H = 1e-6


@pytest.fixture
def compiled(monkeypatch):
    """How often something is compiled, as the length of a list."""
    made = []
    inner = s2sad.compile._compiled

    def counting(compiler, fun, *rest):
        made.append(fun)
        return inner(compiler, fun, *rest)

    monkeypatch.setattr(s2sad.compile, "_compiled", counting)
    s2sad.derivative_cache._shelf.cache_clear()
    return made


def slope(f, x):
    return (f(x + H) - f(x - H)) / (2 * H)


def first(f, x):
    """The derivative by each operator."""
    return [
        grad(f)(x),
        value_and_grad(f)(x)[1],
        gradient(f, x),
        jvp(f, (x,), (1.0,))[1],
        jvps(f, (x,), [(1.0,)])[1][0],
        vjp(f, x)[1](1.0)[0],
        jacobian(f)(x),
    ]


def plain(x):
    return x * x * math.sin(x)


def test_inline_calls_compile_once(compiled):
    for _ in range(5):
        assert grad(plain)(1.5) == pytest.approx(slope(plain, 1.5), abs=1e-7)
        assert gradient(plain, 1.5) == pytest.approx(slope(plain, 1.5), abs=1e-7)
        assert grad(plain)(np.float64(1.5)) == pytest.approx(slope(plain, 1.5), abs=1e-7)
    assert len(compiled) == 1


# --------------------------------------------------------------------------------------- functions made in a loop


def of_a_float(k):
    return lambda x: k * x * x


def of_a_default(k):
    return lambda x, k=k: k * x * x


def of_a_keyword(k):
    return lambda x, *, k=k: k * x * x


def of_a_closure(k):
    def inner(y):
        return k * y

    return lambda x: inner(x) * x


def of_a_chain(k):
    def innermost(y):
        return k * y

    def inner(y):
        return innermost(y) * k

    def f(x):
        return inner(x) * x

    return f


def of_a_helper_without_cells(k):
    def inner(y):
        return y * y

    return lambda x: k * inner(x)


def of_an_array(k):
    weights = np.array([k, 2.0 * k])
    return lambda x: np.sum(weights * x * x)


def of_a_list(k):
    weights = [k] * int(k + 3)
    return lambda x: sum(w * x * x for w in weights)


def of_a_dict(k):
    given = {"k": k}
    return lambda x: given["k"] * x * x


def of_an_outer_name(k):
    @functools.wraps(plain)
    def f(x):
        return k * plain(x)

    return f


def of_itself(k):
    def f(x, n=3):
        return x if n == 0 else k * f(x, n - 1)

    return f


def of_a_nested_derivative(k):
    def inner(y):
        return k * y * y * y

    return lambda x: x * grad(inner)(x)


def of_a_count(k):
    n = int(k)
    return lambda x: x**n + n * x


class Model:
    def __init__(self, weight):
        self.weight = weight

    def loss(self, x):
        return self.weight * x * x

    def through(self, x):
        return self.loss(x) * self.weight


def of_a_method(k):
    return Model(k).loss


def of_a_method_that_calls(k):
    return Model(k).through


MAKERS = [
    of_a_float,
    of_a_default,
    of_a_keyword,
    of_a_closure,
    of_a_chain,
    of_a_helper_without_cells,
    of_an_array,
    of_a_list,
    of_a_dict,
    of_an_outer_name,
    of_itself,
    of_a_nested_derivative,
    of_a_count,
    of_a_method,
    of_a_method_that_calls,
]


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_functions_made_in_a_loop_compile_once(make, compiled):
    kept = []
    for k in (1.0, 2.5, 4.0):
        f = make(k)
        kept.append((f, grad(f)))
        assert kept[-1][1](1.3) == pytest.approx(slope(f, 1.3), abs=1e-6)
    assert len(compiled) == len(
        {fun.__code__ for fun in compiled}
    )  # one of them calls `grad` when it is called
    for f, derivative in kept:
        for _ in range(6):
            assert derivative(0.7) == pytest.approx(slope(f, 0.7), abs=1e-6)


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_by_every_operator(make):
    for k in (1.0, 2.5):
        f = make(k)
        assert first(f, 1.3) == pytest.approx([slope(f, 1.3)] * 7, abs=1e-6)
        assert hessian(f)(1.3) == pytest.approx(slope(grad(f), 1.3), abs=1e-5)
        assert hvp(f, (1.3,), (1.0,))[0] == pytest.approx(slope(grad(f), 1.3), abs=1e-5)


def by_number(k):
    return lambda x: x * x if k is None else np.sum(k * x * x)


def by_items(k):
    return lambda x: sum(w * x for w in k) * x


def by_function(k):
    return lambda x: k(x) * x


def by_mode(k):
    return lambda x: x * x if k == "a" or k is True else x


def scaled(x, k):
    return k * x * x


@pytest.mark.parametrize(
    "make, values",
    [
        (by_number, (2.0, 3, None, np.float64(2.0))),
        (by_number, (2.0, np.array([1.0, 2.0]), np.ones((2, 2)), 2.0)),
        (by_items, ([1.0], [1.0, 2.0], [], (1.0, 2.0), [1, 2], {1.0: "a", 2.0: "b"})),
        (by_function, (math.sin, math.cos, plain, of_a_float(2.0), of_a_float(3.0), of_a_default(2.0))),
        (by_function, (Model(2.0).loss, Model(3.0).loss, Model(2).loss, Model(3.0).through)),
        (by_function, tuple(functools.partial(scaled, k=k) for k in (2.0, 3.0, 4))),
        (by_mode, ("a", "b", True, False, "a")),
    ],
)
def test_what_is_captured_may_be_of_any_kind(make, values):
    for value in values * 2:
        f = make(value)
        assert grad(f)(1.3) == pytest.approx(slope(f, 1.3), abs=1e-6)
        assert jvp(f, (1.3,), (1.0,))[1] == pytest.approx(slope(f, 1.3), abs=1e-6)


def test_defaults_of_any_kind():
    def of(k):
        def f(x, k=k):
            return x * x if k is None else np.sum(k * x * x)

        return f

    for value in (2.0, 3, None, np.ones(2), 5.0, (1.0, 2.0), (1, 2), None):
        f = of(np.array(value) if isinstance(value, tuple) else value)
        assert grad(f)(1.3) == pytest.approx(slope(f, 1.3), abs=1e-6)
        assert vjp(f, 1.3)[1](1.0)[0] == pytest.approx(slope(f, 1.3), abs=1e-6)


def test_a_cell_that_changes_after_its_derivative_was_bound():
    def of(k):
        def change(value):
            nonlocal k
            k = value

        return (lambda x: x * x if k is None else k * x), change

    first, _ = of(2.0)
    assert grad(first)(3.0) == 2.0
    second, change = of(4.0)
    derivative = grad(second)
    for value, expected in ((4.0, 4.0), (5.0, 5.0), (None, 6.0), (7, 7.0)):
        change(value)
        assert derivative(3.0) == expected
    assert grad(first)(3.0) == 2.0


def test_the_same_text_in_other_globals():
    text = "def f(x):\n    return helper(x) * K\n"
    results = []
    for helper, constant in ((lambda x: x * x, 2.0), (lambda x: x * x * x, 3), (math.sin, 1.0)):
        space = {"helper": helper, "K": constant}
        linecache.cache["<of a test>"] = len(text), None, text.splitlines(True), "<of a test>"
        exec(compile(text, "<of a test>", "exec"), space)
        results.append((grad(space["f"])(1.3), slope(space["f"], 1.3)))
    for found, expected in results:
        assert found == pytest.approx(expected, abs=1e-6)


def test_two_lambdas_on_one_line():
    a, b = lambda x: x * x, lambda x: x * x * x
    assert [grad(a)(2.0), grad(b)(2.0), grad(a)(2.0)] == [4.0, 12.0, 4.0]


def test_objects_of_several_classes_with_one_method():
    class Base:
        def loss(self, x):
            return self.part(x) * x

    class One(Base):
        def part(self, x):
            return x

    class Other(Base):
        def part(self, x):
            return x * x

    for _ in range(2):
        for cls in (One, Other):
            assert grad(cls().loss)(1.3) == pytest.approx(slope(cls().loss, 1.3), abs=1e-6)


def of_two_arguments(k):
    return lambda x, y, n=2: k * x * y**n


def decorated(f):
    @functools.wraps(f)
    def inner(*args):
        return 2.0 * f(*args)

    return inner


def test_functions_of_one_decorator(compiled):
    functions = [decorated(make(3.0)) for make in (of_a_float, of_a_default, of_a_closure, of_a_count) * 3]
    for _ in range(2):
        for f in functions:
            assert grad(f)(1.3) == pytest.approx(slope(f, 1.3), abs=1e-6)
    assert len(compiled) == 4


def test_several_arguments_and_options(compiled):
    for k in (1.0, 2.0, 3.0):
        f = of_two_arguments(k)
        assert grad(f, (0, 1))(2.0, 3.0) == (k * 9.0, k * 12.0)
        assert grad(f, "y")(2.0, 3.0) == k * 12.0
        assert grad(f, [0])(2.0, 3.0) == (k * 9.0,)
        assert grad(f, style="flat")(2.0, 3.0) == k * 9.0
        assert value_and_grad(f)(2.0, 3.0, 3) == (k * 54.0, k * 27.0)
        assert grad(f)(2.0, y=3.0) == k * 9.0
        assert grad(f)(np.array(2.0).item(), np.float32(3.0)) == k * 9.0
    assert len(compiled) == 7


# ------------------------------------------------------------------------------------------- what is shown of them


def test_what_is_bound_shows_its_text(compiled):
    found = [grad(of_a_float(k)) for k in (2.0, 3.0)]
    assert [derivative(1.5) for derivative in found] == [6.0, 9.0]
    assert found[1].source == found[0].source and "k" in found[1].source
    assert [derivative(1.5) for derivative in found] == [6.0, 9.0]
    later = grad(of_a_float(4.0))
    assert later(1.5) == 12.0
    assert later.emitted.__code__.co_filename == found[0].emitted.__code__.co_filename
    lines = linecache.getlines(later.emitted.__code__.co_filename)
    assert "".join(lines) == later.source
    assert "mul" in str(found[1].wengert.ir)


def test_what_is_bound_pickles_as_its_function_does():
    derivative = grad(Model(3.0).loss)
    assert derivative(1.0) == 6.0
    again = pickle.loads(pickle.dumps(grad(plain)))
    assert again(1.5) == grad(plain)(1.5)


# --------------------------------------------------------------------------------------------- nothing is held


def use(f, x):
    first(f, x)
    hessian(f)(x)
    with contextlib.suppress(Exception):
        jvp(f, (x, x), (1.0, 1.0))


def used_and_gone():
    weights = np.ones(1000)
    model = Model(weights)

    def f(x):
        return np.sum(weights * x * x)

    def through_an_object(x):
        return np.sum(model.loss(x))

    def without_cells(x):
        return x * x

    for one in (f, through_an_object, without_cells):
        use(one, 2.0)
    return [weakref.ref(thing) for thing in (weights, model, f, through_an_object, without_cells)]


@pytest.mark.parametrize("count", [1, 3])
def test_functions_and_what_they_capture_are_freed(count):
    references = [reference for _ in range(count) for reference in used_and_gone()]
    gc.collect()
    assert [reference() for reference in references] == [None] * len(references)


def test_lines_of_derivatives_that_are_gone_are_freed():
    s2sad.derivative_cache._shelf.cache_clear()
    gc.collect()
    before = sum(name.startswith("<s2sad") for name in linecache.cache)
    derivative = grad(of_a_float(2.0))
    assert derivative(1.0) == 4.0 and derivative.source
    name = derivative.emitted.__code__.co_filename
    assert name in linecache.cache
    emitted = derivative.emitted
    del derivative
    s2sad.derivative_cache._shelf.cache_clear()
    gc.collect()
    assert name in linecache.cache  # as long as somebody has the function
    del emitted
    gc.collect()
    assert name not in linecache.cache
    assert sum(n.startswith("<s2sad") for n in linecache.cache) == before


def test_captured_methods_of_a_library_are_told_apart():
    """Their rules belong to the objects: these are methods of one function."""
    stats = pytest.importorskip("scipy.stats")

    def captured(f):
        return lambda x: f(x) * 2.0

    for method in (stats.norm.pdf, stats.expon.pdf, stats.cauchy.pdf, stats.norm.cdf, stats.norm.pdf):
        difference = (method(0.7 + 1e-6) - method(0.7 - 1e-6)) / 1e-6
        assert s2sad.grad(captured(method))(0.7) == pytest.approx(difference, rel=1e-7)


def test_captured_methods_written_in_c_are_told_apart():
    numbers = np.array([1.0, 2.0, 5.0])

    def captured(f):
        return lambda x: x * f()

    assert [s2sad.grad(captured(f))(1.0) for f in (numbers.sum, numbers.max, [7.0].pop)] == [8.0, 5.0, 7.0]


def nest_of(depth):
    """A module with a function of closures in closures, so many deep."""
    lines = ["def f(x):"]
    for k in range(depth):
        lines += ["    " * (k + 1) + f"def g{k}(t):"]
    lines += ["    " * (depth + 1) + "return t * x"]
    lines += ["    " * (k + 1) + f"return g{k}(t)" for k in reversed(range(1, depth))]
    return "\n".join([*lines, "    return g0(x)", ""])


def test_a_deep_nest_that_is_defined_again_is_found_at_once():
    """Python compares the code of such functions in 2 to the depth steps."""
    text, name = nest_of(40), "<nest>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    for _ in range(2):
        space = {"__name__": "nest"}
        exec(compile(text, name, "exec"), space)
        assert grad(space["f"])(3.0) == 6.0
