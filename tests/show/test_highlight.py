"""Python with its words in colours."""

import html
import re

import pytest

from s2sad.show.highlight import Word, highlighted, words_of


def test_kinds_of_words():
    found = words_of("def f(x):  # a\n    return len('b') + 1.5\n")
    assert [(word.line, word.kind) for word in found] == [
        (1, "k"),
        (1, "c"),
        (2, "k"),
        (2, "b"),
        (2, "s"),
        (2, "n"),
    ]
    assert found[0] == Word(1, 0, 3, "k")


@pytest.mark.parametrize("text", ["x = 1 < 2", "s = '''a\nb'''\ny = 2", "if (", "x = 'é' # <&>", ""])
def test_without_the_colours_the_text_is_the_same(text):
    assert html.unescape(re.sub("<[^>]*>", "", highlighted(text))) == text


def test_a_text_of_several_lines_is_coloured_line_by_line():
    assert (
        highlighted("'''a\nb'''")
        == '<span class="s">&#x27;&#x27;&#x27;a</span>\n<span class="s">b&#x27;&#x27;&#x27;</span>'
    )


def test_colours_of_code():
    assert highlighted("return 1  # one < two") == (
        '<span class="k">return</span> <span class="n">1</span>  <span class="c"># one &lt; two</span>'
    )
    assert highlighted('x = """a\nb"""').count('class="s"') == 2
    assert highlighted("if (") == '<span class="k">if</span> ('
