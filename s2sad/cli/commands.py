"""The commands in one parser, and what becomes of errors.

Exit status: 0, or 1 for a function that is refused, a derivative that does not agree or is out of date, or 2 for wrong
use.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import sys
from collections.abc import Sequence

from s2sad.cli.checking import add_check
from s2sad.cli.completion import add_completion
from s2sad.cli.emitting import add_emit
from s2sad.cli.rules import add_rules
from s2sad.cli.staging import add_stages
from s2sad.cli.target import UsageError
from s2sad.cli.timing import add_bench
from s2sad.cli.viewing import add_views
from s2sad.errors import DifferentiationError

_BROKEN_PIPE = 141  # as a shell reports a program that SIGPIPE ended
_INTERRUPTED = 130  # and that SIGINT ended


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, `sys.argv` without one; returns the exit status."""
    options = parser().parse_args(arguments)
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
    except KeyboardInterrupt:
        print(f"\ns2sad {options.command}: interrupted", file=sys.stderr)
        return _INTERRUPTED
    return status


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    made = argparse.ArgumentParser(
        prog="s2sad",
        description="Reads the source of a Python function, and writes the source of its derivative.",
        epilog="example:\n  s2sad emit model.py:price --standalone -o price_grad.py\n\n"
        "The file is imported. Beyond that nothing in it runs, except by check, bench and --at.\n"
        "s2sad COMMAND --help tells more.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--version", action="version", version=f"s2sad {_version()}")
    commands = made.add_subparsers(dest="command", metavar="COMMAND", required=True)
    add_emit(commands)
    add_views(commands)
    add_check(commands)
    add_bench(commands)
    add_stages(commands)
    add_rules(commands)
    add_completion(commands, parser)
    return made


def _version() -> str:
    try:
        return importlib.metadata.version("s2sad")
    except importlib.metadata.PackageNotFoundError:
        return "(not installed: run from its source)"
