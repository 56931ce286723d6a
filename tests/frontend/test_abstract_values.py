"""Values that are known in part."""

import ast

from s2sad.frontend.abstract_values import (
    Function,
    Scope,
    Sequence,
    Table,
    holds_functions,
    is_literal,
)
from s2sad.ir.nodes import Ref, Var

X, Y = Var("x"), Var("y")
SIN = Ref("sin", abs)


def test_functions_are_found_in_all_depths():
    function = Function(ast.parse("lambda: 0", mode="eval").body, None, None)
    assert holds_functions(Sequence((X, Table({"f": function}))))
    assert not holds_functions(Sequence((X, Table({"f": SIN})))) and not holds_functions(function)


def test_a_name_is_looked_for_in_the_scopes_around():
    outer = Scope(None, None, None, frozenset(("a", "b")))
    inner = Scope(None, None, outer, frozenset("b"), globals=frozenset("c"))
    assert [inner.holder(name) for name in "abcd"] == [outer, inner, None, None]


def test_only_what_text_can_say_is_a_literal():
    assert is_literal(2.0) and is_literal(None) and not is_literal((1, 2)) and not is_literal(abs)
