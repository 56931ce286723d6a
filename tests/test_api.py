"""The public functions: how they are called, what they return, and what the returned objects tell of themselves."""

import collections
import copy
import functools
import inspect
import linecache
import math
import pickle
import sys
import threading
import traceback
import typing

import pytest

import s2sad
from s2sad import grad, gradient, hessian, hvp, jvp, jvps, value_and_grad, vjp


def product(x, y, z):
    """x y z**2"""
    return x * y * z * z


def energy(x, y, *, scale=2.0):
    return scale * x * x * y


# ------------------------------------------------------------------------------------------------------ argnums


@pytest.mark.parametrize(
    ("argnums", "wanted"),
    [
        (0, 48.0),
        (1, 32.0),
        (2, 48.0),
        (-1, 48.0),
        (-3, 48.0),
        ("y", 32.0),
        ((0,), (48.0,)),
        ((0, 1), (48.0, 32.0)),
        ((1, 0), (32.0, 48.0)),
        ((2, 0, 1), (48.0, 48.0, 32.0)),
        ((-1, 0), (48.0, 48.0)),
        (("z", "x"), (48.0, 48.0)),
        ((0, "y"), (48.0, 32.0)),
        ([0, 1], (48.0, 32.0)),
        ((), ()),
    ],
)
def test_argnums(argnums, wanted):
    assert grad(product, argnums)(2.0, 3.0, 4.0) == wanted
    assert value_and_grad(product, argnums)(2.0, 3.0, 4.0) == (96.0, wanted)


def test_names_of_keyword_only_parameters():
    assert grad(energy, "scale")(3.0, 5.0, scale=1.0) == 45.0
    assert grad(energy, ("y", "scale"))(3.0, 5.0, scale=1.0) == (9.0, 45.0)


def test_a_differentiated_parameter_that_has_its_default():
    def f(x, y=3.0):
        return x * y * y

    assert grad(f, 1)(2.0) == 12.0
    assert grad(f, (0, 1))(2.0) == (9.0, 12.0)
    assert grad(f, "y")(2.0) == 12.0
    assert grad(energy, "scale")(3.0, 5.0) == 45.0


@pytest.mark.parametrize("argnums", [3, -4, "w", (0, 3), ("x", "w")])
def test_argnums_that_are_out_of_range(argnums):
    with pytest.raises(s2sad.ArgumentIndexError) as found:
        grad(product, argnums)(2.0, 3.0, 4.0)
    assert isinstance(found.value, ValueError)
    assert "product" in str(found.value)


# --------------------------------------------------------------------------------------------------- decorators


@grad
def bare(x):
    """A cube."""
    return x**3


@grad(argnums=(0, 1))
def with_argnums(x, y):
    return x * x * y


@value_and_grad(argnums="y")
def with_a_name(x, y):
    return x * x * y


@functools.partial(value_and_grad, argnums=1)
def by_partial(x, y):
    return x * y * y


def test_decorators():
    assert bare(2.0) == 12.0
    assert with_argnums(2.0, 3.0) == (12.0, 4.0)
    assert with_a_name(2.0, 3.0) == (12.0, 4.0)
    assert by_partial(2.0, 3.0) == (18.0, 12.0)


class Model:
    rate = 2.0

    @staticmethod
    @grad
    def static(x):
        return x**3

    @grad(argnums=1)
    def method(self, x):
        return self.rate * x * x

    def value(self, x):
        return self.rate * x**3

    def slope(self, x):
        return grad(self.value)(x)

    @classmethod
    def of_class(cls, x):
        return cls.rate * x * x

    def __call__(self, x):
        return self.rate * math.sin(x)


def test_methods():
    model = Model()
    assert Model.static(2.0) == 12.0
    assert model.static(2.0) == 12.0
    assert model.method(3.0) == 12.0
    assert Model.method(model, 3.0) == 12.0
    assert model.slope(2.0) == 24.0
    assert grad(model.value)(2.0) == 24.0
    assert grad(Model.of_class)(3.0) == 12.0
    assert grad(Model.value, argnums=1)(model, 2.0) == 24.0


def test_an_object_that_can_be_called():
    assert grad(Model())(0.0) == 2.0


def test_a_changed_object():
    model = Model()
    slope = grad(model.value)
    assert slope(1.0) == 6.0
    model.rate = 5.0
    assert slope(1.0) == 15.0


