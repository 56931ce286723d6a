"""What things that are made of tables have in common: text, Markdown, LaTeX, HTML, terminals, notebooks.

The forms take tables apart, and a table is itself such a thing; so they are imported when they are asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from s2sad.show.table import Table


class Shown:
    """Something that is looked at. It prints as text; at a prompt and in a notebook it shows itself."""

    title: str

    @property
    def tables(self) -> tuple[Table, ...]:
        raise AssertionError  # defined by what is shown

    def __str__(self) -> str:
        return "\n".join(table.text() for table in self.tables)

    def __repr__(self) -> str:
        return str(self)

    def markdown(self) -> str:
        """Tables of Markdown; headings are rows in bold."""
        from s2sad.show.markdown import table_in_markdown

        return "\n".join(map(table_in_markdown, self.tables))

    def latex(self) -> str:
        """A `tabular` for each table; they need the packages amsmath and booktabs."""
        from s2sad.show.latex import table_in_latex

        return "\n".join(map(table_in_latex, self.tables))

    def html(self) -> str:
        """A page of HTML that needs nothing else."""
        from s2sad.show.html import page

        return page(self.title, self._repr_html_())

    def show(self) -> None:
        """Print it, in colours where rich is installed and the terminal has them."""
        from s2sad.show import terminal

        terminal.show(self)

    def _repr_html_(self) -> str:
        from s2sad.show.html import fragment, table_in_html

        return fragment(*map(table_in_html, self.tables))

    def _repr_markdown_(self) -> str:
        return self.markdown()

    def _repr_latex_(self) -> str:
        return self.latex()
