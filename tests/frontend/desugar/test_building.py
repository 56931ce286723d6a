"""Texts with gaps, and rewritings that leave alone what doesn't change."""

import ast

from s2sad.frontend.desugar.building import Rewriter, assigned, changed, filled


def place():
    return ast.parse("\n\n  \n(x + 1)").body[0].value


def test_gaps_are_filled():
    part = ast.parse("f(a)").body[0].value
    made = filled(
        "while TEST:\n BODY\n count = KIND", place(), TEST=part, BODY=ast.parse("p; q").body, KIND=int
    )
    assert made[0].test is part
    assert (
        ast.unparse(made[0]).replace("<class 'int'>", "int") == "while f(a):\n    p\n    q\n    count = int"
    )


def test_names_are_renamed_wherever_they_stand():
    text = "try: y = error\nexcept E as error:\n nonlocal y\n def y(): pass"
    made = filled(text, place(), error="%e", y="%y", E=ValueError)[0]
    assert made.handlers[0].name == "%e" and made.handlers[0].type.value is ValueError
    inner, function = made.handlers[0].body
    assert inner.names == ["%y"] and function.name == "%y"
    assert made.body[0].targets[0].id == "%y" and made.body[0].value.id == "%e"


def test_what_is_new_has_the_place_of_the_node_and_parts_keep_their_own():
    part = ast.parse("\n" * 8 + "f(a)").body[0].value
    (made,) = filled("if TEST: x = 1", place(), TEST=part)
    assert made.test.lineno == 9
    others = [n for n in ast.walk(made) if "lineno" in n._attributes and n not in list(ast.walk(part))]
    assert {(n.lineno, n.col_offset) for n in others} == {(4, 1)}


def test_a_text_can_be_filled_again():
    for name in ("a", "b"):
        assert ast.unparse(filled("x = 1", place(), x=name)[0]) == f"{name} = 1"


def test_an_assignment():
    assert ast.unparse(assigned("x", None, place())) == "x = None"
    assert assigned("x", True, place()).lineno == 4


class _Twice(Rewriter):
    def visit_Pass(self, node):
        return [node, node]


def test_only_what_changes_is_new():
    body = ast.parse("if a:\n    pass\nelse:\n    b\nwhile c: d\ndef f(): pass").body
    before = [ast.dump(statement) for statement in body]
    made = _Twice().statements(body)
    assert ast.unparse(made[0]) == "if a:\n    pass\n    pass\nelse:\n    b"
    assert made[0] is not body[0] and made[0].orelse[0] is body[0].orelse[0] and made[0].lineno == 1
    assert made[1] is body[1] and made[2] is body[2]
    assert [ast.dump(statement) for statement in body] == before


def test_a_node_with_another_field():
    node = ast.parse("\nx = y").body[0]
    made = changed(node, value=place())
    assert ast.unparse(made) == "x = x + 1" and made.lineno == 2 and ast.unparse(node) == "x = y"
