"""What the source of a function tells of calls that get nothing active, against what the calls do."""

import numpy as np
import pytest
from scipy.optimize import minimize

import s2sad
from s2sad.ad.call_summaries import Outside
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Ref
from s2sad.rules.book import STANDARD
from s2sad.rules.view import View

VECTOR, MATRIX = K.array_kind(K.FLOAT, 1), K.array_kind(K.FLOAT, 2)
BUFFER = np.zeros(3)


def outer(x):
    return np.outer(x, x)


def part(x):
    return x[1:]


def same(x):
    return x


def scaled_in_place(x):
    x *= 2.0
    return np.sum(x)


def through_another(x):
    scaled_in_place(x)
    return 1.0


def weights(n):
    ones = np.ones(n)
    return ones, ones / n


def second_is_written(x, y):
    y[0] = x[0]
    return x + y


def fills_the_buffer(x):
    BUFFER[:] = x
    return x * 2.0


def gives_the_buffer(x):
    return BUFFER


def fails(x):
    raise ValueError(x)


@pytest.mark.parametrize("function", [outer, part, same, scaled_in_place, through_another, second_is_written])
def test_what_comes_out_is_what_the_call_gives(function):
    count = function.__code__.co_argcount
    found = Outside(View(STANDARD))(Ref("f", function), (VECTOR,) * count)
    args = [np.arange(3.0) + 1.0 + i for i in range(count)]
    before = [arg.copy() for arg in args]
    result = function(*args)
    assert K.is_array(found.kind) == isinstance(result, np.ndarray)
    if isinstance(result, np.ndarray):
        assert found.kind.ndim == result.ndim
    assert found.shared == tuple(i for i, arg in enumerate(args) if np.shares_memory(arg, result))
    changed = tuple(i for i, (arg, old) in enumerate(zip(args, before)) if np.any(arg != old))
    assert found.written == changed


def test_arguments_by_name_are_counted_after_the_others():
    found = Outside(View(STANDARD))(Ref("f", second_is_written), (VECTOR,), (("y", VECTOR),))
    assert found.written == (1,)
    by_name = Outside(View(STANDARD))(Ref("f", second_is_written), (), (("y", VECTOR), ("x", VECTOR)))
    assert by_name.written == (0,)


@pytest.mark.parametrize("function", [fails, np.sum, len])
def test_of_what_nothing_has_to_be_looked_up(function):
    assert Outside(View(STANDARD))(Ref("f", function), (VECTOR,)) is None


def test_the_memory_outside_that_is_written_and_given():
    outside = Outside(View(STANDARD))
    written, returned = outside.memory_of_call(fills_the_buffer, (VECTOR,))
    assert {place for _, place in written} == {id(BUFFER)} and not returned
    written, returned = outside.memory_of_call(gives_the_buffer, (VECTOR,))
    assert not written and id(BUFFER) in {place for _, place in returned}


class Counter:
    def __init__(self):
        self.n = 0

    def up(self):
        self.n += 1

    def double(self):
        return 2 * self.n

    def around(self, k):
        return self.back(k)

    def back(self, k):
        self.up()
        return self.around(k - 1) if k else self.n


@pytest.mark.parametrize("name, writes", [("up", True), ("double", False), ("around", True), ("back", True)])
def test_which_methods_only_read(name, writes):
    assert Outside(View(STANDARD), classes=[Counter]).method_may_write(name) is writes
    one = Counter()
    getattr(one, name)(*[1] * (getattr(Counter, name).__code__.co_argcount - 1))
    assert (one.n != 0) is writes


def writes_at_last(x, k):
    reads_itself(x, k)
    x[0] = 1.0


def reads_itself(x, k):
    return writes_at_last(x, k - 1) if k else 0


def test_what_was_found_on_the_way_to_a_function_that_writes_is_forgotten():
    outside = Outside(View(STANDARD))
    assert not outside.only_reads(writes_at_last)
    assert not outside.only_reads(reads_itself)
    assert outside.only_reads(outer)


class Scaled:
    def __init__(self):
        self.by = 2.0

    def times(self, x):
        return x * self.by

    def fill(self, x):
        x[:] = self.by


def test_a_method_is_that_of_its_object_and_arguments_are_counted_without_it():
    outside, one = Outside(View(STANDARD)), Scaled()
    found = outside(Ref("one.times", one.times), (MATRIX,))
    assert found.written == () and found.shared == ()
    assert outside(Ref("one.fill", one.fill), (MATRIX,)).written == (0,)


def test_what_is_made_of_numbers_alone_is_told():
    outside = Outside(View(STANDARD))
    told = outside(Ref("weights", weights), (K.INT,))
    assert told.kind == K.tuple_kind((VECTOR, VECTOR)) and told.written == ()


def test_nothing_is_told_of_calls_that_are_not_reached():
    outside = Outside(View(STANDARD))
    assert outside(Ref("second_is_written", second_is_written), (VECTOR, K.BOTTOM)) is None
    assert outside.memory_of_call(fills_the_buffer, (K.BOTTOM,)) == (frozenset(), frozenset())


