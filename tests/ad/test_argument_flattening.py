"""Arguments that hold several values: differentiated by these, read and put together again as what they are."""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import pytest

import s2sad


@dataclass(frozen=True)
class Vector:
    x: float
    y: float


@dataclass
class Body:
    position: Vector
    mass: float
    name: str = "moon"
    free: bool = True
    count: int = 3
    weights: list = field(default_factory=lambda: [1.0, 2.0])
    table: np.ndarray = field(default_factory=lambda: np.arange(3.0))


class Pair(NamedTuple):
    a: float
    v: Vector


def of_an_object(body, s):
    turned = math.sin(body.position.y) * s + sum(body.weights) * body.mass
    return body.position.x * body.mass * body.count + turned + np.sum(body.table**2) * s


def of_a_dict(d, s):
    return d["a"] * d["b"][0] * s + d["b"][1] ** 2 + d["c"]["x"]


def of_a_nested_tuple(t, s):
    (a, b), c = t
    return a * b * c * s * t[0][1]


def of_a_named_tuple(pair, s):
    return pair.a * pair.v.x * s * pair.v.y


def of_an_array_that_is_written(d, n):
    A = d["A"]
    A[0] = n
    for i in range(3):
        A[i] += d["A"][i] * d["s"]
    return np.sum(A * A)


def in_branches_and_loops(d, s):
    if s > 0:
        t = d["a"] * s
    else:
        t = d["b"] * s
    for _ in range(3):
        t = t * d["a"]
    return t


def by_keys_known_at_run_time(d, s):
    t = 0.0
    for key in d:
        t += d[key] ** 2
    return t * d["a"] * s


def of_a_list_of_objects(bodies, s):
    return sum(b.x * b.y for b in bodies) * s


def of_the_same_array_twice(d, s):
    return np.sum(d["A"] * d["B"]) * s


TABLE = np.array([1.0, 2.0, 3.0])
CASES = [
    (of_an_object, (Body(Vector(1.0, 2.0), 3.0), 2.0)),
    (of_a_dict, ({"a": 1.0, "b": (2.0, 3.0), "c": {"x": 1.0, "y": 5}, "e": 1.5}, 2.0)),
    (of_a_nested_tuple, (((1.0, 2.0), 3.0), 2.0)),
    (of_a_named_tuple, (Pair(1.0, Vector(2.0, 3.0)), 2.0)),
    (of_an_array_that_is_written, ({"A": TABLE, "s": 2.0}, 2.0)),
    (in_branches_and_loops, ({"a": 1.5, "b": 2.0}, 2.0)),
    (in_branches_and_loops, ({"a": 1.5, "b": 2.0}, -2.0)),
    (by_keys_known_at_run_time, ({"a": 1.0, "b": 2.0}, 2.0)),
    (of_a_list_of_objects, ([Vector(1.0, 2.0), Vector(3.0, 4.0)], 2.0)),
    (of_the_same_array_twice, ({"A": TABLE, "B": TABLE}, 2.0)),
]
NAMES = [f"{function.__name__}-{i}" for i, (function, _) in enumerate(CASES)]


@pytest.mark.parametrize(("function", "args"), CASES, ids=NAMES)
def test_all_modes_agree_with_differences(function, args):
    given = copy.deepcopy(args)
    s2sad.check_grads(function, given)
    assert repr(given) == repr(args)


@pytest.mark.parametrize(("function", "args"), CASES, ids=NAMES)
def test_a_gradient_is_like_its_primal(function, args):
    both = s2sad.grad(function, (0, 1))(*args)
    assert type(both) is tuple and type(both[0]) is type(args[0])
    assert repr(s2sad.grad(function)(*args)) == repr(both[0])
    value, again = s2sad.value_and_grad(function, (0,))(*args)
    assert value == function(*copy.deepcopy(args))
    assert repr(again) == repr((both[0],))
    value, pullback = s2sad.vjp(function, *args)
    assert repr(pullback(1.0)[0]) == repr(both[0])


def test_the_gradient_of_an_object():
    found = s2sad.grad(of_an_object)(Body(Vector(1.0, 2.0), 3.0), 2.0)
    assert found.position == Vector(9.0, 2 * math.cos(2.0))
    assert (found.mass, found.name, found.free, found.count) == (6.0, None, 0.0, 3.0)
    assert found.weights == [3.0, 3.0]
    assert np.array_equal(found.table, [0.0, 4.0, 8.0])


def test_arrays_that_are_one_have_gradients_of_their_own():
    found = s2sad.grad(of_the_same_array_twice)({"A": TABLE, "B": TABLE}, 2.0)
    assert np.array_equal(found["A"], 2 * TABLE) and np.array_equal(found["B"], 2 * TABLE)
    assert not np.shares_memory(found["A"], found["B"])


def run(text: str, name: str) -> Any:
    scope: dict[str, Any] = {}
    exec(compile(text, name, "exec"), scope)
    return scope[name]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_emitted_code_takes_objects_as_they_are(mode):
    text = s2sad.emit(of_a_named_tuple, mode=mode, types={"pair": "Pair", "s": "float"}, standalone=True)
    assert "pair.v" in text and "[" not in text
    pair = Pair(1.0, Vector(2.0, 3.0))
    if mode == "reverse":
        assert run(text, "of_a_named_tuple_grad")(pair, 2.0) == ((12.0, (6.0, 4.0)), 6.0)
    else:
        made = run(text, "of_a_named_tuple_jvp")
        assert made(pair, 2.0, Pair(1.0, Vector(0.0, 0.0)), 1.0) == (12.0, 18.0)


def test_emitted_code_reads_what_it_needs():
    derivative = s2sad.grad(of_a_dict)
    derivative({"a": 1.0, "b": (2.0, 3.0), "c": {"x": 1.0, "y": 5}, "e": 1.5}, 2.0)
    assert "shadow" not in derivative.source
    assert '["e"]' not in derivative.source and '["c"]' not in derivative.source


def test_an_argument_that_is_not_differentiated_is_read_by_its_attributes():
    derivative = s2sad.grad(of_a_named_tuple, 1)
    assert derivative(Pair(1.0, Vector(2.0, 3.0)), 2.0) == 6.0
    assert "pair.v" in derivative.source and "[" not in derivative.source
