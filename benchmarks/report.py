"""Tables of what was measured, as text and as Markdown."""

import math
import platform
from datetime import date
from typing import NamedTuple

from gradients import BY_HAND, EMITTED, OURS, PRIMAL, Row, mean_ratio, mean_ratio_of_medians
from peers import Peer
from startup import FromFunction, Imports


class Overhead(NamedTuple):
    """Seconds of one call: of a derivative, and of the emitted function that it stands for."""

    derivative: float
    emitted: float


class Figures(NamedTuple):
    """Everything that a run gives."""

    command: str
    peers: list[Peer]
    absent: list[str]
    rows: list[Row]
    from_function: dict[str, FromFunction]
    imports: Imports
    overhead: Overhead


class Goal(NamedTuple):
    """A figure and the most that it may be."""

    title: str
    value: float
    most: float
    unit: str = ""

    @property
    def is_met(self) -> bool:
        return self.value <= self.most


def goals(figures: Figures) -> list[Goal]:
    """The figures that the project has set itself limits for."""
    rows = figures.rows
    slowest = max(figures.from_function.values(), key=lambda times: times.median)
    imports, overhead = figures.imports, figures.overhead
    return [
        Goal("gradient over primal, geometric mean", mean_ratio(rows, OURS), 3.0),
        Goal("gradient over primal, worst", max(row.ratio(OURS) for row in rows), 5.0),
        Goal("gradient over the one by hand, geometric mean", mean_ratio(rows, OURS, BY_HAND), 1.3),
        Goal("gradient over the one by hand, worst", max(row.ratio(OURS, BY_HAND) for row in rows), 1.3),
        Goal("from a function of 20 lines to its gradient, median", 1e3 * slowest.median, 20.0, "ms"),
        Goal("`import s2sad` beyond `import numpy`", 1e3 * (imports.package - imports.numpy), 150.0, "ms"),
        Goal(
            "calling a derivative beyond calling the emitted function",
            1e6 * (overhead.derivative - overhead.emitted),
            1.0,
            "µs",
        ),
    ]


# --------------------------------------------------------------------------------------------------------- tables


def _number(value: float) -> str:
    if math.isnan(value):
        return "–"
    return f"{value:.2f}" if value < 10 else f"{value:,.0f}"


def ratio_table(figures: Figures) -> list[list[str]]:
    """A line for each program, the geometric means below."""
    rows = figures.rows
    names = [BY_HAND, OURS, EMITTED, *(peer.name for peer in figures.peers)]
    table = [["program", "primal, µs", f"{OURS} / {BY_HAND}", *names]]
    for row in rows:
        ratios = [row.ratio(name) if name in row.times else math.nan for name in names]
        figured = [1e6 * row.times[PRIMAL].least, row.ratio(OURS, BY_HAND), *ratios]
        table.append([row.program.title, *map(_number, figured)])
    means = [mean_ratio(rows, OURS, BY_HAND), *(mean_ratio(rows, name) for name in names)]
    table.append(["geometric mean", "", *map(_number, means)])
    return table


def startup_table(figures: Figures) -> list[list[str]]:
    table = [
        ["20 lines, from function to gradient", "first in a process, ms", "next, median, ms", "imports black"]
    ]
    for title, times in figures.from_function.items():
        first, median = f"{1e3 * times.first:.1f}", f"{1e3 * times.median:.1f}"
        table.append([title, first, median, "yes" if times.black_is_imported else "no"])
    return table


def goal_table(figures: Figures) -> list[list[str]]:
    table = [["goal", "figure", "at most", ""]]
    for goal in goals(figures):
        unit = f" {goal.unit}" if goal.unit else ""
        mark = "met" if goal.is_met else "missed"
        table.append([goal.title, f"{goal.value:.2f}{unit}", f"{goal.most:g}{unit}", mark])
    return table


def as_text(table: list[list[str]]) -> str:
    """Columns of equal width, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*table)]
    lines = []
    for line in table:
        cells = [line[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:]))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def as_markdown(table: list[list[str]]) -> str:
    head, *lines = table
    rule = ["---", *["---:"] * (len(head) - 1)]
    return "\n".join("| " + " | ".join(line) + " |" for line in (head, rule, *lines))


# ---------------------------------------------------------------------------------------------------------- pages


def versions(figures: Figures) -> str:
    """Which Python, and which versions of the libraries."""
    libraries = {peer.library: peer.version for peer in figures.peers}
    named = [f"{library} {version}" for library, version in libraries.items()]
    return ", ".join([f"{platform.python_implementation()} {platform.python_version()}", *named])


def remarks(figures: Figures) -> list[str]:
    """What has to be known to read the tables."""
    ours, written = (mean_ratio_of_medians(figures.rows, name) for name in (OURS, BY_HAND))
    imports, overhead = figures.imports, figures.overhead
    return [
        "Times of gradients are over the time of the function itself in CPython, least of interleaved rounds in one "
        "process. Arguments of the peers are converted beforehand. Each gradient is compared with the one by hand "
        f"before it is timed. `{EMITTED}` is the function that s2sad has emitted, called without the object that "
        "stands for it.",
        f"With medians in place of least times the geometric means are {ours:.2f} for {OURS} and {written:.2f} "
        f"{BY_HAND}.",
        f"Importing numpy takes {1e3 * imports.numpy:.0f} ms, importing s2sad {1e3 * imports.package:.0f} ms.",
        f"A call of the gradient of x * x + 3 * x takes {1e9 * overhead.derivative:.0f} ns, of the emitted function "
        f"{1e9 * overhead.emitted:.0f} ns.",
        *(
            f"{name}, {row.program.title}: {word}."
            for row in figures.rows
            for name, word in row.words.items()
        ),
        *figures.absent,
    ]


def text_page(figures: Figures) -> str:
    """What is printed."""
    tables = [ratio_table(figures), startup_table(figures), goal_table(figures)]
    return "\n\n".join([versions(figures), *map(as_text, tables), "\n".join(remarks(figures))])


def markdown_page(figures: Figures) -> str:
    """The page of the documentation."""
    parts = [
        "# Benchmarks",
        f"Made on {date.today()} by `{figures.command}` with {versions(figures)}.",
        "## Gradient over function",
        as_markdown(ratio_table(figures)),
        "\n".join(f"- {remark}" for remark in remarks(figures)),
        "## What is paid once",
        as_markdown(startup_table(figures)),
        "## Goals",
        as_markdown(goal_table(figures)),
    ]
    return "\n\n".join(parts) + "\n"
