"""The page of programs that are taken as they are does not promise too much."""

import importlib
import pathlib
import re
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def neighbours(*names):
    """Modules of the folder of benchmarks, which import each other by their bare names."""
    sys.path.insert(0, str(ROOT / "benchmarks"))
    try:
        return [importlib.import_module(name) for name in names]
    finally:
        sys.path.remove(str(ROOT / "benchmarks"))


accepted, accepted_programs = neighbours("accepted", "accepted_programs")
PAGE = (ROOT / "docs" / "benchmarks-accepted.md").read_text(encoding="utf-8")
SAID = dict(re.findall(r"^\| (.+?) \| (\S+) \|", PAGE, re.MULTILINE))


@pytest.mark.parametrize("program", accepted_programs.PROGRAMS, ids=lambda program: program.title)
def test_a_program_is_right_where_the_page_says_so_and_wrong_nowhere(program):
    found = accepted.verdict(accepted.ours, program)
    assert found == "yes" or (found == "–" and SAID[program.title] == "–")


def test_a_wrong_gradient_is_called_wrong():
    program = accepted_programs.Program("square", lambda x: x * x, 3.0)
    assert accepted.verdict(lambda p: 6.0, program) == "yes"
    assert accepted.verdict(lambda p: 5.0, program) == "wrong"
