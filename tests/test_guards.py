"""What a function reads outside of itself may change between calls: the derivative is that of the function as it is now."""

import contextlib
import functools
import importlib
import math
import sys
import types

import numpy as np
import pytest

import s2sad.compile
import s2sad.derivative_cache
from s2sad import grad, gradient, hessian, hvp, jacfwd, jacobian, jacrev, jvp, jvps, value_and_grad, vjp

H = 1e-6

NOTHING_YET = None
FACTOR = 2.0
WEIGHTS: list = []
TABLE: dict = {"a": 2.0}
OPERATIONS = {"f": math.sin}
STEPS = [math.sin]
MODE = "square"
FLAG = True
SCALE: object = 3.0
SHAPE = (2,)
POWER = 2


def helper(x):
    return x * x


def cubed(x):
    return x * x * x


def passed_on(x):
    return helper(x) * 2.0


def with_default(x, k=2.0):
    return x * k


def by_name(x, *, k=2.0):
    return x * k


class Model:
    weight = 2.0

    def __init__(self, own=1.0):
        self.own = own

    def step(self, x):
        return self.weight * x * x

    @property
    def twice(self):
        return 2.0 * self.own if self.own is not None else None

    @staticmethod
    def fixed(x):
        return 2.0 * x

    @classmethod
    def of(cls, x):
        return cls.weight * x

    def __call__(self, x):
        return 4.0 * x


class Child(Model):
    pass


class Point:
    def __init__(self, v):
        self.v = v

    def __mul__(self, other):
        return self.v * other

    def area(self):
        return self.v * self.v


model = Model()
child = Child()
lam = lambda t: t * t  # noqa: E731
part = functools.partial(with_default, k=3.0)
module = types.ModuleType("of_the_user")
module.rate = 2.0
module.run = helper


def doubled(f):
    @functools.wraps(f)
    def inner(x):
        return 2.0 * f(x)

    return inner


@doubled
def decorated(x):
    return x * x


def none_or_number(x):
    return x * x if NOTHING_YET is None else x * NOTHING_YET


def over_a_list(x):
    total = 0.0
    for weight in WEIGHTS:
        total += weight * x
    return total + x


def of_items(x):
    return sum(w * x for w in WEIGHTS) + len(WEIGHTS) * x


def by_key(x):
    return x * TABLE["a"] if "b" not in TABLE else x * x * TABLE["b"]


def calls(x):
    return helper(x) + passed_on(x)


def of_a_dict(x):
    return OPERATIONS["f"](x)


def of_a_list(x):
    for step in STEPS:
        x = step(x)
    return x


def by_mode(x):
    return x * x if MODE == "square" else x


def by_flag(x):
    return x * x if FLAG else x


def scaled(x):
    return np.sum(SCALE * x * np.ones(2))


def to_a_power(x):
    return x**POWER


def method(x):
    return model.step(x) + child.step(x)


def attribute(x):
    return x * model.own if model.own is not None else x


def by_property(x):
    return x * x if model.twice is None else x * model.twice


def of_the_class(x):
    return Model.weight * x + Model.fixed(x) + Model.of(x)


def called(x):
    return model(x)


def made_inside(x):
    return Point(x).area() + Point(x) * 3.0


def of_a_module(x):
    return module.run(x) * module.rate


def of_a_lambda(x):
    return lam(x)


def of_a_partial(x):
    return part(x)


def of_a_decorated(x):
    return decorated(x)


def of_defaults(x):
    return with_default(x) + by_name(x)


def nested(x):
    return x * grad(none_or_number)(x)


def nested_helper(x):
    return grad(helper)(x) + jvp(helper, (x,), (1.0,))[1]


def of_a_global_that_comes(x):
    try:
        return x * LATER
    except NameError:
        return x * x


def shaped(x):
    return np.sum(np.ones(SHAPE) * x)


def of_a_builtin(x):
    return abs(x) * x


def other_step(self, x):
    return x**3 * self.own


def here(**changes):
    return lambda patch: [patch.setitem(globals(), name, value) for name, value in changes.items()]


def on(target, **changes):
    return lambda patch: [
        patch.setattr(target, name, value, raising=False) for name, value in changes.items()
    ]


