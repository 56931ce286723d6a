"""The tool that removes single statements: which it removes, what is left, and that it says what no test misses."""

import importlib
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEXT = '''"""A module."""
import math

class Total:
    def add(self, x, times=1):
        """Add it."""
        assert times
        self.value += x
        y = x * times
        y = y + 1.0
        if y > 2.0:
            self.value = y
        for i in range(2):
            self.value -= i
            self.count = i
        def inner(z):
            z *= 2.0
            return z
        return inner(y)
'''


@pytest.fixture(scope="module")
def tool():
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        yield importlib.import_module("removals")
    finally:
        sys.path.remove(str(ROOT / "tools"))


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "total.py"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_what_is_removed(tool, file):
    assert [(one.line, one.text) for one in tool.removals(file)] == [
        (8, "self.value += x"),
        (10, "y = y + 1.0"),
        (11, "if y > 2.0:"),
        (13, "for i in range(2):"),
        (14, "self.value -= i"),
        (15, "self.count = i"),
        (17, "z *= 2.0"),
    ]


@pytest.mark.parametrize(
    "line, returned, value",
    [
        (8, 10.0, 4.0),  # y = 5, and the branch sets the value, from which 1 is taken
        (10, 8.0, 3.0),
        (11, 10.0, 2.0),
        (13, 10.0, 5.0),
        (14, 10.0, 5.0),
        (17, 5.0, 4.0),
    ],
)
def test_what_is_left(tool, file, line, returned, value):
    names = {}
    exec(compile(TEXT, str(file), "exec"), names)
    add, total = names["Total"].add, names["Total"]()
    total.value = 1.0
    (removal,) = (one for one in tool.removals(file) if one.line == line)
    add.__code__ = tool.codes_without(removal)["add", 5]
    assert add(total, 2.0, 2) == returned
    assert total.value == value


def test_what_no_test_misses_is_shown():
    """Of the classes of aliases each statement is missed by their tests, or shown; a table of lengths isn't called by them."""
    tests = "tests/analysis/test_alias_classes.py"
    missed, lines = shown("s2sad/analysis/alias_classes.py", tests)
    assert all(f"    missed by {tests}::" in line for line in missed)
    assert "missed by the module's tests" in lines[-1] and "survived" not in lines[-1]
    missed, lines = shown("s2sad/transform/object_classes.py", tests)
    assert not missed
    assert "    no test calls the function" in lines
    assert lines[-1].endswith(" survived")


def shown(file, tests):
    """What the command says of a file, with these tests alone: the lines about what is missed, and all."""
    command = [sys.executable, "tools/mutants.py", "--at", file, tests]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
    lines = [line for line in done.stdout.splitlines() if line and not line.startswith("no tests ran")]
    assert len(lines) > 3, done.stderr
    return [line for line in lines[:-1] if line.startswith("    missed")], lines
