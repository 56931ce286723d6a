"""The page of both sources in a browser: what the mouse points at on one side is marked on the other."""

import importlib.util
import math
import pathlib
import sys

import pytest

import s2sad

TOOLS = pathlib.Path(s2sad.__file__).parent.parent / "tools"
pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="the browser is spoken to through pipes of POSIX"
)
MARKED = "[...document.querySelectorAll('.side')].map((side) => [...side.querySelectorAll('.on')].map((e) => e.textContent))"


def growth(x: float, steps: int):
    total = 0.0
    for i in range(steps):
        total += math.sin(total) * x + i * x
    return total


@pytest.fixture
def browser(tmp_path):
    """A browser that shows the page of a derivative."""
    spec = importlib.util.spec_from_file_location("browser", TOOLS / "browser.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if module.program() is None:
        pytest.skip("there is no Chromium")
    page = tmp_path / "page.html"
    page.write_text(s2sad.beside(growth).html(), encoding="utf-8")
    with module.Browser(1200, 700) as shown:
        shown.load(page)
        yield shown


def element(side, text):
    found = f"[...document.querySelectorAll('.side')[{side}].querySelectorAll('[data-o]')]"
    return f"{found}.filter((one) => one.textContent.startsWith('{text}')).at(-1)"


def test_pointing_at_one_side_marks_the_other(browser):
    assert browser.ask(MARKED) == [[], []]
    browser.point_at(element(1, "math.cos(total)"))
    function, derivative = browser.ask(MARKED)
    assert function == ["math.sin(total)"] and any("math.cos(total)" in text for text in derivative)
    browser.point_at(element(0, "i * x"))
    function, derivative = browser.ask(MARKED)
    assert function == ["i * x"]
    assert derivative and not any("math" in text for text in derivative)
    browser.point_at(None)
    assert browser.ask(MARKED) == [[], []]


def test_the_page_loads_nothing_else(browser):
    assert browser.ask("performance.getEntriesByType('resource').length") == 0


def test_it_can_be_pictured(browser):
    assert browser.picture().startswith(b"\x89PNG")
