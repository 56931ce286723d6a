"""`emit`: derivatives as Python code, of a function, several, or a whole file; and whether those in a file are current."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from s2sad import api
from s2sad.cli import options as add
from s2sad.cli.modules import differences, joined
from s2sad.cli.output import refuse_to_overwrite, warn, with_progress, write_code, write_file
from s2sad.cli.point import point_for
from s2sad.cli.target import (
    NothingToDo,
    UsageError,
    active_arguments,
    alone,
    chosen,
    files_of,
    imported_functions,
    parameters_of,
)
from s2sad.errors import DifferentiationError


def add_emit(commands: add.Commands) -> None:
    emit = add.add_command(
        commands,
        "emit",
        "write the derivative of a function as Python code",
        "s2sad emit model.py:price --argnums spot,rate --standalone -o price_grad.py\n"
        "s2sad emit model.py:price model.py:risk --standalone -o model_grad.py\n"
        "s2sad emit model.py --all --standalone -o model_grad.py\n"
        "s2sad emit model.py:solve --types A=float64[:,:],b=float64[:]\n"
        's2sad emit model.py:solve --at "A=np.ones((2, 2)),b=np.ones(2)"\n'
        "s2sad emit model.py:price --standalone -o price_grad.py --check",
        _emit,
        target=False,
    )
    emit.description += "\n\n" + add.IMPORT_NOTE.format("")  # type: ignore[operator]
    emit.add_argument(
        "targets", metavar="FILE.py:FUNC", nargs="+", help=add.TARGET_HELP + "; with --all a FILE.py"
    )
    emit.add_argument("--all", action="store_true", help="all functions of a file but _hidden ones")
    add.add_mode(emit)
    add.add_argnums(emit)
    add.add_types(emit)
    add.add_at(emit, "the types of these values: ")
    add.add_style(emit)
    emit.add_argument(
        "--standalone",
        action="store_true",
        help="a module that runs without s2sad and the file; else it imports what it needs of the file",
    )
    add.add_language(emit)
    add.add_output(emit)
    emit.add_argument(
        "--check",
        action="store_true",
        help="write nothing; exit status 1 if OUT holds another program: syntax trees are compared, not format and comments",
    )


def _emit(options: argparse.Namespace) -> int:
    if options.check and options.output == "-":
        raise UsageError("--check compares with a file: -o OUT says with which")
    if options.at is not None and (options.all or len(options.targets) > 1):
        raise UsageError("--at is for one function; --types is for several")
    if not options.check:
        refuse_to_overwrite(options.output, options.force, options.targets)
    if any(target.endswith(".py") for target in options.targets) and not options.all:
        name = next(target for target in options.targets if target.endswith(".py"))
        raise UsageError(f"{name!r} is not FILE.py:FUNC, as in model.py:price; --all takes all its functions")
    with imported_functions(options.targets, every=options.all) as functions:
        if not options.check:
            refuse_to_overwrite(options.output, True, files_of(functions))
        texts, refused = _texts(options, functions)
    if not texts:
        raise UsageError("there is nothing to write: all functions are left out")
    text = texts[0] if len(texts) == 1 else joined(texts)
    if options.check:
        return max(_compare(Path(options.output), text), refused)
    if options.output == "-":
        write_code(text)
    else:
        write_file(Path(options.output), text)
    return refused


def _texts(options: argparse.Namespace, functions: list[Callable]) -> tuple[list[str], int]:
    """The text for each function; with --all, of those that aren't refused, and 1 if there are any that are."""
    texts, refused = [], 0
    for function in with_progress(functions, len(functions), "function"):
        try:
            texts.append(_text(options, function))
        except DifferentiationError as error:
            if not options.all:
                raise
            warn(f"{function.__name__} is left out: {error}")
            refused = 1
        except NothingToDo as error:
            if not options.all:
                raise
            warn(f"left out: {error}")
    return texts, refused


def _text(options: argparse.Namespace, function: Callable) -> str:
    types = add.read_types(options.types)
    if len(options.targets) > 1 or options.all:
        types = {name: kind for name, kind in types.items() if name in parameters_of(function)}
    argnums, args = chosen(function, options.argnums), ()
    if options.at is not None:
        point = point_for(function, options.at, argnums, types)
        argnums, args = point.active, point.given
    else:
        argnums = active_arguments(function, argnums, types)
    return api.emit(
        function,
        *args,
        mode=options.mode,
        argnums=alone(argnums),
        style=options.style,
        standalone=options.standalone,
        types=types,
        target=options.language,
    )


def _compare(path: Path, text: str) -> int:
    """0 if a file holds this program; 1 if not, and what is different goes to standard error."""
    try:
        old = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"can't read {path}: {error.strerror}") from error
    found = differences(old, text, str(path))
    if not found:
        return 0
    warn("\n".join([*found, f"{path} is out of date: emit it again with --force"]))
    return 1
