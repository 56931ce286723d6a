"""`if` statements as a person writes them."""

import ast

import pytest

from s2sad.backend.python_statements import Comment
from s2sad.backend.statement_lists import guarded, has_code, if_statement, leaves, negated, nonempty


def parsed(text):
    return ast.parse(text).body


def text(statements):
    return ast.unparse(ast.fix_missing_locations(ast.Module(statements, [])))


TEST = ast.parse("c is d", mode="eval").body


@pytest.mark.parametrize(
    "then, orelse, expected",
    [
        ("x = 1", "y = 2", "if c is d:\n    x = 1\nelse:\n    y = 2"),
        ("x = 1", "", "if c is d:\n    x = 1"),
        ("", "y = 2", "if c is not d:\n    y = 2"),
        ("", "", "c is d"),
    ],
)
def test_a_branch_without_code_is_not_written(then, orelse, expected):
    assert text(if_statement(TEST, parsed(then), parsed(orelse))) == expected


def test_a_condition_that_does_nothing_is_not_asked():
    assert if_statement(ast.Name("c"), [], []) == []


@pytest.mark.parametrize(
    "then, orelse, expected",
    [
        ("return_", "y = 2", "if c is d:\n    return 1\ny = 2"),
        ("x = 1", "return_", "if c is not d:\n    return 1\nx = 1"),
        ("x = 1", "y = 2", "if c is d:\n    x = 1\nelse:\n    y = 2"),
    ],
)
def test_after_a_branch_that_leaves_there_is_no_else(then, orelse, expected):
    one = [ast.Return(ast.Constant(1))]
    branches = [one if branch == "return_" else parsed(branch) for branch in (then, orelse)]
    assert text(guarded(TEST, *branches)) == expected


@pytest.mark.parametrize(
    "code, left",
    [
        ("x = 1", False),
        ("raise x", True),
        ("if c:\n    raise x\nelse:\n    raise y", True),
        ("if c:\n    raise x", False),
        ("raise x\nx = 1", False),
        ("", False),
    ],
)
def test_which_never_go_on(code, left):
    assert leaves(parsed(code)) is left


def test_comments_are_no_code():
    assert not has_code([Comment("a")]) and has_code([Comment("a"), *parsed("x = 1")])
    assert [type(one) for one in nonempty([Comment("a")])] == [Comment, ast.Pass]
    assert text(nonempty(parsed("x = 1"))) == "x = 1"


def test_the_opposite_of_a_truth():
    assert ast.unparse(negated(ast.parse("not x", mode="eval").body)) == "x"
    assert ast.unparse(negated(TEST)) == "c is not d"
