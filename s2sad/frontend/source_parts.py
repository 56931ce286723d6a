"""The part of a file that holds one function: a long file isn't parsed for a short function in it.

    import numpy as np                  line 1

    def f(x):                           line 3  →  two empty lines, `def f(x):` and its body
        return np.sin(x)

    def g(x): …                         line 6

Lines count as they do in the file. The statement is found by its margin, which a text over several lines can mislead;
so what is found has to be compared with the function as it runs.
"""

import ast
import functools

_CLOSES = (")", "]", "}", "#")
_GOES_ON = ("else:", "elif ", "except", "finally:")
_IMPORTS = ("import ", "from ")


def statement_around(text: str, line: int) -> str:
    """The statement at the margin that holds a line, below as many empty lines as there are lines above it."""
    lines = _lines(text)
    first = min(line, len(lines)) - 1
    while first > 0 and not _begins(lines[first]):
        first -= 1
    return "\n" * first + "\n".join(lines[first : _end(lines, first)])


@functools.lru_cache(maxsize=16)
def imports_at_the_margin(text: str) -> list[ast.stmt]:
    """The imports that stand at the margin of a file; none if they can't be told by that."""
    lines = _lines(text)
    starts = [i for i, line in enumerate(lines) if line.startswith(_IMPORTS) and "__future__" not in line]
    try:
        return ast.parse("\n".join("\n".join(lines[i : _end(lines, i)]) for i in starts)).body
    except SyntaxError:
        return []


@functools.lru_cache(maxsize=16)
def _lines(text: str) -> list[str]:
    return text.split("\n")


def _begins(line: str) -> bool:
    """Whether a statement may begin here, or one of its decorators."""
    return line[:1].strip() != "" and not line.startswith((*_CLOSES, *_GOES_ON))


def _end(lines: list[str], first: int) -> int:
    """The line after a statement, which begins with its decorators."""
    place = first
    while lines[place].startswith("@"):
        place = next((i for i in range(place + 1, len(lines)) if _begins(lines[i])), len(lines) - 1)
    return next((i for i in range(place + 1, len(lines)) if _begins(lines[i])), len(lines))