CHANGES = [
    (none_or_number, here(NOTHING_YET=7.0)),
    (none_or_number, here(NOTHING_YET=7)),
    (none_or_number, here(NOTHING_YET=np.float64(7.0))),
    (nested, here(NOTHING_YET=7.0)),
    (over_a_list, here(WEIGHTS=[1.0, 2.0])),
    (over_a_list, here(WEIGHTS=(1.0, 2))),
    (over_a_list, here(WEIGHTS=np.array([1.0, 2.0]))),
    (over_a_list, lambda patch: patch.setattr(sys.modules[__name__], "WEIGHTS", [1, 2])),
    (of_items, here(WEIGHTS=[1.0])),
    (of_items, here(WEIGHTS=[1, 2.5])),
    (by_key, lambda patch: patch.setitem(TABLE, "b", 3.0)),
    (by_key, lambda patch: patch.setitem(TABLE, "a", 3)),
    (by_key, here(TABLE={"b": 1.5})),
    (calls, here(helper=cubed)),
    (calls, here(passed_on=cubed)),
    (calls, lambda patch: patch.setattr(helper, "__code__", cubed.__code__)),
    (of_a_dict, lambda patch: patch.setitem(OPERATIONS, "f", math.exp)),
    (of_a_dict, lambda patch: patch.setitem(OPERATIONS, "f", cubed)),
    (of_a_dict, here(OPERATIONS={"f": helper})),
    (of_a_list, here(STEPS=[math.exp, math.sin])),
    (by_mode, here(MODE="plain")),
    (by_flag, here(FLAG=False)),
    (by_flag, here(FLAG=None)),
    (by_flag, here(FLAG=[1])),
    (scaled, here(SCALE=np.array([1.0, 2.0]))),
    (scaled, here(SCALE=np.ones((3, 2)))),
    (scaled, here(SCALE=2)),
    (scaled, here(SCALE=np.float64(2))),
    (to_a_power, here(POWER=3)),
    (to_a_power, here(POWER=0.5)),
    (method, on(Model, step=other_step)),
    (method, on(Child, step=other_step)),
    (method, on(model, step=cubed)),
    (method, on(Model, weight=3)),
    (method, here(model=Model(3.0))),
    (method, here(model=Child())),
    (attribute, on(model, own=None)),
    (attribute, on(model, own=3)),
    (attribute, on(model, own=np.float64(3.0))),
    (attribute, here(model=types.SimpleNamespace(own=None))),
    (by_property, on(model, own=None)),
    (of_the_class, on(Model, weight=3)),
    (of_the_class, on(Model, fixed=staticmethod(cubed))),
    (of_the_class, on(Model, of=classmethod(lambda cls, x: x**2))),
    (called, on(Model, __call__=other_step)),
    (called, here(model=cubed)),
    (made_inside, on(Point, area=lambda self: self.v**3)),
    (made_inside, on(Point, __mul__=lambda self, other: self.v**2 * other)),
    (of_a_module, on(module, run=cubed)),
    (of_a_module, on(module, rate=3)),
    (of_a_module, here(module=types.SimpleNamespace(run=cubed, rate=2.0))),
    (of_a_lambda, here(lam=lambda t: t * t * t)),
    (of_a_partial, here(part=functools.partial(with_default, k=5.0))),
    (of_a_partial, here(part=functools.partial(by_name, k=5.0))),
    (of_a_decorated, here(decorated=doubled(cubed))),
    (of_a_decorated, here(decorated=cubed)),
    (of_defaults, on(with_default, __defaults__=(5.0,))),
    (of_defaults, on(with_default, __defaults__=(5,))),
    (of_defaults, on(by_name, __kwdefaults__={"k": 5.0})),
    (nested_helper, here(helper=cubed)),
    (of_a_global_that_comes, here(LATER=5.0)),
    (shaped, here(SHAPE=(2, 3))),
    (shaped, here(SHAPE=4)),
    (of_a_builtin, here(abs=cubed)),
    (of_a_builtin, here(abs=lambda x: x)),
]


def slope(f, x):
    return (f(x + H) - f(x - H)) / (2 * H)


def gradients(f, x):
    """By every operator."""
    _, pullback = vjp(f, x)
    return [
        grad(f)(x),
        value_and_grad(f)(x)[1],
        gradient(f, x),
        jvp(f, (x,), (1.0,))[1],
        jvps(f, (x,), [(1.0,)])[1][0],
        pullback(1.0)[0],
        jacobian(f)(x),
        jacfwd(f)(x),
        jacrev(f)(x),
    ]


@pytest.mark.parametrize("f, change", CHANGES, ids=[f"{f.__name__}-{i}" for i, (f, _) in enumerate(CHANGES)])
def test_the_derivative_is_that_of_the_function_as_it_is_now(f, change, monkeypatch):
    x = 1.3
    derivative = grad(f)
    before = slope(f, x)
    for _ in range(6):
        assert derivative(x) == pytest.approx(before, abs=1e-7)
    assert jvp(f, (x,), (1.0,))[1] == pytest.approx(before, abs=1e-7)
    with monkeypatch.context() as patch:
        change(patch)
        now = slope(f, x)
        for _ in range(6):
            assert derivative(x) == pytest.approx(now, abs=1e-7)
        assert jvp(f, (x,), (1.0,))[1] == pytest.approx(now, abs=1e-7)
    assert derivative(x) == pytest.approx(before, abs=1e-7)


