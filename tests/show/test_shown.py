"""What is made of tables shows itself in every form."""

import io

from s2sad.show import terminal
from s2sad.show.cells import Row
from s2sad.show.shown import Shown
from s2sad.show.table import Table


class Two(Shown):
    title = "two & more"

    @property
    def tables(self):
        return Table("one", ("a",), (Row(("1",)),)), Table("other", ("b",), (Row(("2",)),))


def test_each_form_has_both_tables():
    both = Two()
    assert str(both) == repr(both) and str(both).index("one") < str(both).index("other")
    assert both.markdown().count("| --- |") == 2 and both._repr_markdown_() == both.markdown()
    assert both.latex().count("\\begin{tabular}") == 2 and both._repr_latex_() == both.latex()
    page = both.html()
    assert page.count("<table") == 2 and "<title>two &amp; more</title>" in page


def test_where_there_is_no_terminal_it_is_text():
    file = io.StringIO()
    terminal.show(Two(), file)
    assert file.getvalue() == str(Two()) + "\n"
