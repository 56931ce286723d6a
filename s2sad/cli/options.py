"""What several commands take, and what it means."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import Any

from s2sad.cli.target import UsageError

Commands = Any  # what argparse adds commands to
_FORMATS = {
    **{".html": "html", ".htm": "html", ".md": "markdown", ".tex": "latex", ".json": "json", ".ir": "ir"},
    **{".svg": "svg", ".dot": "dot", ".gv": "dot", ".mmd": "mermaid"},
}
TARGET_HELP = "a function of a Python file: model.py:price (the file is imported)"
IMPORT_NOTE = "The file is imported. Beyond that nothing in it runs{}."


def add_command(
    commands: Commands,
    name: str,
    what: str,
    examples: str,
    run: Callable[[argparse.Namespace], int],
    runs: str = "",
    target: bool = True,
) -> argparse.ArgumentParser:
    """A command with its help; `runs` says what of the user's it runs beyond the import."""
    note = "\n\n" + IMPORT_NOTE.format(f", except {runs}" if runs else "") if target else ""
    several = "s" if "\n" in examples else ""
    command: argparse.ArgumentParser = commands.add_parser(
        name,
        help=what,
        description=f"{what[0].upper()}{what[1:]}.{note}",
        epilog=f"example{several}:\n  " + examples.replace("\n", "\n  "),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    if target:
        command.add_argument("target", metavar="FILE.py:FUNC", help=TARGET_HELP)
    command.set_defaults(run=run)
    return command


def add_argnums(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--argnums",
        "--wrt",
        metavar="NAMES",
        help="the arguments to differentiate by: x,y (default: all numbers)",
    )


def add_types(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--types",
        metavar="TYPES",
        help="types in the place of annotations: x=float,n=int,xs=list[float],A=float64[:,:]",
    )


def add_at(command: argparse.ArgumentParser, what: str = "the arguments: ", required: bool = False) -> None:
    command.add_argument(
        "--at",
        metavar="POINT",
        required=required,
        help=f"{what}Python literals and arrays, x=2,y=[1.0, 2.0],A=np.ones((2, 3))",
    )


def add_mode(command: argparse.ArgumentParser) -> None:
    command.add_argument("--mode", choices=("reverse", "forward"), default="reverse", help="default: reverse")


def add_style(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--style",
        choices=("folded", "flat"),
        default="folded",
        help="folded: as a person would write it (default); flat: one operation a line",
    )


def add_language(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--target",
        dest="language",
        choices=("python", "numba"),
        default="python",
        help="numba: loops that Numba compiles, in a module that needs Numba and NumPy alone",
    )


def add_json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="as JSON, for programs to read")


def add_format(command: argparse.ArgumentParser, formats: Sequence[str]) -> None:
    named = f"default: what the name of OUT says (x.html), else {formats[0]}"
    command.add_argument("--format", choices=formats, help=named)
    command.add_argument(
        "--json", dest="format", action="store_const", const="json", help="the same as --format json"
    )
    command.set_defaults(formats=formats)
    add_output(command)


def format_of(options: argparse.Namespace) -> str:
    """The format that is asked for, or that the name of the file says, or the first one of the command."""
    by_suffix = _FORMATS.get(PurePath(options.output).suffix.lower(), "")
    return str(options.format or (by_suffix if by_suffix in options.formats else options.formats[0]))


def add_output(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "-o", "--output", metavar="OUT", default="-", help="the file to write; - is standard output"
    )
    command.add_argument("--force", action="store_true", help="overwrite OUT if it exists")


def read_types(text: str | None) -> dict[str, str]:
    """The types by name of `x=float,A=float64[:,:]`. Raises UsageError for what is none."""
    found: dict[str, str] = {}
    for part in _parts(text or ""):
        name, equals, kind = (piece.strip() for piece in part.partition("="))
        if not equals or not name.isidentifier() or name in found:
            raise UsageError(f"--types: {part.strip()!r} is not NAME=TYPE, as in x=float,A=float64[:,:]")
        found[name] = kind
    return found


def _parts(text: str) -> list[str]:
    """The parts between the commas that are in no brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "[") - (letter == "]")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts if any(part.strip() for part in parts) else []
