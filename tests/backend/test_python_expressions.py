"""Each operation as an expression of Python."""

import ast

import pytest

from s2sad.backend.python_expressions import attribute_name, comment_of, dotted, negation
from s2sad.ir.nodes import Const, Entry, Location, Var


@pytest.mark.parametrize(
    "line, text",
    [
        ("t = truediv x y", "x / y"),
        ("t = neg x", "-x"),
        ("t = not_ x", "not x"),
        ("t = is_ x None", "x is None"),
        ("t = is_in x y", "x in y"),
        ("t = matmul x y", "x @ y"),
        ("t = getitem x -1", "x[-1]"),
        ("t = getattr x 'real'", "x.real"),
        ("t = getattr x 'class'", 'getattr(x, "class")'),
        ("t = getattr x y", "getattr(x, y)"),
        ("t = list_of x y", "[x, y]"),
        ("t = tuple_of x", "(x,)"),
        ("t = set_of x y", "{x, y}"),
        ("t = set_of", "set()"),
        ("t = dict_of 'a' x", '{"a": x}'),
        ("t = take_last x", "x.pop()"),
        ("t = conjugate x", "x.conjugate()"),
        ("t = max x y key=len", "max(x, y, key=len)"),
        ("t = np.sum x axis=0", "np.sum(x, axis=0)"),
        ("t = list.index x y", "x.index(y)"),
        ("t = add x -0.0", "x + -0.0"),
        ("t = add x inf", 'x + float("inf")'),
        ("t = add x 2j", "x + 2.0j"),
        ("t = text_of 'a ' x", 'f"a {x}"'),
        ("t = slice x None None", "slice(x, None, None)"),
    ],
)
def test_expressions(check, line, text):
    source = f"function f(x, y)\n    {line}\n    print t\n    return t\n"
    check(source, f"t = {text}\nprint(t)\nreturn t")


@pytest.mark.parametrize(
    "lines, text",
    [
        (("t = slice 1 None None", "z = getitem x t"), "x[1:]"),
        (("t = slice None y 2", "z = getitem x t"), "x[:y:2]"),
        (("t = slice 1 None None", "t_1 = tuple_of 0 t", "z = getitem x t_1"), "x[0, 1:]"),
        (("t = format_of x 'r' '.2f'", "z = text_of 'a' t"), 'f"a{x!r:.2f}"'),
        (("t = tuple_of x y", "t_1 = dict_of 'a' x", "z = apply print t t_1"), "print(x, y, a=x)"),
        (("t = dict_of 'a b' x", "z = apply print y t"), 'print(*y, **{"a b": x})'),
        (("t = lt x y", "t_1 = not_ t", "z = not_ t_1"), "not not x < y"),
        (("t = is_ x y", "z = not_ t"), "x is not y"),
        (("t = is_in x y", "z = not_ t"), "x not in y"),
    ],
)
def test_nested_expressions(check, lines, text):
    check("function f(x, y)\n    " + "\n    ".join(lines) + "\n    return z\n", f"z = {text}\nreturn z")


def test_choices(check):
    check(
        """
        function f(x, y)
            t = lt x y
            if t -> a
                yield x
            else
                yield y
            if t -> b
                yield t
            else
                yield x
            return a, b
        """,
        """
        b = x < y
        a = x if b else y
        b = b or x
        return a, b
        """,
        ((1.0, 2.0), (1.0, True)),
        ((3.0, 2.0), (2.0, 3.0)),
    )


def test_negations():
    for test, expected in (("a is b", "a is not b"), ("a not in b", "a in b"), ("a < b", "not a < b")):
        assert ast.unparse(negation(ast.parse(test, mode="eval").body)) == expected


def test_paths_and_attributes():
    assert ast.unparse(dotted("a.b.c")) == "a.b.c"
    assert ast.unparse(dotted("f.args[0].x")) == "f.args[0].x"
    assert [attribute_name(Const(value)) for value in ("real", "class", "a b", 1)] == [
        "real",
        None,
        None,
        None,
    ]


def test_remarks():
    def remark(note, text="y = x * x\n  + 1"):
        return comment_of(Entry((), Var("f"), (), (), Location("m.py", 3, 0, text), note))

    assert remark("a note") == "a note"
    assert remark("@loc") == "line 3: y = x * x"
    assert remark("@loc", "x" * 200) == "line 3: " + "x" * 160 + " …"
    assert comment_of(Entry((), Var("f"), (), (), None, "@loc")) == ""
