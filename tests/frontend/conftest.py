"""Functions as Wengert lists: their outline, and whether the list computes what the function does."""

from __future__ import annotations

import ast
import copy
import inspect
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from s2sad.errors import DifferentiationError
from s2sad.frontend.lower import lower
from s2sad.frontend.program import Argument, Arguments
from s2sad.ir.evaluate import evaluate
from s2sad.ir.nodes import Block, Closure, For, FunctionRef, If, Module, Node, Ref, Try, While, blocks_of
from s2sad.ir.operations import operation_of
from s2sad.ir.value_kinds import kind_of
from s2sad.ir.verify import verify
from s2sad.rules.book import STANDARD
from s2sad.rules.view import View
from s2sad.stack import deep

_WORDS = {If: "if", For: "for", While: "while", Try: "try"}


def argument(value: Any) -> Argument:
    """How a value is given: floats and what holds them are differentiated."""
    kind = kind_of(value)
    function = callable(value) and not isinstance(value, type)
    varied = any(holds_floats(value))
    return Argument(kind, varied, value if function else None)


def holds_floats(value: Any) -> Iterator[bool]:
    if isinstance(value, (list, tuple, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from holds_floats(item)
    yield isinstance(value, float)


class Lowered:
    """The Wengert list of a function for the kinds of example arguments."""

    def __init__(self, fun: Callable, args: tuple, kwargs: dict[str, Any]) -> None:
        named = tuple((name, argument(value)) for name, value in kwargs.items())
        self.fun, self.args, self.kwargs = fun, args, kwargs
        arguments = Arguments(tuple(map(argument, args)), named)
        self.module: Module = deep(lower)(
            fun, arguments, View(STANDARD)
        ).module  # as whole functions are compiled
        verify(self.module)

    @property
    def outline(self) -> str:
        """The operations in order, blocks in braces."""
        return outline_of(self.module.main.body)

    def function(self, name: str) -> str:
        return outline_of(self.module[name].body)

    @property
    def names(self) -> list[str]:
        return [function.name for function in self.module.functions]

    def run(self, *args: Any, **kwargs: Any) -> Any:
        given = self.module.main.params
        functions = {i for i, arg in enumerate(args) if callable(arg) and not isinstance(arg, type)}
        assert len(args) <= len(given) or not functions
        return evaluate(self.module.main, args, kwargs, self.module)


def outline_of(block: Block) -> str:
    return " ".join(map(word_of, block.entries))


def word_of(node: Node) -> str:
    if isinstance(node, Closure):
        return f"def{{{outline_of(node.function.body)}}}"
    blocks = blocks_of(node)
    if blocks:
        word = _WORDS.get(type(node), "with")
        return f"{word}{{{' | '.join(map(outline_of, blocks))}}}"
    known = operation_of(node)
    if known:
        return known
    fn = node.fn  # type: ignore[union-attr]
    return f"@{fn.name}" if isinstance(fn, FunctionRef) else fn.path if isinstance(fn, Ref) else f"%{fn.name}"


@pytest.fixture
def lowered() -> Callable[..., Lowered]:
    """Lower a function for the kinds of these arguments."""
    return lambda fun, *args, **kwargs: Lowered(fun, args, kwargs)


@pytest.fixture
def same() -> Callable[..., Lowered]:
    """Lower for the first arguments; the list gives what the function gives, for these and for others."""

    def same(fun: Callable, *every: tuple) -> Lowered:
        made = Lowered(fun, every[0], {})
        for args in every:
            wanted = result_of(lambda args=args: fun(*copy.deepcopy(args)))
            found = result_of(lambda args=args: made.run(*copy.deepcopy(args)))
            assert found == wanted
        return made

    return same


def result_of(action: Callable) -> tuple:
    """The value that something gives, or the error."""
    try:
        return "value", repr(action())
    except UnboundLocalError:  # the list has names of its own
        return "error", "UnboundLocalError"
    except Exception as error:
        return "error", type(error).__name__, str(error).partition("\n")[0]  # pytest adds lines to assertions


@pytest.fixture
def refused() -> Callable[..., DifferentiationError]:
    """The function is refused for these arguments, at a line that has the text."""

    def refused(fun: Callable, text: str, *args: Any) -> DifferentiationError:
        with pytest.raises(DifferentiationError) as found:
            Lowered(fun, args, {})
        error = found.value
        assert error.location is not None
        with open(error.location.file, encoding="utf-8") as file:
            line = file.read().splitlines()[error.location.line - 1]
        assert text in line
        assert error.location.file == inspect.getsourcefile(fun)
        assert error.hint
        return error

    return refused


@pytest.fixture
def tree() -> Callable[[str], Any]:
    """The syntax tree of the first statement of a text."""
    return lambda text: ast.parse(textwrap.dedent(text)).body[0]
