"""The commands, what they take, and what they say when that is wrong.

Exit status: 0, or 1 for a function that is refused or a derivative that does not agree, or 2 for wrong use.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from s2sad import api
from s2sad.cli.check import blamed, compare, table
from s2sad.cli.point import point_for
from s2sad.cli.target import UsageError, chosen, imported
from s2sad.errors import DifferentiationError

_TARGET_HELP = "a function of a Python file: model.py:price (the file is imported)"
_BROKEN_PIPE = 141  # as a shell reports a program that SIGPIPE ended


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, `sys.argv` without one; returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
    except UsageError as error:
        print(f"s2sad {options.command}: {error}", file=sys.stderr)
        return 2
    except DifferentiationError as error:
        print(error, file=sys.stderr)
        return 1
    except BrokenPipeError:
        return _BROKEN_PIPE
    return status


# ---------------------------------------------------------------------------------------------------- commands


def _emit(options: argparse.Namespace) -> int:
    is_file = options.output != "-"
    if is_file and not options.force and Path(options.output).exists():
        raise UsageError(f"{options.output} exists; --force overwrites it")
    with imported(options.target) as function:
        text = api.emit(
            function,
            mode=options.mode,
            wrt=chosen(function, options.wrt),
            style=options.style,
            standalone=options.standalone,
        )
    if is_file:
        _write_file(Path(options.output), text)
    else:
        _write(text)
    return 0


def _wengert(options: argparse.Namespace) -> int:
    with imported(options.target) as function:
        text = api.wengert(function, wrt=chosen(function, options.wrt))
    _write(text)
    return 0


def _check(options: argparse.Namespace) -> int:
    with imported(options.target) as function:
        point = point_for(function, options.at, chosen(function, options.wrt))
        rows = compare(function, point)
        agree = all(row.agrees for row in rows)
        remark = "" if agree else blamed(function, point)
    verdict = "the derivatives agree" if agree else "the derivatives do not agree"
    _write(f"{table(rows)}\n\n{verdict}\n{remark}")
    return 0 if agree else 1


def _write(text: str) -> None:
    """To standard output; as UTF-8, because that is what Python code is written in."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        print(text.rstrip("\n"), flush=True)
    except OSError as error:
        # Python would try again with what is left in the buffer when it ends, and complain then.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise
        raise UsageError(f"can't write to standard output: {error.strerror}") from error


def _write_file(path: Path, text: str) -> None:
    try:
        path.write_text(text.rstrip("\n") + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"can't write {path}: {error.strerror}") from error


# ------------------------------------------------------------------------------------------------------ parser


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="s2sad",
        description="Reads the source of a Python function, and writes the source of its derivative.",
        epilog="example:\n  s2sad emit model.py:price --standalone -o price_grad.py\n\n"
        "s2sad COMMAND --help tells more.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"s2sad {_version()}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_emit(commands)
    _add_wengert(commands)
    _add_check(commands)
    return parser


def _add_emit(commands: argparse._SubParsersAction) -> None:
    emit = _add_command(
        commands,
        "emit",
        "write the derivative of a function as Python code",
        "s2sad emit model.py:price --wrt spot,rate --standalone -o price_grad.py",
    )
    emit.add_argument("--mode", choices=("reverse", "forward"), default="reverse", help="default: reverse")
    _add_wrt(emit)
    emit.add_argument(
        "--style",
        choices=("folded", "flat"),
        default="folded",
        help="folded: as a person would write it (default); flat: one operation a line",
    )
    emit.add_argument(
        "--standalone", action="store_true", help="a module that runs without s2sad and the file"
    )
    emit.add_argument(
        "-o", "--output", metavar="OUT", default="-", help="the file to write; - is standard output"
    )
    emit.add_argument("--force", action="store_true", help="overwrite OUT if it exists")
    emit.set_defaults(run=_emit)


def _add_wengert(commands: argparse._SubParsersAction) -> None:
    wengert = _add_command(
        commands,
        "wengert",
        "show the Wengert list of a function: what is differentiated",
        "s2sad wengert model.py:price",
    )
    _add_wrt(wengert)
    wengert.set_defaults(run=_wengert)


def _add_check(commands: argparse._SubParsersAction) -> None:
    check = _add_command(
        commands,
        "check",
        "compare both modes with central differences; exit status 1 if they do not agree",
        's2sad check model.py:price --at "spot=100,rate=0.05,weights=[0.5, 0.5]"',
    )
    check.add_argument(
        "--at", metavar="POINT", required=True, help="the arguments, as Python literals: x=2,y=[1.0, 2.0]"
    )
    _add_wrt(check)
    check.set_defaults(run=_check)


def _add_command(
    commands: argparse._SubParsersAction, name: str, what: str, example: str
) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        name,
        help=what,
        description=f"{what[0].upper()}{what[1:]}.",
        epilog=f"example:\n  {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("target", metavar="FILE.py:FUNC", help=_TARGET_HELP)
    return command


def _add_wrt(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--wrt", metavar="NAMES", help="the arguments to differentiate by: x,y (default: all numbers)"
    )


def _version() -> str:
    try:
        return importlib.metadata.version("s2sad")
    except importlib.metadata.PackageNotFoundError:
        return "(not installed: run from its source)"
