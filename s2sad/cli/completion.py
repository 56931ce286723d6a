"""`completion`: a script that completes commands, options and files in a shell, written by shtab."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from s2sad.cli import options as add
from s2sad.cli.output import write
from s2sad.cli.target import UsageError

SHELLS = ("bash", "zsh", "tcsh")
_FILES = ("target", "targets", "output", "file", "scope")


def add_completion(commands: add.Commands, parser: Callable[[], argparse.ArgumentParser]) -> None:
    completion = add.add_command(
        commands,
        "completion",
        "write a script for a shell that completes commands, options and files",
        'eval "$(s2sad completion bash)"\ns2sad completion zsh > ~/.zfunc/_s2sad',
        lambda options: _completion(options, parser()),
        target=False,
    )
    completion.add_argument("shell", choices=SHELLS)


def _completion(options: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    try:
        import shtab
    except ImportError as error:
        raise UsageError("shtab is not installed: pip install 's2sad[completion]'") from error
    for action in _actions(parser):
        if action.dest in _FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    write(shtab.complete(parser, options.shell))
    return 0


def _actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    found = list(parser._actions)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                found += _actions(command)
    return found
