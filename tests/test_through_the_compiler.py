"""The page that follows three programs through the compiler names files that a call of their gradients goes through."""

import importlib
import pathlib
import re
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECTIONS = {"x * x": "## `x * x`", "a written list": "## A written list", "an attribute": "## An attribute"}


@pytest.fixture(scope="module")
def measures():
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        yield importlib.import_module("measures")
    finally:
        sys.path.remove(str(ROOT / "tools"))


def files_of(section):
    """The files in the tables of a section of the page, as module names."""
    text = (ROOT / "docs" / "through-the-compiler.md").read_text(encoding="utf-8")
    part = text.partition(f"{section}\n")[2].partition("\n## ")[0]
    return {name.replace("/", ".") for name in re.findall(r"^\| `([\w/]+)\.py` \|", part, re.MULTILINE)}


@pytest.mark.parametrize("program", SECTIONS)
def test_the_files_are_on_the_way(measures, program):
    functions, attempts = measures.visited(ROOT, program)
    named = files_of(SECTIONS[program])
    assert len(named) > 3
    assert named <= {file for file, _ in functions}
    assert attempts >= 1
    assert measures.PROGRAMS.keys() == SECTIONS.keys()


def test_what_is_counted(measures, tmp_path):
    package = tmp_path / "s2sad"
    for name in ("frontend", "ad"):
        (package / name).mkdir(parents=True)
    (package / "frontend" / "a.py").write_text("class A:\n    def f(self):\n        raise AssertionError\n")
    (package / "frontend" / "b.py").write_text(
        "from s2sad.frontend.a import A\nclass B(A):\n    def f(self): pass\n    def g(self): pass\n"
    )
    assert measures.lines_in(package.rglob("*.py")) == 7
    assert list(measures.measures_of_classes(package).values()) == [2, 2, 1]


def test_a_call_is_followed(measures, tmp_path):
    (tmp_path / "s2sad" / "frontend").mkdir(parents=True)
    (tmp_path / "s2sad" / "__init__.py").write_text(
        "from s2sad.frontend.lower import attempt\n"
        "class DifferentiationError(Exception): pass\n"
        "def grad(f):\n    return lambda x: [attempt(), attempt(), f(x)]\n"
    )
    (tmp_path / "s2sad" / "frontend" / "lower.py").write_text(
        "def attempt():\n    return inner()\ndef inner(): pass\n"
    )
    functions, attempts = measures.visited(tmp_path, "x * x")
    assert functions == [("__init__", "grad"), ("frontend.lower", "attempt"), ("frontend.lower", "inner")]
    assert attempts == 2
