"""`check`: both modes beside central differences."""

from __future__ import annotations

import argparse

from s2sad.cli import options as add
from s2sad.cli.check import blamed, compare, table
from s2sad.cli.output import write, write_json
from s2sad.cli.point import point_for
from s2sad.cli.target import chosen, imported


def add_check(commands: add.Commands) -> None:
    check = add.add_command(
        commands,
        "check",
        "compare both modes with central differences; exit status 1 if they do not agree",
        's2sad check model.py:price --at "spot=100,rate=0.05,weights=[0.5, 0.5]"',
        _check,
        "the function",
    )
    add.add_at(check, required=True)
    add.add_argnums(check)
    add.add_types(check)
    add.add_json(check)


def _check(options: argparse.Namespace) -> int:
    types = add.read_types(options.types)
    with imported(options.target) as function:
        point = point_for(function, options.at, chosen(function, options.argnums), types)
        rows = compare(function, point)
        agree = all(row.agrees for row in rows)
        remark = "" if agree else blamed(function, point)
    if options.json:
        numbers = [{**vars(row), "agrees": row.agrees} for row in rows]
        write_json({"agree": agree, "numbers": numbers, "remark": remark.rstrip("\n")})
    else:
        verdict = "the derivatives agree" if agree else "the derivatives do not agree"
        write(f"{table(rows)}\n\n{verdict}\n{remark}")
    return 0 if agree else 1
