"""What an error says, and what it is an instance of."""

import pickle
import sys
import traceback
from types import TracebackType

import pytest

from s2sad import errors
from s2sad.ir.nodes import Location


@pytest.fixture
def place(tmp_path):
    """Makes the place of a text in the only line of a file."""

    def make(line, text):
        file = tmp_path / f"model{hash(line) % 10**8}.py"
        file.write_text(line + "\n", encoding="utf-8")
        return Location(str(file), 1, line.index(text) + 1, text)

    return make


def test_message_has_place_line_caret_reason_and_way_out(place):
    where = place("    data = struct.pack('d', x)  # bytes", "struct.pack('d', x)")
    lines = str(errors.NoRuleError("struct.pack has no rule", "register one", where)).splitlines()
    assert lines == [
        f"{where.file}:1:12: struct.pack has no rule",
        "    data = struct.pack('d', x)  # bytes",
        "           ^^^^^^^^^^^^^^^^^^^",
        "way out: register one",
    ]


def test_tabs_keep_the_caret_below_the_place(place):
    lines = str(errors.NoRuleError("no", "yes", place("\ta =\tsin(x)", "sin(x)"))).splitlines()
    assert lines[1:3] == ["    a =\tsin(x)", "       \t^^^^^^"]


def test_text_over_several_lines_gets_one_caret(place):
    where = place("value = add(x,", "add(x,")
    where = Location(where.file, where.line, where.column, "add(x, y)")
    lines = str(errors.NoRuleError("no", "yes", where)).splitlines()
    assert lines[1:3] == ["    value = add(x,", "            ^"]


def test_without_the_file_the_text_of_the_place_is_shown():
    where = Location("<cell>", 3, 5, "sin(x)")
    assert str(errors.NoRuleError("no", "yes", where)) == "<cell>:3:5: no\n    sin(x)\nway out: yes"


def test_without_a_place():
    assert str(errors.NotCallable("2.5 isn't callable", "give a function")) == (
        "2.5 isn't callable\nway out: give a function"
    )


def test_a_place_found_later_is_shown(place):
    error = errors.NoRuleError("no", "yes")
    error.location = place("y = sin(x)", "sin(x)")
    assert ":1:5: no" in str(error)


def test_errors_pickle(place):
    error = errors.UnsupportedSyntax("no", "yes", place("yield x", "yield x"))
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is errors.UnsupportedSyntax
    assert (str(again), again.reason, again.hint, again.location) == (str(error), "no", "yes", error.location)


@pytest.mark.parametrize(
    "kind, also",
    [
        (errors.NotANumber, TypeError),
        (errors.NotAScalar, TypeError),
        (errors.NotCallable, TypeError),
        (errors.ArgumentIndexError, ValueError),
        (errors.SourceNotFound, Exception),
        (errors.UnsupportedSyntax, Exception),
        (errors.UnsupportedValue, Exception),
        (errors.NoRuleError, Exception),
        (errors.InvalidRule, Exception),
    ],
)
def test_errors_are_instances_of_the_base_and_of_the_class_of_python(kind, also):
    with pytest.raises(also) as caught:
        raise kind("reason", "hint")
    assert isinstance(caught.value, errors.DifferentiationError)


def test_a_traceback_of_more_frames_than_calls_within_calls():
    trace = None
    for _ in range(3 * sys.getrecursionlimit()):
        trace = TracebackType(trace, sys._getframe(), 0, 1)
    shown = errors.shortened(errors.NoRuleError("no rule", "register one").with_traceback(trace))
    assert len(list(traceback.walk_tb(shown.__traceback__))) == 3 * sys.getrecursionlimit()
