"""`rules`: the derivative rules, listed, searched, or one of them with its formula and its source."""

from __future__ import annotations

import argparse

from s2sad.cli import options as add
from s2sad.cli.output import write_json, write_shown
from s2sad.cli.target import UsageError
from s2sad.show import rulebook


def add_rules(commands: add.Commands) -> None:
    rules = add.add_command(
        commands,
        "rules",
        "list the functions that have a derivative, search them, or show a rule",
        "s2sad rules\ns2sad rules arc\ns2sad rules --show math.atan2\ns2sad rules --scipy gamma",
        _rules,
        target=False,
    )
    rules.add_argument(
        "text", metavar="TEXT", nargs="?", help="those with this in their name, functions or formula"
    )
    rules.add_argument("--show", metavar="NAME", help="all about a rule, by its name or a function's")
    rules.add_argument("--scipy", action="store_true", help="those for SciPy, too (SciPy has to be there)")
    add.add_json(rules)


def _rules(options: argparse.Namespace) -> int:
    try:
        found = rulebook.entries(options.scipy)
    except ImportError as error:
        raise UsageError(f"--scipy: SciPy can't be imported: {error}") from error
    if options.show is not None:
        found = [one for one in found if one.is_for(options.show)]
        if not found:
            more = "" if options.scipy else "; --scipy has those for SciPy"
            raise UsageError(f"there is no rule for {options.show}{more}")
    if options.text is not None:
        found = [one for one in found if one.matches(options.text)]
    if options.json:
        write_json([one.as_data() for one in found])
    elif options.show is not None:
        for one in found:
            write_shown(rulebook.shown(one))
    elif found:
        write_shown(rulebook.listed(found))
    else:
        raise UsageError(f"no rule has {options.text!r} in its name, its functions or its formula")
    return 0