# ------------------------------------------------------------------------------------------------ ways of calling


def options(x, y=3.0, *rest, scale=1.0, **others):
    total = scale * x * y
    for value in rest:
        total = total * value
    return total + sum(others.values()) * x


def test_keywords_and_defaults():
    slope = grad(options)
    assert slope(2.0) == 3.0
    assert slope(2.0, 5.0) == 5.0
    assert slope(x=2.0, y=5.0) == 5.0
    assert slope(2.0, scale=4.0) == 12.0
    assert slope(2.0, 5.0, 7.0, 2.0) == 70.0
    assert slope(2.0, 5.0, 7.0, scale=2.0, bias=1.0, other=2.0) == 73.0


def test_gradients_by_extra_arguments():
    assert grad(options, (0, 2, 3))(2.0, 5.0, 7.0, 3.0) == (105.0, 30.0, 70.0)


def test_keywords_in_another_order():
    slope = grad(product, ("x", "z"))
    assert slope(z=4.0, x=2.0, y=3.0) == (48.0, 48.0)
    assert slope(2.0, z=4.0, y=3.0) == (48.0, 48.0)


def test_wrong_arguments_are_the_type_error_of_the_plain_call():
    for args, kwargs in [((1.0,), {}), ((1.0, 2.0, 3.0, 4.0), {}), ((1.0, 2.0, 3.0), {"w": 1.0})]:
        with pytest.raises(TypeError) as plain:
            product(*args, **kwargs)
        with pytest.raises(TypeError) as ours:
            grad(product)(*args, **kwargs)
        assert not isinstance(ours.value, s2sad.DifferentiationError)
        assert plain.value.args[0].partition("()")[0] in ("product", ours.value.args[0]) or ours.value.args


def test_a_wrong_call_after_a_right_one():
    slope = grad(product)
    assert slope(1.0, 1.0, 1.0) == 1.0
    with pytest.raises(TypeError):
        slope(1.0, 1.0)
    with pytest.raises(TypeError):
        slope(1.0, 1.0, 1.0, 1.0)
    with pytest.raises(s2sad.NotANumber):
        slope("1.0", 1.0, 1.0)
    assert slope(1.0, 1.0, 1.0) == 1.0


def test_other_kinds_in_later_calls():
    def f(x, n):
        return x ** n if not isinstance(x, (list, tuple)) else x[0] ** n * x[1]

    slope = grad(f)
    assert slope(3.0, 2) == 6.0
    assert slope(3, 2) == 6.0
    assert slope(3.0, 2.0) == 6.0
    assert slope([3.0, 5.0], 2) == [30.0, 9.0]
    assert slope((3.0, 5.0), 2) == (30.0, 9.0)
    assert slope((3, 5), 2) == (30.0, 9.0)
    assert slope(3.0, 2) == 6.0


def test_optional_arguments_of_several_kinds():
    def f(x, weight=None, name="plain"):
        if weight is None:
            weight = 2.0
        return x * x * weight if name == "plain" else x

    slope = grad(f)
    assert [slope(3.0), slope(3.0, None), slope(3.0, 1.0), slope(3.0, 1.0, "other")] == [12.0, 12.0, 6.0, 1.0]
    assert slope(3.0, name="other") == 1.0


def test_ints_are_floats_in_every_function():
    assert grad(product)(2, 3, 4) == 48.0
    assert gradient(product, 2, 3, 4) == (48.0, 32.0, 48.0)
    assert jvp(product, (2, 3, 4), (1.0, 0.0, 0.0))[1] == 48.0
    assert jvp(product, (2, 3, 4), (1, 0, 0))[1] == 48.0
    assert hvp(product, (2, 3, 4), (1.0, 0.0, 0.0)) == (0.0, 16.0, 24.0)
    assert isinstance(grad(product)(2, 3, 4), float)


# --------------------------------------------------------------------------------------------------- containers


class Point(typing.NamedTuple):
    x: float
    y: float


def test_the_gradient_has_the_structure_of_the_argument():
    assert grad(lambda p: p[0] * p[1])([2.0, 3.0]) == [3.0, 2.0]
    assert grad(lambda p: p[0] * p[1])((2.0, 3.0)) == (3.0, 2.0)
    assert grad(lambda p: p["a"] * p["b"])({"a": 2.0, "b": 3.0}) == {"a": 3.0, "b": 2.0}
    assert grad(lambda p: p[0][1] * p[1][0])([[1.0, 2.0], [3.0]]) == [[0.0, 3.0], [2.0]]
    assert grad(lambda p: p["a"][1] * p["b"][0])({"a": (1.0, 2.0), "b": (3.0, 1.0)}) == {
        "a": (0.0, 3.0),
        "b": (2.0, 0.0),
    }


