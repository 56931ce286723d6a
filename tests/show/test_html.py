"""As HTML: whole pages, and fragments that a notebook's own style for tables doesn't disturb."""

import html.parser
import math

import pytest

import s2sad

VOID = {"meta", "br", "path", "polygon", "ellipse", "text"}


def growth(x: float, n: int):
    total = 0.0
    for i in range(n):
        if total < 2.0:
            total += math.sin(total) * x + i * x
    return total


class Reader(html.parser.HTMLParser):
    """Checks that elements close, and collects the cells of tables with their styles."""

    def __init__(self):
        super().__init__()
        self.open, self.cells, self.seen = [], [], []

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        if tag in ("td", "th"):
            self.cells.append([tag, dict(attrs).get("style", ""), ""])
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.cells and self.open[-1:] != ["style"]:
            self.cells[-1][2] += data


def read(text):
    reader = Reader()
    reader.feed(text)
    assert not reader.open
    return reader


VIEWS = [s2sad.explain, s2sad.wengert, s2sad.report, s2sad.graph]


@pytest.mark.parametrize("view", [*VIEWS, lambda f, *args: s2sad.beside(f)])
def test_each_is_a_whole_page_that_needs_nothing_else(view):
    page = view(growth, 0.5, 3).html()
    assert page.startswith("<!doctype html>") and page.rstrip().endswith("</html>")
    seen = read(page).seen
    assert [seen.count(tag) for tag in ("html", "head", "body", "title", "h1")] == [1] * 5
    assert "growth" in page.partition("<title>")[2].partition("</title>")[0]
    assert "http" not in page.replace("http://www.w3.org", "")


@pytest.mark.parametrize("view", VIEWS)
def test_in_a_notebook_it_is_a_part_of_the_page(view):
    shown = view(growth, 0.5, 3)
    assert shown._repr_html_().startswith('<div class="s2sad">')
    assert "<html" not in shown._repr_html_()


@pytest.mark.parametrize("view", [s2sad.explain, s2sad.wengert, s2sad.report])
def test_cells_of_text_are_on_the_left_and_keep_their_spaces(view):
    cells = read(view(growth, 0.5, 3).html()).cells
    assert cells
    for _, style, _ in cells:
        assert "text-align: left" in style and "white-space: pre-wrap" in style


def test_the_indentation_of_the_sweeps_and_the_tree_survive(monkeypatch):
    cells = read(s2sad.explain(growth, 0.5, 3).html()).cells
    levels = {style.partition("padding-left: ")[2] for _, style, text in cells if "padding-left" in style}
    assert {"24px", "38px"} <= levels
    monkeypatch.setattr(s2sad.show.graph_view.Graph, "svg", missing)
    texts = [text for _, _, text in read(s2sad.graph(growth, 0.5, 3)._repr_html_()).cells]
    assert any(text.startswith("│   └── ") or text.startswith("    └── ") for text in texts)


def missing(graph):
    raise FileNotFoundError


def test_long_lines_wrap():
    page = s2sad.beside(growth).html()
    assert "white-space: pre;" not in page and "overflow-x" not in page
    assert page.count("white-space: pre-wrap") >= 2
