"""The command line: emit derivatives, show Wengert lists, check gradients against differences."""

from s2sad.cli.commands import main

__all__ = ["main"]