@pytest.mark.parametrize("f, change", [CHANGES[0], CHANGES[4], CHANGES[13], CHANGES[30], CHANGES[36]])
def test_every_operator_sees_the_change(f, change, monkeypatch):
    x = 1.3
    assert gradients(f, x) == pytest.approx([slope(f, x)] * 9, abs=1e-6)
    change(monkeypatch)
    assert gradients(f, x) == pytest.approx([slope(f, x)] * 9, abs=1e-6)


def test_second_derivatives_see_the_change(monkeypatch):
    assert hessian(none_or_number)(3.0) == hvp(none_or_number, (3.0,), (1.0,))[0] == 2.0
    monkeypatch.setitem(globals(), "NOTHING_YET", 7.0)
    assert hessian(none_or_number)(3.0) == hvp(none_or_number, (3.0,), (1.0,))[0] == 0.0


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


def test_what_changes_back_is_not_compiled_again(monkeypatch, compiled):
    derivative = grad(none_or_number)
    for value in (None, 7.0) * 10:
        monkeypatch.setitem(globals(), "NOTHING_YET", value)
        assert derivative(3.0) == grad(none_or_number)(3.0) == (6.0 if value is None else 7.0)
    assert len(compiled) == 2


def test_the_value_of_a_float_may_change_without_another_derivative(monkeypatch, compiled):
    derivative = grad(scaled)
    for value in (1.0, 2.0, 3.5):
        monkeypatch.setitem(globals(), "SCALE", value)
        assert derivative(1.0) == grad(scaled)(1.0) == 2 * value
    assert len(compiled) == 1


def test_so_many_versions_are_kept():
    versions = s2sad.derivative_cache.Versions()
    for i in range(100):
        versions.add(i)
    assert 2 <= len(versions.made) < 20 and versions.made[0] == 99


def test_a_closure_cell_that_is_bound_anew():
    kept = None

    def f(x):
        return x * x if kept is None else x * kept

    def change(value):
        nonlocal kept
        kept = value

    derivative = grad(f)
    for value, expected in ((None, 6.0), (7.0, 7.0), (2, 2.0), (None, 6.0), (np.float64(4.0), 4.0)):
        change(value)
        assert derivative(3.0) == expected
        assert jvp(f, (3.0,), (1.0,))[1] == expected


def test_a_closure_cell_without_a_value_yet():
    def f(x):
        try:
            return x * late
        except NameError:
            return x * x

    derivative = grad(f)
    assert derivative(3.0) == 6.0
    late = 5.0
    assert derivative(3.0) == 5.0


def test_a_nested_function_that_is_defined_anew():
    def g(x):
        return x * x

    def f(x):
        return g(x)

    derivative = grad(f)
    assert derivative(3.0) == 6.0

    def g(x):  # noqa: F811
        return x**3

    assert derivative(3.0) == 27.0


FIRST = """
K = 2.0
def helper(x):
    return K * x
def f(x):
    return helper(x) * x
"""
SECOND = """
K = 3
def helper(x):
    return K * x * x
def f(x):
    return helper(x) * x
"""


