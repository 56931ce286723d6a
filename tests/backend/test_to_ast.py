"""A module as a syntax tree: its head, its functions, headings, and what may be unassigned."""

import ast

import numpy as np

from s2sad.backend.references import Import
from s2sad.backend.to_ast import emit, imports
from s2sad.ir.nodes import Module
from s2sad.ir.parser import parse_module


def test_plain_imports_come_first_and_names_of_one_module_together():
    found = [
        Import("numpy", None, "np"),
        Import("m.b", "two", "two"),
        Import("m.b", "one", "uno"),
        Import("a.b", "x", "x"),
        Import("math", None, "math"),
    ]
    assert ast.unparse(ast.Module(imports(found), [])).splitlines() == [
        "import math",
        "import numpy as np",
        "from a.b import x",
        "from m.b import one as uno, two",
    ]


def emitted(text):
    module = parse_module(text, {"np": np})
    return ast.unparse(ast.fix_missing_locations(without_comments(emit(module).tree)))


def without_comments(tree):
    for function in tree.body:
        if isinstance(function, ast.FunctionDef):
            function.body = [
                one for one in function.body if type(one).__module__ != "s2sad.backend.python_statements"
            ]
    return tree


def test_functions_stand_in_their_order_below_the_head():
    text = "function f(x)\n    y = @g x\n    z = np.sin y\n    return z\n\nfunction g(x)\n    return x\n"
    assert emitted(text).splitlines()[:3] == ["import numpy as np", "", "def f(x):"]
    assert "def g(x):" in emitted(text) and "y = g(x)" in emitted(text)


def test_headings_of_nothing_are_left_out():
    def headings(*lines):
        text = "function f(x)\n    " + "\n    ".join(lines) + "\n    return x\n"
        body = emit(parse_module(text, {})).tree.body[0].body
        return [one.text for one in body if hasattr(one, "text")]

    one, two, note = "comment 'one sweep'", "comment 'two sweep'", "comment 'for arrays'"
    assert headings(one, "print x", "print x", two, "print x") == ["one sweep", "two sweep"]
    assert headings(one, two, "print x", "print x") == ["two sweep"]
    assert headings(note, one, two, "print x", "print x") == ["for arrays", "two sweep"]
    assert headings(one, "print x") == []


def test_what_may_be_unassigned_where_it_is_copied_is_none():
    text = """function f(c, xs)
    if c -> y
        yield undefined
    else
        yield 1.0
    for x in xs with a = y -> b
        print a
        print y
        t = add x 1.0
        yield t
    return b
"""
    assert "y = None" in emitted(text)
    assert "y = None" not in emitted(text.replace("undefined", "2.0"))


def test_objects_that_cannot_be_imported_are_handed_over():
    one = object()
    module = Module(
        parse_module("function f(x)\n    y = tuple_of x one\n    return y\n", {"one": one}).functions
    )
    made = emit(module)
    assert made.extras == {"one": one} and made.imports == ()
