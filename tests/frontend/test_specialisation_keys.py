"""Values that go to functions of the module: taken apart and put together again."""

import math

from s2sad.frontend.abstract_values import Bound, Sequence, Table
from s2sad.frontend.specialisation_keys import Again, Closed, abstract, concrete
from s2sad.ir.nodes import Const, Ref, Var


def test_atoms_tuples_and_dicts():
    x, y = Var("x"), Var("y")
    values = [x, Sequence((y, Const(2.0))), Table({"a": x, "b": Sequence((Const(1),), "list")}), Const(None)]
    shapes, atoms = abstract(None, values)
    assert atoms == [x, y, Const(2.0), x, Const(1)]
    assert hash(shapes)
    fresh = [Var(f"p{i}") for i in range(5)]
    rest = list(fresh)
    made = [concrete(None, shape, rest, []) for shape in shapes]
    assert rest == []
    assert made[0] == fresh[0]
    assert (made[1].items, made[1].kind) == ((fresh[1], fresh[2]), "tuple")
    assert list(made[2].items) == ["a", "b"] and made[2].items["b"].kind == "list"
    assert made[3] == Const(None)


def test_equal_shapes_are_equal_whatever_the_atoms():
    one, _ = abstract(None, [Sequence((Var("x"),)), Bound(Ref("math.sin", math.sin), (Var("x"),))])
    other, _ = abstract(None, [Sequence((Var("y"),)), Bound(Ref("math.sin", math.sin), (Const(1.0),))])
    assert one == other
    assert one != abstract(None, [Sequence((Var("x"), Var("y"))), Const(None)])[0]


def test_functions_that_live_outside_stand_for_themselves():
    sin = Ref("math.sin", math.sin)
    shapes, atoms = abstract(None, [sin])
    assert (shapes, atoms) == ((sin,), [])
    assert concrete(None, sin, [], []) is sin


def quadrature(f, a, b, depth):
    m = (a + b) / 2.0
    if depth == 0:
        return (b - a) * f(m)
    return quadrature(f, a, m, depth - 1) + quadrature(f, m, b, depth - 1)


def over_a_closure(p, q):
    scale = p * q
    return quadrature(lambda t: scale * t * t + q, 0.0, 1.0, 2)


def over_nested_closures(p):
    def outer(t):
        def inner(s):
            return s * p + t

        return inner(t) * 2.0

    return quadrature(outer, 0.0, p, 2)


def over_two_closures(p):
    return quadrature(lambda t: t * p, 0.0, 1.0, 1) + quadrature(lambda t: t + p, 0.0, 1.0, 1)


def over_a_partial(p):
    import functools

    return quadrature(functools.partial(math.pow, p), 0.0, 1.0, 2) + quadrature(math.sin, 0.0, p, 1)


def with_defaults(p):
    return quadrature(lambda t, k=p, *, w=2.0: t * k * w, 0.0, 1.0, 2)


def recursive_closure(p, n):
    def walk(x, k):
        return x if k == 0 else walk(x * p, k - 1) + p

    return quadrature(lambda t: walk(t, n), 0.0, 1.0, 1)


def test_closures_as_arguments_of_recursive_functions(same):
    assert same(over_a_closure, (1.5, 0.5)).names == ["over_a_closure", "quadrature"]
    same(over_nested_closures, (1.5,))
    assert len(same(over_two_closures, (1.5,)).names) == 3
    same(over_a_partial, (1.5,))
    same(with_defaults, (1.5,))
    same(recursive_closure, (1.5, 2))


def compose_all(p, q):
    def compose(f, g):
        return lambda x: g(f(x))

    chain = abs
    for g in (math.sin, lambda t: t * p, lambda t: t + q, math.exp):
        chain = compose(chain, g)
    return quadrature(chain, 0.0, 1.0, 1)


def test_closures_of_one_text_within_each_other(same):
    same(compose_all, (1.5, 0.5))


def test_a_function_that_captures_itself_is_finite():
    assert Again(0) == Again(0)
    assert Closed.__dataclass_fields__.keys() >= {"names", "captured", "defaults"}