class Grid:
    def __init__(self, width):
        self.width = width

    @property
    def step(self):
        return self.width / 4

    def points(self):
        return np.arange(3) * self.step


grid = Grid(2.0)


def on_the_grid(x):
    return np.sum(x * grid.points()) * grid.step


def test_properties_are_looked_into():
    gradient = s2sad.grad(on_the_grid)
    np.testing.assert_allclose(gradient(np.ones(3)), np.arange(3) * 0.25)
    assert "numbers_like" not in gradient.source


def test_another_receiver_of_other_kinds_is_looked_into_anew():
    global grid
    gradient, before = s2sad.grad(on_the_grid), grid
    try:
        gradient(0.5)
        grid = Grid(np.array([1.0, 2.0, 4.0]))
        with pytest.raises(TypeError, match="1-d array"):
            gradient(0.5)
        grid.width = 8.0
        np.testing.assert_allclose(gradient(0.5), 3 * 2.0 * 2.0)  # (0 + 1 + 2) steps of 2, times a step
    finally:
        grid = before


class Scale:
    def __init__(self, width):
        self.width = width

    @property
    def double(self):
        return self.width * 2

    def times(self, n):
        return self.width * n


scale, TABLE = Scale(2.0), {"width": 2.0}


def widened(table):
    table["width"] = np.ones(3)


def doubled():
    return TABLE["width"] * 2


def by_a_property(x):
    scale.width = np.ones(3)
    y = x * scale.double
    return np.dot(y, y)


def by_a_method(x):
    scale.width = np.ones(3)
    y = x * scale.times(2)
    return np.dot(y, y)


def by_a_function(x):
    widened(TABLE)
    y = x * doubled()
    return np.dot(y, y)


@pytest.mark.parametrize("function", [by_a_property, by_a_method, by_a_function])
def test_what_is_read_outside_may_get_another_kind_meanwhile(function):
    scale.width = TABLE["width"] = 2.0
    assert s2sad.grad(function)(0.5) == pytest.approx(2 * 3 * 4 * 0.5)


def size_of(n):
    return 0.5 * n


def sized(x):
    total = 0.0
    for k in range(3):
        total += size_of(k) * x * x
    return total


def test_what_was_found_while_lowering_is_known_when_the_list_is_differentiated(monkeypatch):
    asked = []
    found = Outside.found
    monkeypatch.setattr(Outside, "found", lambda self, fn, *args: asked.append(fn) or found(self, fn, *args))
    assert s2sad.grad(sized)(0.7) == pytest.approx(2.1)
    assert asked == [size_of]


def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)


def halved_again(s, n=3):
    return s if n == 0 else 0.5 * halved_again(s, n - 1) + 1.0


def from_an_int(n):
    return 0 if n < 1 else from_an_int(n - 1) + 0.5


def even(n):
    return 1.0 if n == 0 else odd(n - 1)


def odd(n):
    return 0.5 if n == 0 else even(n - 1)


def turned(n):
    return 1.0 if n == 0 else turned(n - 1) * 1j


@pytest.mark.parametrize(
    ("function", "given", "kind"),
    [
        (factorial, (K.INT,), K.INT),
        (halved_again, (K.FLOAT, K.INT), K.FLOAT),
        (from_an_int, (K.INT,), K.FLOAT),
        (even, (K.INT,), K.FLOAT),
    ],
)
def test_what_calls_itself_gives_a_number(function, given, kind):
    assert Outside(View(STANDARD))(Ref("f", function), given).kind == kind


def test_what_calls_itself_and_gives_other_numbers_is_not_known():
    found = Outside(View(STANDARD))(Ref("f", turned), (K.INT,))
    assert found is None or found.kind == K.UNKNOWN


def of_a_recursion(x):
    w = halved_again(0.3, 2)
    pair = np.array([x, w])
    pair[0] += 2.0 * w
    return pair[0] * pair[1]


def test_an_array_of_what_a_recursion_gives_is_written(check):
    assert check(of_a_recursion, 0.7) == pytest.approx([halved_again(0.3, 2)])


class Caseless(dict):
    def __getitem__(self, key):
        return dict.__getitem__(self, key.lower())


CONSTANTS = Caseless(stiffness=2.0)


def resting_place(x):
    def energy(t):
        return (t[0] - x) ** 2 + CONSTANTS["Stiffness"] * t[0] ** 4

    return minimize(energy, x0=[0.3], tol=1e-12).x[0]


def test_a_derivative_inside_stands_beside_an_object_whose_class_runs_code():
    """At the minimum 2 (t - x) + 8 t³ = 0."""
    t = resting_place(0.7)
    assert s2sad.grad(resting_place)(0.7) == pytest.approx(2.0 / (2.0 + 24.0 * t * t), rel=1e-5)
    assert s2sad.jvp(resting_place, (0.7,), (1.0,))[1] == pytest.approx(2.0 / (2.0 + 24.0 * t * t), rel=1e-5)
