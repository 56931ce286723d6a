"""Where output goes: standard output as UTF-8, in colours on a terminal that has them, or a file."""

from __future__ import annotations

import contextlib
import io
import json
import math
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from s2sad.cli.target import UsageError
from s2sad.show.terminal import console_for, show

Item = TypeVar("Item")


def write(text: str) -> None:
    """To standard output; as UTF-8, because that is what Python code is written in."""
    with _standard_output():
        print(text.rstrip("\n"), flush=True)


def write_code(text: str) -> None:
    """Python code to standard output, in colours where the terminal has them."""
    console = console_for(sys.stdout)
    if console is None:
        write(text)
        return
    from rich.syntax import Syntax

    with _standard_output():
        console.print(Syntax(text.rstrip("\n"), "python", theme="ansi_dark", background_color="default"))


def write_shown(shown: Any) -> None:
    """Something with tables to standard output, in colours where the terminal has them."""
    if console_for(sys.stdout) is None:
        write(str(shown))
        return
    with _standard_output():
        show(shown)


def write_json(data: Any) -> None:
    """Data for programs to standard output."""
    write(as_json(data))


def as_json(data: Any) -> str:
    """Data as JSON; numbers that are not finite, which JSON doesn't have, are texts."""
    return json.dumps(_finite(data), indent=2, ensure_ascii=False)


def _finite(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _finite(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_finite(value) for value in data]
    if isinstance(data, float) and not math.isfinite(data):
        return str(data)
    return data


@contextlib.contextmanager
def _standard_output() -> Iterator[None]:
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        yield
    except OSError as error:
        # Python would try again with what is left in the buffer when it ends, and complain then.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise
        raise UsageError(f"can't write to standard output: {error.strerror}") from error


def write_file(path: Path, text: str) -> None:
    try:
        path.write_text(text.rstrip("\n") + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"can't write {path}: {error.strerror}") from error


def refuse_to_overwrite(output: str, force: bool, sources: Iterable[str] = ()) -> None:
    """Raises UsageError where a file would be lost: one of the `sources` in any case, another one without `force`."""
    if output == "-" or not Path(output).exists():
        return
    for source in sources:
        file = Path(source.rpartition(":")[0] or source)
        if any(one.exists() and one.samefile(output) for one in (Path(source), file)):
            raise UsageError(
                f"{output} is what this is made from, and is not overwritten; give another -o OUT"
            )
    if not force:
        raise UsageError(f"{output} exists; --force overwrites it")


def write_to(output: str, text: str) -> None:
    """To a file, or to standard output if that is `-`."""
    if output == "-":
        write(text)
    else:
        write_file(Path(output), text)


def warn(text: str) -> None:
    """A remark to standard error."""
    print(text, file=sys.stderr)


def with_progress(items: Iterable[Item], count: int, what: str) -> Iterator[Item]:
    """The items; on a terminal, standard error says how far it is."""
    is_shown = count > 1 and sys.stderr.isatty()
    for number, item in enumerate(items, 1):
        if is_shown:
            print(f"\r{what} {number} of {count}", end="", file=sys.stderr, flush=True)
        yield item
    if is_shown:
        print("\r" + " " * (len(what) + 24) + "\r", end="", file=sys.stderr, flush=True)
