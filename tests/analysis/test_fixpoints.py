"""What functions know of one another: sets of reachable names in a graph of calls."""

import pytest

from s2sad.analysis.fixpoints import Fixpoints

GRAPHS = [
    {"a": "b", "b": "c", "c": ""},
    {"a": "a", "b": ""},
    {"a": "b", "b": "a"},
    {"a": "bc", "b": "ca", "c": "b", "d": "a"},
    {"a": "b", "b": "bc", "c": "ad", "d": "de", "e": "d"},
    {"a": "bd", "b": "c", "c": "b", "d": "ec", "e": "fa", "f": "ef"},
]


def reached(graph, start):
    found, stack = set(), list(graph[start])
    while stack:
        name = stack.pop()
        if name not in found:
            found.add(name)
            stack += graph[name]
    return found


def found_by(graph, known):
    def of(name):
        return known.of(name, frozenset(), lambda before: before.union(graph[name], *map(of, graph[name])))

    return of


@pytest.mark.parametrize("graph", GRAPHS)
def test_the_least_fixed_point(graph):
    for first in graph:
        of = found_by(graph, Fixpoints())
        assert of(first) == reached(graph, first)
        assert {name: of(name) for name in graph} == {name: reached(graph, name) for name in graph}


def test_what_is_known_is_not_computed_again():
    count = 30
    graph = {i: [i + 1, i + 1] if i < count else [0] for i in range(count + 1)}
    known, steps = Fixpoints(), []

    def of(name):
        def step(before):
            steps.append(name)
            return before.union(graph[name], *map(of, graph[name]))

        return known.of(name, frozenset(), step)

    assert of(0) == set(graph)
    assert len(steps) < 10 * count