def test_a_list_of_unlike_containers():
    assert grad(lambda p: p[0][1] * p[1]["a"][0])([(1.0, 2.0), {"a": [3.0]}]) == [(0.0, 3.0), {"a": [2.0]}]


def test_a_named_tuple():
    found = grad(lambda p: p.x * p.x * p.y)(Point(2.0, 3.0))
    assert found == Point(12.0, 4.0)
    assert isinstance(found, Point)


def test_a_named_tuple_by_index():
    found = grad(lambda p: p[0] * p[0] * p[1])(Point(2.0, 3.0))
    assert (found, type(found)) == (Point(12.0, 4.0), Point)


def test_unpacked_containers():
    def f(point, weights):
        x, y = point
        first, *rest = weights
        return x * y * first + sum(rest) * x

    assert grad(f, (0, 1))((2.0, 3.0), [1.0, 5.0, 7.0]) == ((15.0, 2.0), [6.0, 2.0, 2.0])


def test_what_is_no_number_in_a_container_has_none():
    def f(settings):
        return settings["x"] ** settings["n"] if settings["name"] == "power" else 0.0

    found = grad(f)({"x": 3.0, "n": 2, "name": "power"})
    assert found["x"] == 6.0
    assert found["name"] is None


def test_arguments_are_not_changed():
    xs = [2.0, 3.0]
    table = {"a": 1.0}

    def f(xs, table):
        ys = xs + [4.0]
        return ys[0] * ys[1] * ys[2] * table["a"]

    found = grad(f, (0, 1))(xs, table)
    assert found == ([12.0, 8.0], {"a": 24.0})
    assert (xs, table) == ([2.0, 3.0], {"a": 1.0})


def test_gradients_are_new_objects():
    xs = [2.0, 3.0]
    slope = grad(lambda p, q: p[0] * q[0] + p[1], (0, 1))
    first, second = slope(xs, xs)
    first[0] = 100.0
    assert xs == [2.0, 3.0]
    assert second == [2.0, 0.0]
    assert slope(xs, xs) == ([2.0, 1.0], [2.0, 0.0])


def test_containers_as_results_of_pullbacks_and_tangents():
    def f(x, y):
        return {"sum": x + y, "list": [x * y, x]}

    value, pullback = vjp(f, 2.0, 3.0)
    assert value == {"sum": 5.0, "list": [6.0, 2.0]}
    assert pullback({"sum": 1.0, "list": [0.0, 0.0]}) == (1.0, 1.0)
    assert pullback({"sum": 0.0, "list": [1.0, 10.0]}) == (13.0, 2.0)
    assert jvp(f, (2.0, 3.0), (1.0, 0.0)) == (value, {"sum": 1.0, "list": [3.0, 1.0]})


# ---------------------------------------------------------------------------------------- jvp, vjp, hvp, gradient


def test_jvp():
    assert jvp(product, (2.0, 3.0, 4.0), (1.0, 10.0, 100.0)) == (96.0, 48.0 + 320.0 + 4800.0)
    assert jvp(product, (2.0, 3.0, 4.0), (1.0, None, None)) == (96.0, 48.0)
    assert jvp(product, [2.0, 3.0, 4.0], [None, None, 1.0]) == (96.0, 48.0)


def test_jvp_of_several_results():
    def f(x):
        return x * x, (math.sin(x), [x])

    value, tangent = jvp(f, (2.0,), (10.0,))
    assert value == f(2.0)
    assert tangent == (40.0, (10.0 * math.cos(2.0), [10.0]))


def test_jvp_needs_a_tangent_for_each_primal():
    with pytest.raises(TypeError, match="3 primals but 2 tangents"):
        jvp(product, (2.0, 3.0, 4.0), (1.0, 1.0))


def test_several_tangents_at_once():
    calls = []

    def f(x, y):
        calls.append(1)
        return x * x * y, math.sin(y)

    value, tangents = jvps(f, (2.0, 3.0), [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0)])
    assert value == (12.0, math.sin(3.0))
    assert tangents == [(12.0, 0.0), (4.0, math.cos(3.0)), (16.0, math.cos(3.0))]
    assert calls == [1]


