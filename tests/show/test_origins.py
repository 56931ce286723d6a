"""Which of the user's code each part of the emitted code belongs to."""

import ast
import math

from s2sad.show.origins import Span, characters, first_line, span_of


def f(x, y):
    z = x * y
    return z + math.sin(x)


def test_spans_count_characters_and_end_behind_the_last():
    text = "é = x * y\nif é:\n    pass\n"
    lines = text.splitlines()
    assign, branch = ast.parse(text).body
    assert span_of(assign.value, lines) == Span(1, 4, 1, 9)
    assert characters(lines, 1, 3) == 2
    head = span_of(branch, lines)
    assert (head.line, head.end_line) == (2, 2) and lines[1][head.start : head.end].startswith("if é")


def test_a_function_begins_at_its_decorators():
    node = ast.parse("\n@a\n@b\ndef f():\n    pass\n").body[0]
    assert first_line(node) == 2


def test_each_link_says_what_stands_there():
    import s2sad

    made = s2sad.grad(f)
    made(2.0, 3.0)
    beside = made.beside()
    assert "z = x * y" in str(beside) and "math.cos" in str(beside)
