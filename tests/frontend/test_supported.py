"""The table of what syntax is supported is that of what the lowering has, on every Python."""

import ast

import pytest

from s2sad.frontend import dispatch_table
from s2sad.frontend.storage_methods import CLASSES, METHODS
from s2sad.frontend.supported import EXPRESSIONS, STATEMENTS, way_out

TABLES = [
    (STATEMENTS, ast.stmt, dispatch_table.STATEMENTS),
    (EXPRESSIONS, ast.expr, dispatch_table.EXPRESSIONS),
]


def nodes(base):
    """The kinds of nodes that this Python's parser makes."""
    return {cls.__name__ for cls in base.__subclasses__() if cls.__module__ in ("ast", "_ast")}


@pytest.mark.parametrize(("table", "base", "ways"), TABLES)
def test_the_table_has_every_node(table, base, ways):
    newer = {"TryStar", "TypeAlias", "TemplateStr"}
    assert nodes(base) - {"Interpolation"} - set(table) == set()
    assert set(table) - nodes(base) <= newer


@pytest.mark.parametrize(("table", "base", "ways"), TABLES)
def test_what_is_not_refused_is_lowered_or_rewritten(table, base, ways):
    lowered = {name for name, support in table.items() if not support.instead and not support.rewritten}
    assert {cls.__name__ for cls in ways} == lowered


@pytest.mark.parametrize(("table", "base", "ways"), TABLES)
def test_each_node_has_a_note_or_a_way_out(table, base, ways):
    assert all(bool(support.note) != bool(support.instead) for support in table.values())
    assert way_out(table, "NodeOfTheFuture")


def test_methods_are_those_of_some_container():
    assert METHODS <= {name for cls in CLASSES for name in dir(cls)}


def with_coroutine(x):
    async def later():
        return x

    return x if later else x


def with_assignment_of_nothing(x):
    y: float
    y = x
    return y


def test_the_way_out_stands_in_the_error(refused):
    assert refused(with_coroutine, "async def later", 1.5).hint == STATEMENTS["AsyncFunctionDef"].instead


def test_an_annotation_without_a_value(same):
    same(with_assignment_of_nothing, (1.5,))
