"""Comprehensions are lists that loops append to; generators can be gone through once."""

import pytest

import s2sad
from s2sad.errors import UnsupportedSyntax

COMPREHENSIONS = {
    "list": lambda x, xs: [x * y for y in xs],
    "filtered": lambda x, xs: [y for y in xs if y > x if y < 3.0 * x],
    "nested": lambda x, xs: [[y * z for z in xs] for y in xs],
    "two_loops": lambda x, xs: [y * z for y in xs for z in range(2)],
    "inner_depends": lambda x, xs: [z * x for y in [[1, 2], [3]] for z in y],
    "generator": lambda x, xs: sum(x * y for y in xs),
    "generator_in_max": lambda x, xs: max((y - x) ** 2 for y in xs),
    "tuple_of_generator": lambda x, xs: tuple(y * x for y in xs),
    "inactive_set": lambda x, xs: sorted({len(str(k)) for k in range(12)}),
    "inactive_dict": lambda x, xs: {k: k * k for k in range(3)},
    "shadowing": lambda x, xs: [x for x in xs] + [x],
    "unpacked": lambda x, xs: [a * b for a, b in zip(xs, xs[1:])],
    "conditional": lambda x, xs: [y if y > x else -y for y in xs],
    "walrus": lambda x, xs: [z * z for y in xs if (z := y - x) > 0.0],
    "any_all": lambda x, xs: (any(y > x for y in xs), all(y > x for y in xs)),
    "join": lambda x, xs: ",".join(str(k) for k in range(3)),
    "unpacking": lambda x, xs: [*(y + x for y in xs)],
    "membership": lambda x, xs: 3 in (k for k in range(5)),
    "min_key": lambda x, xs: min((y for y in xs), key=lambda v: abs(v - x)),
}


@pytest.mark.parametrize("name", COMPREHENSIONS)
def test_comprehensions(same, name):
    same(
        COMPREHENSIONS[name],
        (1.2, [1.0, 1.5, 2.5]),
        (1.2, []) if name not in ("generator_in_max", "min_key") else (2.0, [1.5]),
    )


def test_a_list_is_appended_to(same):
    made = same(COMPREHENSIONS["list"], (1.2, [1.0, 1.5]))
    assert made.outline == "list_of len range for{getitem mul append}"


def scope_of_the_variable(xs):
    y = 7.0
    zs = [y * 2.0 for y in xs]
    return y, zs


def test_the_variable_of_a_comprehension_is_its_own(same):
    same(scope_of_the_variable, ([1.5],))


def list_of_functions(x):
    functions = [lambda t, k=k: t * k for k in range(3)]
    return sum(f(x) for f in functions)


def late_binding(x):
    functions = [lambda t: t * k for k in range(3)]  # noqa: B023
    return sum(f(x) for f in functions)


def test_lists_of_functions(same):
    same(list_of_functions, (1.5,))


def test_functions_in_a_comprehension_see_its_last_item(same):
    same(late_binding, (1.5,))


def active_set(x):
    return sum({x, 2.0 * x})


def active_set_comprehension(x):
    return sum({x * k for k in range(3)})


def active_dict_comprehension(x):
    return sum({k: x * k for k in range(3)}.values())


def active_keys(x):
    return sum({x: 1.0, 2.0 * x: 2.0}.keys())


@pytest.mark.parametrize(
    ("fun", "text"),
    [(active_set, "{x, 2.0 * x}"), (active_set_comprehension, "{x * k"), (active_keys, "{x: 1.0")],
)
def test_active_sets_and_keys_are_refused(refused, fun, text):
    assert isinstance(refused(fun, text, 1.5), UnsupportedSyntax)


def used_twice(xs):
    g = (x * x for x in xs)
    return sum(g) + sum(g)


def used_through_another_name(xs):
    g = (x * x for x in xs)
    h = g
    return sum(h) + sum(g)


def used_in_a_helper_twice(xs):
    return twice(x * x for x in xs)


def twice(items):
    return sum(items) + sum(items)


def made_outside_of_a_loop(xs):
    g = map(abs, xs)
    total = 0.0
    for _ in range(2):
        total += sum(g)
    return total


@pytest.mark.parametrize(
    "fun", [used_twice, used_through_another_name, used_in_a_helper_twice, made_outside_of_a_loop]
)
def test_generators_that_are_used_twice(refused, fun):
    error = refused(fun, "sum(", [1.5, 2.5])
    assert "more than once" in error.reason
    assert "list" in error.hint


