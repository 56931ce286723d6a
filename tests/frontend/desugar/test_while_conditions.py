"""Loops whose conditions assign: as loops that ask within."""

import ast

import pytest

from s2sad.frontend.desugar.jumps import stop_flag
from s2sad.frontend.desugar.while_conditions import assigns, while_true


def loop(text):
    return ast.parse(text).body[0]


def test_the_condition_is_asked_within():
    made = while_true(loop("while (d := x / 2) > 1.0: x -= d"), "stop")
    assert stop_flag(made) == "stop"
    made.body.append(loop("if stop: break"))
    names = {"x": 20.0}
    exec(compile(ast.fix_missing_locations(ast.Module([made], [])), "<test>", "exec"), names)
    plain = {"x": 20.0}
    exec("while (d := x / 2) > 1.0: x -= d", plain)
    assert (names["x"], names["d"]) == (plain["x"], plain["d"]) == (1.25, 0.625)


def test_lines_are_kept():
    made = while_true(loop("while (\n a := f(x)\n):\n  x = a"), "stop")
    assert made.lineno == 1 and made.body[1].test.lineno == 2 and made.body[1].body[0].lineno == 4


@pytest.mark.parametrize(
    "text, alone, by_calls",
    [
        ("x < 1", False, False),
        ("f(x) < 1", False, True),
        ("(y := x) < 1", True, True),
        ("not (y := x)", True, True),
    ],
)
def test_which_conditions_assign(text, alone, by_calls):
    test = ast.parse(text).body[0].value
    assert assigns(test, False) is alone
    assert assigns(test, True) is by_calls
