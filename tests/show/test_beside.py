"""Function and derivative side by side: every part of the derivative belongs to the right code of the user's."""

import html.parser
import math

import numpy as np
import pytest
from shown_programs import NUMBERS, OTHERS, branching, cooled, product

import s2sad
from s2sad.show.origins import Files
from s2sad.show.page import Mark, marked


def helper(v, k=2.0):
    return math.tanh(
        v * k
    )  # fmt: skip


def calls(x, y):
    a = helper(x) * y
    return a * math.exp(-x * y)


def größer(größe):
    straße = größe * größe
    return straße * math.sin(größe)


def pairs(view, part):
    """The texts of the user's that a part of the derivative belongs to."""
    files, lines = Files(), view.source.splitlines()
    found = []
    for link in view.links:
        span = link.span
        if span.line == span.end_line and lines[span.line - 1][span.start : span.end] == part:
            there = files.span(link.origin)
            end = there.end if there.line == there.end_line else None
            found.append(files.lines(link.origin.file)[there.line - 1][there.start : end])
    return found


def test_expressions_belong_to_expressions():
    view = s2sad.beside(product, 2.0, 3.0)
    assert pairs(view, "x * y") == ["x * y"]
    assert pairs(view, "y * t") == ["x * y"]
    assert pairs(view, "t = 2.0 * z") == ["z * z"]


@pytest.mark.parametrize("function, args", [*NUMBERS, *OTHERS], ids=lambda one: getattr(one, "__name__", ""))
@pytest.mark.parametrize("style", ["folded", "flat"])
@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_what_is_shown_is_what_runs(function, args, style, mode):
    view = s2sad.beside(function, *args, style=style, mode=mode)
    compile(view.source, "derivative", "exec")
    lines = view.source.splitlines()
    for link in view.links:
        span = link.span
        assert lines[span.line - 1][span.start : span.start + 1].strip()
        assert lines[span.end_line - 1][: span.end].rstrip() == lines[span.end_line - 1][: span.end]
        assert link.origin.file == function.__code__.co_filename
    derivative = s2sad.grad(function, [i for i, a in enumerate(args) if not isinstance(a, int)], style=style)
    if mode == "reverse" and len(derivative.argnums) > 1:
        derivative(*args)
        assert derivative.source == view.source


def test_the_same_as_of_a_derivative():
    derivative = s2sad.grad(cooled)
    derivative(np.arange(5.0), 3)
    assert derivative.beside().source == derivative.source == s2sad.beside(cooled, np.arange(5.0), 3).source


def test_functions_that_are_called_stand_there_as_well():
    view = s2sad.beside(calls, 2.0, 3.0)
    assert [excerpt.name for excerpt in view.excerpts] == ["calls", "helper"]
    assert pairs(view, "math.tanh(x * 2.0)") == ["math.tanh("]
    assert "v * k" in str(view)


def test_lines_stand_beside_the_lines_that_they_belong_to():
    rows = s2sad.beside(branching, 2.0, 3).tables[0].rows
    shown = {str(row.cells[2]).partition("  #")[0].strip(): str(row.cells[1]).strip() for row in rows}
    assert shown["def branching_grad(x, steps):"] == "def branching(x, steps):"
    assert shown["x_bar += sin_total * total_bar"] == "total += math.sin(total) * x"
    assert shown["x_bar += i * total_bar"] == "total += i * x"
    assert str(rows[0].cells[2]) == "import math"


def test_letters_of_all_languages():
    view = s2sad.beside(größer, 2.0)
    assert pairs(view, "straße = größe * größe") == ["größe * größe"]
    assert "größe" in view.html()


class _Tags(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.places, self.text = [], set(), ""

    def handle_starttag(self, tag, attributes):
        if tag not in ("meta",):
            self.open.append(tag)
        self.places.update(value for name, value in attributes if name == "data-o")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data if "pre" in self.open else ""


@pytest.mark.parametrize("function, args", [*NUMBERS, *OTHERS], ids=lambda one: getattr(one, "__name__", ""))
def test_the_page_is_well_formed_and_needs_nothing_else(function, args):
    view = s2sad.beside(function, *args)
    page = view.html()
    tags = _Tags()
    tags.feed(page)
    assert tags.open == []
    assert "".join(view.source.splitlines()) in tags.text  # nothing is lost or doubled
    assert len(tags.places) == len({link.origin for link in view.links})
    assert "http" not in page and "src=" not in page


def test_marks_are_nested():
    assert marked("a * b", [Mark(0, 5, 1), Mark(4, 5, 2)], []) == (
        '<span data-o="1">a * <span data-o="2">b</span></span>'
    )
    assert marked("ab < c", [Mark(0, 2, 1)], [(0, 2, "k")]) == (
        '<span data-o="1"><span class="k">ab</span></span> &lt; c'
    )
    assert marked("abc", [Mark(0, 2, 1), Mark(1, 3, 2)], []) == (
        '<span data-o="1">a<span data-o="2">b</span></span>c'
    )


def test_it_prints_two_columns(capsys):
    view = s2sad.beside(product, 2.0, 3.0)
    view.show()
    assert capsys.readouterr().out == f"{view}\n"
    assert "`def product(x, y):` | `def product_grad(x, y):`" in view.markdown()