def test_several_tangents_agree_with_single_ones():
    def f(x, y, n):
        for k in range(n):
            if x > y:
                x, y = y, x * math.cos(y)
            else:
                x = x * x + k * y
        return x * y + math.sqrt(abs(y) + 1.0)

    directions = [(1.0, 0.0, None), (0.0, 1.0, None), (-2.0, 0.5, None)]
    value, tangents = jvps(f, (0.7, 1.3, 4), directions)
    singles = [jvp(f, (0.7, 1.3, 4), direction) for direction in directions]
    assert value == singles[0][0]
    assert tangents == pytest.approx([tangent for _, tangent in singles], rel=1e-14)


def test_a_pullback_may_be_called_again():
    value, pullback = vjp(product, 2.0, 3.0, 4.0)
    assert value == 96.0
    assert pullback(1.0) == (48.0, 32.0, 48.0)
    assert pullback(2.0) == (96.0, 64.0, 96.0)
    assert pullback(1.0) == (48.0, 32.0, 48.0)


def test_a_pullback_through_loops_may_be_called_again():
    def f(xs, n):
        total = 1.0
        kept = []
        for k in range(n):
            for x in xs:
                total = total * math.sin(x + k)
            kept.append(total)
        return sum(kept) * total

    _, pullback = vjp(f, [0.5, 1.5], 3)
    first = pullback(1.0)
    second = pullback(1.0)
    assert first == second
    assert first[1] is None
    assert first[0] == pytest.approx(grad(f)([0.5, 1.5], 3), rel=1e-14)


def test_two_pullbacks_do_not_disturb_each_other():
    _, one = vjp(product, 2.0, 3.0, 4.0)
    _, other = vjp(product, 1.0, 1.0, 1.0)
    assert one(1.0) == (48.0, 32.0, 48.0)
    assert other(1.0) == (1.0, 1.0, 2.0)
    assert one(1.0) == (48.0, 32.0, 48.0)


def test_a_pullback_of_several_results():
    def f(x, y):
        return x * y, (x + y, -x)

    value, pullback = vjp(f, 2.0, 3.0)
    assert value == (6.0, (5.0, -2.0))
    assert pullback((1.0, (0.0, 0.0))) == (3.0, 2.0)
    assert pullback((0.0, (1.0, 1.0))) == (0.0, 1.0)
    with pytest.raises(TypeError, match="cotangent"):
        pullback((1.0, (0.0, 0.0), 2.0))


def test_what_is_not_differentiated_has_no_adjoint():
    _, pullback = vjp(lambda x, n, name: x**n, 3.0, 2, "name")
    assert pullback(1.0) == (6.0, None, None)


def test_gradient():
    assert gradient(lambda x: x * x, 3.0) == 6.0
    assert gradient(product, 2.0, 3.0, 4.0) == (48.0, 32.0, 48.0)
    assert gradient(lambda p, w: p[0] * p[1] * w, [2.0, 3.0], 5.0) == ([15.0, 10.0], 6.0)


def test_hvp():
    def f(x, y):
        return x**3 * y + math.sin(y)

    assert hvp(f, (2.0, 3.0), (1.0, 0.0)) == (36.0, 12.0)
    assert hvp(f, (2.0, 3.0), (0.0, 1.0)) == (12.0, -math.sin(3.0))
    assert hvp(f, (2.0, 3.0), (1.0, None)) == (36.0, None)


def test_hvp_of_containers():
    def f(p):
        return p[0] * p[0] * p[1]

    assert hvp(f, ([2.0, 3.0],), ([1.0, 0.0],)) == ([6.0, 4.0],)


def test_a_function_of_no_moving_argument():
    assert vjp(lambda n: n + 1, 3)[1](1.0) == (None,)


# --------------------------------------------------------------------------------------------- what objects tell


def test_names_and_documentation():
    slope = grad(product)
    assert slope.__name__ == "product"
    assert slope.__qualname__ == product.__qualname__
    assert slope.__doc__ == "x y z**2"
    assert slope.__module__ == __name__
    assert slope.__wrapped__ is product
    assert slope.primal is product
    assert inspect.signature(slope) == inspect.signature(product)


