"""Keys of dicts that come with active values: what has no derivative may be one."""

import collections
import itertools
import operator

import pytest

import s2sad
from s2sad.runtime.refusals import RefusedType


class Polynomial:
    def __init__(self, terms):
        self.terms = dict(terms)

    def __mul__(self, other):
        product = collections.defaultdict(float)
        for (i, a), (j, b) in itertools.product(self.terms.items(), other.terms.items()):
            product[i + j] += a * b
        return Polynomial(product)


def exponents(x):
    p = Polynomial({0: x, 1: 2.0, 2: x * x})
    return (p * p * p).terms[2]


def names_of_extremes(x):
    table, found = {"a": x, "b": x * x}, {}
    for name, value in max(table.items(), key=lambda p: p[1]), min(table.items(), key=operator.itemgetter(1)):
        found[name] = value * x
    return found["a"] * found["b"]


@pytest.mark.parametrize("function", [exponents, names_of_extremes])
def test_keys_beside_active_values(function):
    s2sad.check_grads(function, (1.3,))


def in_a_tuple(x):
    table = {(x, 1): 2.0}
    return sum(table.values()) * x


def found_at_run_time(x):
    found = {}
    for value, name in max([(x, 2.0 * x), ("a", x)], key=lambda p: p[1]), ("b", 1.0):
        found[value] = name
    return x * len(found)


def test_what_varies_is_no_key():
    with pytest.raises(s2sad.DifferentiationError, match="key of a dict"):
        s2sad.grad(in_a_tuple)(1.3)
    with pytest.raises(RefusedType, match="key of a dict"):
        s2sad.grad(found_at_run_time)(1.3)


class Node:
    def __init__(self, v):
        self.v = v


def distances(x):
    nodes = [Node(x), Node(x * x)]
    found = {}
    for k, node in enumerate(nodes):
        found[node] = k * node.v
    return sum(found.values())


def by_identity(x):
    nodes = [Node(x), Node(x * x)]
    found = {}
    for k, node in enumerate(nodes):
        found[id(node)] = (k + 1) * node.v
    return sum(found[id(node)] * node.v for node in nodes)


def test_objects_as_keys_are_refused_and_told_apart_by_id(refused, check):
    assert "an object that holds active values is the key" in str(refused(distances, "found[node]", 1.5))
    check(by_identity, 1.5)
