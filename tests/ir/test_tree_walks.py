"""Every node of a tree but contexts is met once, in the order of Python's own walk."""

import ast
import inspect

import pytest

from s2sad.frontend import exceptions, source
from s2sad.ir.tree_walks import children_of, nodes_in


@pytest.mark.parametrize("module", [exceptions, source])
def test_the_nodes_are_those_of_python(module):
    tree = ast.parse(inspect.getsource(module))
    expected = [node for node in ast.walk(tree) if not isinstance(node, ast.expr_context)]
    assert list(map(id, nodes_in([tree]))) == list(map(id, expected))


def test_several_roots_and_missing_parts():
    first, second = ast.parse("x = {**a, 1: b}\nreturned = f(*xs)").body
    names = [node.id for node in nodes_in([first, second]) if isinstance(node, ast.Name)]
    assert sorted(names) == ["a", "b", "f", "returned", "x", "xs"]
    assert children_of(ast.Return()) == []