def test_repr():
    assert "grad" in repr(grad(product)) and "product" in repr(grad(product)) and "0" in repr(grad(product))
    assert "value_and_grad" in repr(value_and_grad(product, ("x", "y"))) and "'y'" in repr(grad(product, "y"))
    assert "partial" in repr(grad(functools.partial(product, 1.0)))


def test_source_before_the_first_call():
    slope = grad(product)
    assert "def product_grad(x, y, z):" in slope.source
    space: dict = {}
    exec(slope.source, space)
    assert space["product_grad"](2.0, 3.0, 4.0) == 48.0


def test_source_of_a_tuple_argument_by_its_annotation():
    def f(xs: list, n: int):
        return sum(xs) * n

    assert "f_grad" in grad(f).source


def test_wengert_and_emit():
    assert s2sad.wengert(product).ir.startswith("function product(x, y, z)")
    assert grad(product, (0, 1, 2)).wengert.ir == s2sad.wengert(product).ir
    assert "product_jvp" in s2sad.emit(product, mode="forward")
    assert "product_grad" in s2sad.emit(product)
    assert s2sad.emit(product, argnums="y") == grad(product, "y").source


def test_emit_refuses_unknown_modes_and_styles():
    with pytest.raises(ValueError, match="mode"):
        s2sad.emit(product, mode="sideways")
    with pytest.raises(ValueError, match="style"):
        s2sad.emit(product, style="flattened")


def test_emit_for_chosen_parameters():
    def f(x, name="plain", w=1.0):
        return x * w * w

    space: dict = {}
    exec(s2sad.emit(f, argnums="w"), space)
    assert space["f_grad"](3.0, w=2.0) == 12.0
    exec(s2sad.emit(f), space)
    assert space["f_grad"](3.0, "plain", 2.0) == (4.0, 12.0)


def test_styles_give_the_same_numbers():
    args = (0.3, 1.7, 2.9)
    assert grad(product, (0, 1, 2), style="flat")(*args) == grad(product, (0, 1, 2))(*args)


def test_getsource_of_a_derivative():
    def f(x: float) -> float:
        return x * math.sin(x)

    slope = grad(f)
    assert "return x * math.sin(x)" in inspect.getsource(slope)  # there is no other text yet
    assert slope(0.5) == pytest.approx(0.5 * math.cos(0.5) + math.sin(0.5))
    assert inspect.getsource(slope).startswith("def f_grad(x")
    assert inspect.getsource(slope) in slope.source
    assert inspect.signature(slope) == inspect.signature(f)
    assert "fun" in inspect.signature(type(slope)).parameters


@grad
def decorated(x, y=2.0):
    return x * x * y


@hessian
def decorated_twice(x):
    return x**3


class Decorated:
    @grad(argnums=("x",))
    def slope(x):
        return x * x


@pytest.mark.parametrize("made", [decorated, decorated_twice, Decorated.slope])
def test_what_a_decorator_made_pickles_by_its_name(made):
    assert pickle.loads(pickle.dumps(made)) is made
    assert copy.deepcopy(made) is made
    made(1.5)
    assert pickle.loads(pickle.dumps(made)) is made
    assert pickle.loads(pickle.dumps([made, grad(product)]))[0] is made


def test_getsource_of_the_emitted_function():
    def f(x):
        return x * math.sin(x)

    slope = grad(f)
    text = inspect.getsource(slope.emitted)
    assert text.startswith("def f_grad(x):")
    assert text in slope.source
    assert slope.emitted(0.5) == slope(0.5)


def fails(x):
    y = x - 1.0
    z = 2.0 * y
    return x / z


def test_the_lines_that_are_shown_are_those_that_run():
    slope = value_and_grad(fails)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError) as found:
            slope(1.0)
        last = traceback.extract_tb(found.value.__traceback__)[-1]
        assert last.line == linecache.getline(last.filename, last.lineno).strip()
        assert "/ z" in last.line
        lines = slope.source.splitlines()
    assert lines[last.lineno - 1].strip() == last.line


def test_source_does_not_change_what_runs():
    slope = grad(lambda x: x * math.exp(x))
    before = slope(0.7)
    code = slope.emitted.__code__
    assert slope.source
    assert slope(0.7) == before
    assert slope.emitted.__code__.co_filename == code.co_filename


# ------------------------------------------------------------------------------------------------ pickle, threads


