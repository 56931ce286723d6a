"""The commands that show a derivative: `wengert`, `explain`, `beside`, `graph`, `report`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from s2sad.cli import options as add
from s2sad.cli.output import as_json, refuse_to_overwrite, write_shown, write_to
from s2sad.cli.point import point_for, value_at
from s2sad.cli.target import UsageError, active_arguments, alone, chosen, files_of, imported
from s2sad.errors import TooLong
from s2sad.show import views

_AT_RUNS = "the function, if --at is given"


def add_views(commands: add.Commands) -> None:
    _add_wengert(commands)
    _add_explain(commands)
    _add_beside(commands)
    _add_graph(commands)
    _add_report(commands)


def _add_wengert(commands: add.Commands) -> None:
    wengert = add.add_command(
        commands,
        "wengert",
        "show the Wengert list of a function as a table: entry, operation, value, partials, tangent, adjoint",
        "s2sad wengert model.py:price --at spot=100,rate=0.05\n"
        "s2sad wengert model.py:price --format ir -o price.ir",
        _wengert,
        _AT_RUNS,
    )
    add.add_at(wengert)
    _add_common(wengert, ("text", "markdown", "latex", "html", "json", "ir"))
    _add_numbers(wengert)


def _add_explain(commands: add.Commands) -> None:
    explain = add.add_command(
        commands,
        "explain",
        "show every entry with its value, partials, tangent and adjoint, and the way of both sweeps",
        "s2sad explain model.py:price --at spot=100,rate=0.05\n"
        "s2sad explain model.py:price --at spot=100,rate=0.05 --format latex -o price.tex",
        _explain,
        _AT_RUNS,
    )
    add.add_at(explain)
    _add_common(explain, ("text", "markdown", "latex", "html", "json"))
    _add_numbers(explain)


def _add_beside(commands: add.Commands) -> None:
    beside = add.add_command(
        commands,
        "beside",
        "show a function and its derivative side by side, each line with the one that it belongs to",
        "s2sad beside model.py:price\ns2sad beside model.py:price --format html -o price.html",
        _beside,
    )
    add.add_mode(beside)
    add.add_style(beside)
    _add_common(beside, ("text", "markdown", "html", "json"))


def _add_graph(commands: add.Commands) -> None:
    graph = add.add_command(
        commands,
        "graph",
        "show the computation graph of a function, as a tree or a picture",
        "s2sad graph model.py:price --at spot=100,rate=0.05\n"
        "s2sad graph model.py:price --format mermaid\n"
        "s2sad graph model.py:price --format svg -o price.svg",
        _graph,
        _AT_RUNS,
    )
    add.add_at(graph)
    _add_common(graph, ("tree", "mermaid", "dot", "svg", "html", "json"))


def _add_report(commands: add.Commands) -> None:
    report = add.add_command(
        commands,
        "report",
        "say what a gradient saves and why, computes again, leaves out, and what it costs",
        "s2sad report model.py:price --at spot=100,rate=0.05",
        _report,
        _AT_RUNS,
    )
    add.add_at(report)
    _add_common(report, ("text", "markdown", "latex", "html", "json"))


def _add_numbers(command: argparse.ArgumentParser) -> None:
    command.add_argument("--digits", type=int, default=6, help="of numbers (default: 6)")
    command.add_argument(
        "--iterations", type=int, default=3, help="of a loop that are shown: the first ones and the last"
    )


def _add_common(command: argparse.ArgumentParser, formats: tuple[str, ...]) -> None:
    add.add_argnums(command)
    add.add_types(command)
    add.add_format(command, formats)


# ---------------------------------------------------------------------------------------------------- commands


def _wengert(options: argparse.Namespace) -> int:
    return _show_numbers(options, views.wengert)


def _explain(options: argparse.Namespace) -> int:
    return _show_numbers(options, views.explain)


def _show_numbers(options: argparse.Namespace, view: Callable[..., Any]) -> int:
    if not 1 <= options.digits <= 17:
        raise UsageError("--digits is from 1 to 17")
    if options.iterations < 2:
        raise UsageError("--iterations is 2 or more")
    sizes = {"digits": options.digits, "iterations": options.iterations}
    return _show(options, lambda function, args, **given: view(function, *args, **sizes, **given))


def _beside(options: argparse.Namespace) -> int:
    types = add.read_types(options.types)
    refuse_to_overwrite(options.output, options.force, [options.target])
    with imported(options.target) as function:
        refuse_to_overwrite(options.output, True, files_of([function]))
        argnums = active_arguments(function, chosen(function, options.argnums), types)
        shown = views.beside(
            function, mode=options.mode, argnums=alone(argnums), style=options.style, types=types
        )
    return _write(options, shown, text_of(shown, add.format_of(options)))


def _graph(options: argparse.Namespace) -> int:
    return _show(options, lambda function, args, **given: views.graph(function, *args, **given))


def _report(options: argparse.Namespace) -> int:
    return _show(options, lambda function, args, **given: views.report(function, *args, **given))


def _show(options: argparse.Namespace, view: Callable[..., Any]) -> int:
    """Show something of a function, at a point if one is given."""
    refuse_to_overwrite(options.output, options.force, [options.target])
    types = add.read_types(options.types)
    with imported(options.target) as function:
        refuse_to_overwrite(options.output, True, files_of([function]))
        argnums: Any = chosen(function, options.argnums)
        args: tuple = ()
        if options.at is not None:
            point = point_for(function, options.at, argnums, types)
            args, argnums = point.call, point.active
            value_at(function, point)
        else:
            argnums = active_arguments(function, argnums, types)
        try:
            shown = view(function, args, argnums=alone(argnums), types=types)
            text = text_of(shown, add.format_of(options))
        except TooLong as error:
            raise UsageError(f"--at: {error.reason}: {error.hint}") from error
    return _write(options, shown, text)


def _write(options: argparse.Namespace, shown: Any, text: str) -> int:
    """Write the text of what is shown, in colours where that is a terminal."""
    if add.format_of(options) in ("text", "tree") and options.output == "-":
        write_shown(shown)
    else:
        write_to(options.output, text)
    return 0


def text_of(shown: Any, form: str) -> str:
    """What is shown in one of its forms. Raises UsageError where that takes what isn't installed."""
    if form in ("text", "tree"):
        return str(shown)
    if form == "json":
        return as_json(shown.as_data())
    if form == "ir":
        return str(shown.ir)
    try:
        return str(getattr(shown, form)())
    except (ImportError, FileNotFoundError) as error:
        raise UsageError(str(error)) from error
