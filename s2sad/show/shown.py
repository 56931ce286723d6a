"""What things that are made of tables have in common: text, Markdown, LaTeX, HTML, terminals, notebooks."""

from __future__ import annotations

from s2sad.show import terminal
from s2sad.show.html import fragment, table_in_html
from s2sad.show.latex import table_in_latex
from s2sad.show.table import Table


class Shown:
    """Something that is looked at. It prints as text; at a prompt and in a notebook it shows itself."""

    @property
    def tables(self) -> tuple[Table, ...]:
        raise AssertionError  # defined by what is shown

    def __str__(self) -> str:
        return "\n".join(map(Table.text, self.tables))

    def __repr__(self) -> str:
        return str(self)

    def markdown(self) -> str:
        return "\n".join(map(Table.markdown, self.tables))

    def latex(self) -> str:
        """A `tabular` for each table; they need the packages amsmath and booktabs."""
        return "\n".join(map(table_in_latex, self.tables))

    def html(self) -> str:
        """HTML that needs nothing else."""
        return fragment(*map(table_in_html, self.tables))

    def show(self) -> None:
        """Print it, in colours where rich is installed and the terminal has them."""
        terminal.show(self)

    def _repr_html_(self) -> str:
        return self.html()

    def _repr_markdown_(self) -> str:
        return self.markdown()