def used_once_on_each_path(xs, flag):
    g = [x * x for x in xs] if flag else (x for x in xs)
    return sum(g)


def in_a_loop_of_its_own(xs):
    total = 0.0
    for x in xs:
        g = (x * y for y in xs)
        total += sum(g)
    return total


def test_generators_that_are_used_once(same):
    same(used_once_on_each_path, ([1.5, 2.5], True), ([1.5, 2.5], False))
    same(in_a_loop_of_its_own, ([1.5, 2.5],))


def over_its_own_name(xs):
    return sum([xs * xs for xs in xs])


def generator_over_its_own_name(xs):
    total = 0.0
    for y in (xs * xs for xs in xs):
        if y > 50.0:
            break
        total += y
    return total


def zip_over_its_own_names(xs):
    return sum([xs * y for xs, y in zip(xs[1:], xs)])


def dict_over_its_own_name(xs):
    found = {i: xs * xs for i, xs in enumerate(xs)}
    return found[0] * found[1]


def last_of_assigned(xs):
    squares = [(last := y * y) for y in xs]
    return last * squares[0]


def assigned_in_a_lambda(xs):
    f = lambda s: sum([(q := y * s) * q for y in xs])  # noqa: E731
    return f(2.0) + f(xs[0])


def filtered_within_filtered(xs):
    return sum([sum([u * y for u in xs if u > 1.5]) for y in xs if y < 3.0])


PROGRAMS = [
    over_its_own_name,
    generator_over_its_own_name,
    zip_over_its_own_names,
    dict_over_its_own_name,
    last_of_assigned,
    assigned_in_a_lambda,
    filtered_within_filtered,
]


@pytest.mark.parametrize("function", PROGRAMS, ids=lambda function: function.__name__)
def test_gradients_are_those_of_differences(function):
    xs, step = [1.3, 2.1, 3.7], 1e-6
    found = s2sad.grad(function)(list(xs))
    for i in range(3):
        ends = [function([x + d * (i == k) for k, x in enumerate(xs)]) for d in (step, -step)]
        assert found[i] == pytest.approx((ends[0] - ends[1]) / (2 * step), rel=1e-6, abs=1e-6)


def functions_of_items(x, ks):
    functions = [lambda t: t * k for k in ks]  # noqa: B023
    total = 0.0
    for f in functions:
        total = total + f(x)
    return total


def test_functions_that_all_read_the_last_item_are_refused():
    with pytest.raises(UnsupportedSyntax, match="`k`, which is assigned more than once"):
        s2sad.grad(functions_of_items)(2.0, [1.5 + k for k in range(20)])


def difference(f, x, h=1e-6):
    return (f(x + h) - f(x - h)) / (2.0 * h)


def neighbours(a):
    firsts, seconds = [zip(v, v[1:], v[2:]) for v in ([a, 2.0, a * a, 3.0], [0.0, 1.0, 2.0, a])]
    return sum(p[0] * p[2] * t[1] * t[2] for p, t in zip(firsts, seconds))


def rows_by_map(a):
    rows = [map(lambda x: a * x, row) for row in ([1.0, 2.0], [3.0, a])]
    return sum(p * q for p, q in zip(*rows))


def begun_by_hand(a):
    first, second = [iter(v) for v in ([a, 2.0, a * a], [3.0, a])]
    return next(first) * next(second) + sum(first) * sum(second)


def of_generators(a):
    squares, cubes = [(x**n for x in (a, 2.0 * a)) for n in (2, 3)]
    return sum(squares) * sum(cubes)


@pytest.mark.parametrize(
    "f", [neighbours, rows_by_map, begun_by_hand, of_generators], ids=lambda f: f.__name__
)
def test_a_list_of_iterators_over_what_is_known_has_them_one_by_one(f):
    assert s2sad.grad(f)(0.7) == pytest.approx(difference(f, 0.7), rel=1e-7)
    assert s2sad.jvp(f, (0.7,), (1.0,))[1] == pytest.approx(difference(f, 0.7), rel=1e-7)


def gone_through_twice(a):
    pairs, _ = [zip(v, v[1:]) for v in ([a, 2.0, a * a], [0.0, 1.0])]
    return sum(p * q for p, q in pairs) + sum(p for p, q in pairs)


def test_an_iterator_in_a_list_is_empty_the_second_time():
    with pytest.raises(UnsupportedSyntax, match="gone through more than once"):
        s2sad.grad(gone_through_twice)(0.7)