def test_pickling():
    for derivative in (grad(product), grad(product, ("x", "z")), value_and_grad(product, style="flat")):
        derivative(2.0, 3.0, 4.0)
        again = pickle.loads(pickle.dumps(derivative))
        assert again(2.0, 3.0, 4.0) == derivative(2.0, 3.0, 4.0)
        assert repr(again) == repr(derivative)


def test_pickling_a_decorated_function_fails_as_it_does_for_any_decorator():
    with pytest.raises((pickle.PicklingError, AttributeError, TypeError)):
        pickle.dumps(grad(lambda x: x))


def heavy(x, n):
    total = x
    for k in range(n):
        total = math.sin(total) * x + k if total < 3.0 else total * 0.5
    return total


def in_threads(action, count=8):
    barrier = threading.Barrier(count)
    found: list = []
    errors: list = []

    def run(number):
        try:
            barrier.wait()
            for _ in range(5):
                found.append((number, action(number)))
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert errors == []
    return found


def test_threads_that_make_the_same_derivative():
    slope = grad(heavy)
    wanted = [grad(heavy)(0.1 * number, 6) for number in range(8)]
    for number, found in in_threads(lambda number: slope(0.1 * number, 6)):
        assert found == wanted[number]


def test_threads_with_arguments_of_several_kinds():
    def f(x, n):
        return x[0] ** n if isinstance(x, list) else x**n

    slope = grad(f)
    kinds = [3.0, [3.0], 3, [3]] * 2
    wanted = [grad(f)(argument, 2) for argument in kinds]
    for number, found in in_threads(lambda number: slope(kinds[number], 2)):
        assert found == wanted[number]


def test_threads_that_ask_for_the_source():
    slope = grad(heavy)
    plain = grad(heavy)(0.3, 6)

    def action(number):
        return len(slope.source) > 0 if number % 2 else slope(0.3, 6)

    for number, found in in_threads(action):
        assert found == (True if number % 2 else plain)


def test_threads_with_tangents_and_pullbacks():
    wanted = jvp(heavy, (0.3, 6), (1.0, None))

    def action(number):
        if number % 2:
            return jvp(heavy, (0.3, 6), (1.0, None))[1]
        return vjp(heavy, 0.3, 6)[1](1.0)[0]

    for _, found in in_threads(action):
        assert found == pytest.approx(wanted[1], rel=1e-14)


# ----------------------------------------------------------------------------------------------------- odd things


def test_functions_as_arguments():
    def twice(f, x):
        return f(f(x))

    slope = grad(twice, 1)
    assert slope(math.sin, 0.5) == pytest.approx(math.cos(math.sin(0.5)) * math.cos(0.5))
    assert slope(lambda x: x * x, 0.5) == pytest.approx(4.0 * 0.5**3)
    assert slope(math.exp, 0.0) == pytest.approx(math.e)


def test_a_tangent_through_a_function_with_a_default_that_is_known_at_run_time():
    table = {"power": lambda t, power=2: t**power}
    assert grad(lambda x, name: table[name](x))(3.0, "power") == 6.0
    assert jvp(lambda x, name: table[name](x), (3.0, "power"), (1.0, None)) == (9.0, 6.0)


def test_functions_made_anew_for_every_call():
    def apply(f, x):
        return f(x)

    slope = grad(apply, 1)
    assert [slope(lambda x, k=k: x * k, 1.0) for k in (1.0, 2.0, 3.0)] == [1.0, 2.0, 3.0]


def test_objects_are_passed_through():
    Settings = collections.namedtuple("Settings", "scale name")
    slope = grad(lambda x, settings, other: x * settings.scale)
    assert slope(2.0, Settings(3.0, "a"), object()) == 3.0
    assert slope(2.0, Settings(3, None), [object()]) == 3.0


def test_partials():
    assert grad(functools.partial(product, y=3.0, z=4.0))(2.0) == 48.0
    assert grad(functools.partial(product, 2.0, 3.0))(4.0) == 48.0


def test_library_functions():
    assert grad(math.sin)(0.0) == 1.0
    assert grad(math.hypot, (0, 1))(3.0, 4.0) == (0.6, 0.8)
    assert jvp(math.exp, (0.0,), (2.0,)) == (1.0, 2.0)
    assert vjp(math.log, 2.0)[1](1.0) == (0.5,)


def test_what_is_no_function():
    for what in (2.5, "f", None, [1.0]):
        with pytest.raises(s2sad.NotCallable):
            grad(what, 0) if what is not None else jvp(what, (1.0,), (1.0,))
