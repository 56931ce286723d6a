"""Methods of values that are known only at run time."""

import logging

import numpy as np
import pytest

import s2sad

LOG = logging.getLogger("nobody")
X = np.array([0.3, -0.7])


def test_methods_of_arrays_are_functions(lowered):
    made = lowered(lambda a: a.sum() * a.mean(axis=0), np.ones(3))
    assert made.outline == "np.ndarray.sum np.ndarray.mean mul"


def test_what_is_appended(same):
    def f(x, k):
        out = []
        for i in range(k):
            out.append(x * i)
        return out

    assert same(f, (0.5, 3)).outline == "list_of range for{mul append}"


def test_what_is_logged_is_read_by_nobody(lowered):
    def f(x):
        LOG.debug("x is %s", x)
        return x * x

    assert lowered(f, 0.5).outline.split()[-1] == "mul"


@pytest.mark.parametrize(
    "f",
    [lambda x: [2.0, x, x * x].index(x) * x, lambda x: [2.0, x, x].count(x) * x, lambda x: [x, 1.0].copy()],
)
def test_what_is_asked_of_active_containers(same, f):
    same(f, (0.5,), (2.0,))


class Scope:
    def __init__(self, outer=None):
        self.values, self.outer = {}, outer

    def find(self, name):
        return self if name in self.values else self.outer.find(name)


def interpreted(tree, scope):
    if isinstance(tree, str):
        return scope.find(tree).values[tree]
    if not isinstance(tree, list):
        return tree
    head, *rest = tree
    if head == "let":
        name, value, body = rest
        inner = Scope(scope)
        inner.values[name] = interpreted(value, scope)
        return interpreted(body, inner)
    left, right = [interpreted(each, scope) for each in rest]
    return left + right if head == "+" else left * right


def test_a_chain_that_ends_with_none_may_call_itself():
    def f(x):
        scope = Scope()
        scope.values["x"] = x
        return interpreted(["let", "y", ["*", "x", 2.0], ["+", ["*", "y", "x"], "y"]], scope)

    s2sad.check_grads(f, (1.3,))


class Wave:
    def __init__(self, kind="SIN"):
        self.kind = kind

    def function(self):
        kind = self.kind.lower()
        if kind == "sin":
            return np.sin
        if kind.startswith("square(") and kind.endswith(")"):
            return np.square
        raise ValueError(f"unknown: {kind}")


def test_methods_of_texts_that_are_known():
    for kind, slope in (("SIN", np.cos(X)), ("Square(2)", 2.0 * X)):
        derivative = s2sad.grad(lambda x, kind=kind: np.sum(Wave(kind).function()(x)))
        assert derivative(X) == pytest.approx(slope)
    chosen = s2sad.grad(lambda x: np.sum(Wave().function()(x)))
    chosen(X)
    assert "if " not in chosen.source and "lower" not in chosen.source
    with pytest.raises(ValueError, match="unknown: cos"):
        s2sad.grad(lambda x: np.sum(Wave("Cos").function()(x)))(X)


def test_a_text_is_filled_in_by_a_function_that_writes_to_nothing(lowered):
    made = lowered(lambda x, n: x * len("{} of {}".format(n, "x")), 0.5, 3)
    assert made.outline == "str.format len mul"
