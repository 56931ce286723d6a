"""`match` statements become chains of `if`."""

import ast
import collections
import textwrap

import pytest

import s2sad
from s2sad.frontend.desugar.matches import expand_matches


def expanded(text):
    return expand_matches(ast.parse(textwrap.dedent(text)).body)


def test_without_a_match_nothing_changes():
    body = ast.parse("x = 1\nif x:\n    y = 2").body
    assert expand_matches(body) is body


def test_a_chain_of_branches():
    first, chain = expanded(
        "match kind():\n  case 'a':\n    x = 1\n  case 'b' | 'c':\n    x = 2\n  case _:\n    x = 3"
    )
    assert isinstance(first, ast.Assign) and first.targets[0].id.startswith("%subject")
    assert isinstance(chain, ast.If) and isinstance(chain.orelse[0], ast.If)
    assert ast.unparse(chain.orelse[0].orelse[0]) == "x = 3"


def test_a_name_is_its_own_subject():
    (chain,) = expanded("match kind:\n  case 'a' if n > 1:\n    x = 1\n  case b:\n    x = b")
    assert ast.unparse(chain.test) == "kind == 'a' and n > 1"


@pytest.mark.parametrize("case", ["[p, 1]", "{**p}", "[_, *p]", "1 if (p := 2)", "1 if f()"])
def test_a_name_that_a_case_may_bind_is_kept(case):
    kept, _ = expanded(f"match p:\n  case {case}:\n    x = 1\n  case _:\n    x = p")
    assert isinstance(kept, ast.Assign) and kept.targets[0].id.startswith("%subject")


def test_every_node_has_a_place_in_the_file():
    for statement in expanded("match p:\n  case [x, *rest] if x:\n    y = rest\n  case {'a': a}:\n    y = a"):
        for node in ast.walk(statement):
            if "lineno" in node._attributes:
                assert node.lineno >= 1


def test_nested_functions_keep_their_matches():
    body = expanded("match x():\n  case 1:\n    def f(y):\n      match y:\n        case 2:\n          pass")
    inner = body[1].body[0]
    assert isinstance(inner, ast.FunctionDef) and isinstance(inner.body[0], ast.Match)


Point = collections.namedtuple("Point", "x y")


def on_constants(x, kind):
    match kind:
        case "linear" | "line":
            return x
        case 2:
            return x * x
        case None:
            return -x
        case True:
            return x + 1.0
        case _:
            return 0.0 * x


def on_sequences(x, shape):
    match shape:
        case []:
            return x
        case [a]:
            return x * a
        case [a, b] if a > b:
            return x * a - b
        case (a, (b, c)):
            return x * a * b * c
        case [a, *rest, b]:
            return x * a * b + sum(rest)
        case _:
            return 2.0 * x


def on_mappings(x, table):
    match table:
        case {"scale": s, "shift": t}:
            return x * s + t
        case {"scale": s}:
            return x * s
        case {}:
            return x


def on_classes(x, what):
    match what:
        case bool():
            return x
        case int(n):
            return x * n
        case float() as w:
            return x * w
        case str():
            return x + len(what)
        case Point(x=0, y=b):
            return x * b
        case Point(a, b):
            return x * a + b
    return -x


def as_names(x):
    match (x, 2.0 * x):
        case (a, b) as pair if a > 1.0:
            return a * b * pair[0]
        case (_, (1.0 | 2.0) as c):
            return c
        case other:
            return other[1]


@pytest.mark.parametrize("kind", ["linear", "line", 2, None, True, "other", 2.0])
def test_constants(same, kind):
    same(on_constants, (1.5, kind))


@pytest.mark.parametrize(
    "shape", [(), (2,), (3, 2), (2, 3), (2, (3, 4)), (1, 2, 3, 4), "text", 7, [2], [3, 2], [1, 2, 3]]
)
def test_sequences(same, shape):
    same(on_sequences, (1.5, shape))


def with_the_rest(x, table):
    match table:
        case {"scale": a, **rest}:
            return a * x * rest.get("shift", x) + len(rest) + 10.0 * len(table)
    return x


@pytest.mark.parametrize("table", [{"scale": 2, "shift": 1}, {"scale": 3, "other": 1}, {"a": 1}])
def test_the_rest_of_mappings(same, table):
    same(with_the_rest, (1.5, table))


@pytest.mark.parametrize("table", [{"scale": 2, "shift": 1}, {"scale": 3, "other": 1}, {}, {"a": 1}, 7])
def test_mappings(same, table):
    same(on_mappings, (1.5, table))


@pytest.mark.parametrize("what", [True, 3, 2.5, "abc", Point(0, 5), Point(2, 5), None])
def test_classes(same, what):
    same(on_classes, (1.5, what))


def test_names(same):
    same(as_names, (1.5,), (0.5,), (0.7,), (1.0,))


class Slope:
    def __init__(self, x):
        self.x = x


def by_the_shape(value):
    match value:
        case (a, b):
            return a * b
        case {"x": a}:
            return a
        case Slope(x=a):
            return a * 3.0
        case _:
            return value * 2.0


def on_objects_among_other_shapes(x):
    return (
        by_the_shape(Slope(x)) * by_the_shape((x, 2.0))
        + by_the_shape({"x": x}) * 10.0
        + by_the_shape(x) * 100.0
    )


def test_an_object_is_no_sequence_and_no_mapping():
    assert s2sad.grad(on_objects_among_other_shapes)(1.5) == 12.0 * 1.5 + 10.0 + 200.0


def area(shape):
    match shape:
        case [width, height]:
            return width * height
        case {"w": width, "h": height}:
            return width * height
        case _:
            return 0.0


def areas(x):
    return area({"w": x, "h": 2.0 * x}) + area([x, 3.0])


def test_a_dict_that_is_written_out_is_matched_before_the_program_runs():
    gradient = s2sad.grad(areas)
    assert gradient(1.5) == pytest.approx(4.0 * 1.5 + 3.0)
    assert gradient.source.count("\n") <= 4


def written_before(x):
    table = {"scale": x, "shift": 0.1}
    table["shift"] += x * x
    match table:
        case [a, b]:
            return a * b
        case {"other": v}:
            return v
        case {"scale": v, **rest}:
            table["scale"] = v * rest["shift"]
    return table["scale"] + len(rest)


def test_a_dict_of_known_keys_that_is_written_is_a_mapping():
    value, slope = s2sad.value_and_grad(written_before)(0.5)
    assert value == pytest.approx(written_before(0.5), abs=1e-14)
    assert slope == pytest.approx(0.1 + 3.0 * 0.25)
