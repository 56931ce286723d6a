"""`stages` and `opt`: each stage of the way through the compiler, and single passes on the text form of the list."""

from __future__ import annotations

import argparse
import sys

import numpy as np

from s2sad.annotations import kind_of_text
from s2sad.cli import options as add
from s2sad.cli.output import refuse_to_overwrite, write, write_json, write_to
from s2sad.cli.target import UsageError, active_arguments, alone, chosen, existing, imported
from s2sad.ir.parser import parse_module
from s2sad.ir.printer import print_module
from s2sad.ir.text_tokens import ParseError
from s2sad.ir.verify import InvalidIR, verify
from s2sad.show import views
from s2sad.show.stages import PASSES


def add_stages(commands: add.Commands) -> None:
    stages = add.add_command(
        commands,
        "stages",
        "show the Wengert list after each stage of the compiler, and the text at the end",
        "s2sad stages model.py:price\ns2sad stages model.py:price --pass cse",
        _stages,
    )
    stages.add_argument(
        "--pass",
        dest="stage",
        metavar="NAME",
        help="this one only: lower, differentiate, text, or a pass of the clean-up (s2sad opt --list)",
    )
    add.add_mode(stages)
    add.add_style(stages)
    add.add_language(stages)
    add.add_argnums(stages)
    add.add_types(stages)
    add.add_json(stages)
    _add_opt(commands)


def _add_opt(commands: add.Commands) -> None:
    opt = add.add_command(
        commands,
        "opt",
        "run one pass on the text form of a Wengert list; the modules that it names are imported",
        "s2sad wengert model.py:price > price.ir\ns2sad opt --pass grad price.ir\ns2sad opt --list",
        _opt,
        target=False,
    )
    opt.add_argument("file", metavar="FILE.ir", nargs="?", help="a Wengert list; - is standard input")
    opt.add_argument(
        "--pass", dest="stages", metavar="NAME", action="append", help="may be given several times"
    )
    opt.add_argument("--scope", metavar="FILE.py:FUNC", help="the function whose names `$name` means")
    opt.add_argument("--list", action="store_true", help="list the passes")
    add.add_types(opt)
    add.add_output(opt)


def _stages(options: argparse.Namespace) -> int:
    types = add.read_types(options.types)
    with imported(options.target) as function:
        argnums = active_arguments(function, chosen(function, options.argnums), types)
        shots = views.stages(
            function,
            mode=options.mode,
            argnums=alone(argnums),
            style=options.style,
            types=types,
            target=options.language,
        )
    if options.stage is not None:
        names = dict.fromkeys(shot.name for shot in shots)
        if options.stage not in (*names, *PASSES):
            raise UsageError(f"--pass: there is no stage {options.stage!r}; there are {', '.join(names)}")
        shots = [shot for shot in shots if shot.name == options.stage]
        if not shots:
            write(f"{options.stage} changes nothing")
            return 0
    if options.json:
        write_json([{"stage": shot.name, "text": shot.text} for shot in shots])
    else:
        write("\n".join(f"# ---- {shot.name}\n\n{shot.text}" for shot in shots))
    return 0


def _opt(options: argparse.Namespace) -> int:
    if options.list:
        size = max(map(len, PASSES))
        write("\n".join(f"{one.name:<{size}}  {one.about}" for one in PASSES.values()))
        return 0
    if options.file is None or not options.stages:
        raise UsageError("it takes a FILE.ir and a --pass; --list lists the passes")
    for name in options.stages:
        if name not in PASSES:
            raise UsageError(f"--pass: there is no pass {name!r}; there are {', '.join(PASSES)}")
    kinds = {name: kind_of_text(text) for name, text in add.read_types(options.types).items()}
    text = _read(options.file)
    refuse_to_overwrite(options.output, options.force, filter(None, [options.file, options.scope]))
    if options.scope is None:
        made = _run(text, options.stages, kinds, None)
    else:
        with imported(options.scope) as function:
            made = _run(text, options.stages, kinds, function)
    write_to(options.output, made)
    return 0


def _read(file: str) -> str:
    if file == "-":
        return sys.stdin.read()
    try:
        return existing(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"can't read {file}: {error}") from error


def _run(text: str, names: list[str], kinds: dict, function: object) -> str:
    scope = dict(getattr(function, "__globals__", {"np": np}))
    try:
        module = parse_module(text, scope, function if function is not None else _no_scope)
        if not module.functions:
            raise UsageError("this is no Wengert list: it has no function")
        verify(module)
        names_of = dict.fromkeys(param.var.name for one in module.functions for param in one.params)
        if unknown := [name for name in kinds if name not in names_of]:
            raise UsageError(
                f"--types: the list has no parameter {unknown[0]!r}; it has {', '.join(names_of)}"
            )
        for name in names:
            module = PASSES[name].run(module, kinds)
            verify(module)
    except ParseError as error:
        raise UsageError(f"this is no Wengert list: {error}") from error
    except InvalidIR as error:
        raise UsageError(f"this Wengert list is not valid: {error}") from error
    return print_module(module)


def _no_scope() -> None:
    """Stands for the user's function where none is given: `$math.sin` is found by importing `math`."""
