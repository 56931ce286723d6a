"""What things that are made of tables have in common: text, Markdown, LaTeX, HTML, terminals, notebooks."""

from __future__ import annotations

from s2sad.show import terminal
from s2sad.show.cells import Grid
from s2sad.show.html import fragment, page, table_in_html
from s2sad.show.latex import table_in_latex
from s2sad.show.markdown import table_in_markdown


class Shown:
    """Something that is looked at. It prints as text; at a prompt and in a notebook it shows itself."""

    title: str

    @property
    def tables(self) -> tuple[Grid, ...]:
        raise AssertionError  # defined by what is shown

    def __str__(self) -> str:
        return "\n".join(table.text() for table in self.tables)

    def __repr__(self) -> str:
        return str(self)

    def markdown(self) -> str:
        """Tables of Markdown; headings are rows in bold."""
        return "\n".join(map(table_in_markdown, self.tables))

    def latex(self) -> str:
        """A `tabular` for each table; they need the packages amsmath and booktabs."""
        return "\n".join(map(table_in_latex, self.tables))

    def html(self) -> str:
        """A page of HTML that needs nothing else."""
        return page(self.title, self._repr_html_())

    def show(self) -> None:
        """Print it, in colours where rich is installed and the terminal has them."""
        terminal.show(self)

    def _repr_html_(self) -> str:
        return fragment(*map(table_in_html, self.tables))

    def _repr_markdown_(self) -> str:
        return self.markdown()

    def _repr_latex_(self) -> str:
        return self.latex()
