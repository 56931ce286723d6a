"""Which names a function binds, and which of them hold what nothing writes to."""

import ast

import pytest

from s2sad.frontend.scope_analysis import names_of, own_nodes, parameter_names


def names(text):
    node = ast.parse(text).body[0]
    return names_of(node, node.body)


@pytest.mark.parametrize(
    ("body", "bound"),
    [
        ("x = 1", "x"),
        ("x: float = 1", "x"),
        ("x += 1", "x"),
        ("a, (b, *c) = y", "a b c"),
        ("for i, j in y: pass", "i j"),
        ("with y as z: pass", "z"),
        ("def g(q): r = 1", "g"),
        ("class C: r = 1", "C"),
        ("import a.b, c as d", "a d"),
        ("from m import a, b as c", "a c"),
        ("try: pass\n  except E as e: pass", "e"),
        ("del x", "x"),
        ("y = (z := 1)", "y z"),
        ("match y:\n    case [a, *b, {'k': c, **d}] as e: pass", "a b c d e"),
        ("y[0] = 1; y.a = 2", ""),
        ("z = [a for a in y]", "z"),
        ("z = lambda a: a", "z"),
        ("return y", ""),
    ],
)
def test_what_is_bound(body, bound):
    assert names(f"def f(p):\n  {body}").locals == {"p", *bound.split()}


def test_parameters():
    node = ast.parse("def f(a, /, b=1, *c, d, e=2, **g): pass").body[0]
    assert parameter_names(node) == ["a", "b", "d", "e", "c", "g"]
    assert parameter_names(ast.parse("lambda x, *y: x").body[0].value) == ["x", "y"]


def test_global_and_nonlocal_names_are_not_local():
    found = names("def f(x):\n  global a\n  nonlocal b\n  a = b = c = x")
    assert found.locals == {"x", "c"}
    assert (found.globals, found.nonlocals) == ({"a"}, {"b"})


def test_how_often_a_name_is_assigned():
    stores = names("def f(x):\n  y = x\n  y = y\n  x = 1\n  for z in y: pass").stores
    assert stores == {"x": 2, "y": 2, "z": 1}


@pytest.mark.parametrize(
    ("body", "readonly"),
    [
        ("update(y)", False),
        ("x.__dict__.update(y)", True),
        ("a = y[0]", True),
        ("for i in y: pass", True),
        ("a = len(y) + sum(y) + max(y)", True),
        ("a, b = y", True),
        ("a = [*y]", True),
        ("f(**y)", True),
        ("a = [i for i in y]", True),
        ("a = y.get(1)", True),
        ("a = 'k' in y", True),
        ("a = y == {}", False),
        ("if y and not (y or z): pass", True),
        ("while y: pass", True),
        ("a = 1 if y else 2", True),
        ("a = y or {}", False),
        ("y[0] = 1", False),
        ("y.append(1)", False),
        ("a = y", False),
        ("f(y)", False),
        ("return y", False),
        ("y += [1]", True),
        ("del y[0]", False),
        ("def g(): y.append(1)", False),
        ("def g(): return y[0]", True),
    ],
)
def test_what_is_only_read(body, readonly):
    assert ("y" in names(f"def f(y):\n  {body}").readonly) is readonly


def test_the_nodes_of_a_function_are_not_those_of_nested_ones():
    body = ast.parse("def f():\n  a\n  def g(): b\n  c = lambda: d\n  e = [h for h in i]").body[0].body
    loaded = {n.id for n in own_nodes(body) if isinstance(n, ast.Name)}
    assert {"a", "i"} <= loaded
    assert not {"b", "d"} & loaded