def test_a_module_that_is_imported_anew(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    path = tmp_path / "imported_anew.py"
    path.write_text(FIRST)
    found = importlib.import_module("imported_anew")
    space = {"found": found}

    def f(x):
        return space["found"].f(x) + found.helper(x)

    def of_the_module(x):
        from imported_anew import helper as taken

        return taken(x)

    derivatives = [grad(f), grad(of_the_module), grad(found.helper)]
    assert [d(2.0) for d in derivatives[1:]] == [2.0, 2.0]
    path.write_text(SECOND + "# longer\n")
    importlib.reload(found)
    assert derivatives[1](2.0) == 3 * 2 * 2.0
    assert grad(lambda x: found.f(x))(2.0) == pytest.approx(3 * 3 * 4.0)


def test_names_of_the_library_that_the_user_gives_another_meaning(monkeypatch):
    derivative = grad(to_a_power)
    assert derivative(1.5) == 3.0
    monkeypatch.setitem(globals(), "math", None)
    monkeypatch.setitem(globals(), "POWER", 3)
    assert derivative(1.5) == pytest.approx(3 * 1.5**2)
    assert derivative(np.array([1.5]).item()) == pytest.approx(3 * 1.5**2)


def test_a_function_whose_code_is_replaced_as_reloading_does():
    def f(x):
        return x * x

    def other(x):
        return x * x * x

    derivative = grad(f)
    assert derivative(2.0) == 4.0
    f.__code__ = other.__code__
    assert derivative(2.0) == 12.0


def test_a_refusal_is_made_again_where_it_holds_no_longer(monkeypatch):
    derivative = grad(calls)
    assert derivative(1.0) == pytest.approx(6.0)
    with monkeypatch.context() as patch:
        patch.setitem(globals(), "helper", np.linalg.matrix_rank)
        with contextlib.suppress(Exception):
            derivative(1.0)
    assert derivative(1.0) == pytest.approx(6.0)


main, general, missing, found, right, holds = 2.0, 3.0, 4.0, 5.0, 6.0, 7.0


def of_names_like_those_of_the_dispatch(x):
    return x * main * general * missing * found * right * holds


def with_a_parameter_named_as_a_global_of_its_callee(FACTOR):
    return of_the_factor(FACTOR)


def of_the_factor(x):
    return x * FACTOR


@pytest.mark.parametrize(
    "f, name",
    [
        (of_names_like_those_of_the_dispatch, "main"),
        (of_names_like_those_of_the_dispatch, "right"),
        (with_a_parameter_named_as_a_global_of_its_callee, "FACTOR"),
        (of_the_factor, "FACTOR"),
    ],
)
def test_names_that_the_way_into_a_derivative_uses_too(f, name, monkeypatch):
    derivative = grad(f)
    for value in (2.0, 3, np.float64(0.5), None, 4.0, "gone", 2.5):
        with monkeypatch.context() as patch:
            if value == "gone":
                patch.delitem(globals(), name)
            else:
                patch.setitem(globals(), name, value)
            if value is None or value == "gone":
                for _ in range(5):
                    with pytest.raises((TypeError, NameError)):
                        derivative(1.3)
            else:
                for _ in range(5):
                    assert derivative(1.3) == pytest.approx(slope(f, 1.3), abs=1e-5)


class Above:
    def __init__(self, weight=2.0):
        self.weight = weight

    def step(self, x):
        return self.weight * x * x


class Below(Above):
    def step(self, x):
        return super().step(x) * x


below = Below()


def of_super(x):
    return below.step(x)


def test_super_of_an_object_that_lives_outside(monkeypatch):
    derivative = grad(of_super)
    assert derivative(1.3) == pytest.approx(slope(of_super, 1.3), abs=1e-6)
    monkeypatch.setattr(below, "weight", 3)
    assert derivative(1.3) == pytest.approx(slope(of_super, 1.3), abs=1e-6)
    monkeypatch.setattr(Above, "step", lambda self, x: self.weight * x)
    assert derivative(1.3) == pytest.approx(slope(of_super, 1.3), abs=1e-6)
    monkeypatch.setitem(globals(), "below", Above(5.0))
    assert derivative(1.3) == pytest.approx(slope(of_super, 1.3), abs=1e-6)


POINT = np.array([0.3, -0.5, 0.8])
REDUCTIONS = (np.add.reduce, np.multiply.reduce, np.maximum.reduce)
BY_NAME = {"reduce": np.add.reduce}


def reducing(reduce):
    return lambda x: reduce(x * x) * 2.0


def reducing_by_default(reduce):
    def f(x, by=reduce):
        return by(x * x) * 2.0

    return f


def out_of_a_table(x):
    return BY_NAME["reduce"](x * x) * 2.0


def slopes(function):
    return [(function(POINT + h) - function(POINT - h)) / 2e-6 for h in 1e-6 * np.eye(3)]


@pytest.mark.parametrize("made", [reducing, reducing_by_default])
def test_methods_of_two_ufuncs_of_one_name_are_two_functions(made):
    for reduce in (*REDUCTIONS, *REDUCTIONS):
        assert s2sad.grad(made(reduce))(POINT) == pytest.approx(slopes(made(reduce)), abs=1e-7)


def test_where_one_takes_the_place_of_another(monkeypatch):
    gradient = s2sad.grad(out_of_a_table)
    for reduce in REDUCTIONS:
        monkeypatch.setitem(BY_NAME, "reduce", reduce)
        assert gradient(POINT) == pytest.approx(slopes(out_of_a_table), abs=1e-7)


def test_sums_at_indices_are_no_differences():
    def written(at):
        def f(x):
            u = x.copy()
            at(u, [0, 0, 2], x[1:2] * 2.0)
            return np.sum(u * u)

        return f

    for at in (np.add.at, np.subtract.at):
        assert s2sad.grad(written(at))(POINT) == pytest.approx(slopes(written(at)), abs=1e-7)
