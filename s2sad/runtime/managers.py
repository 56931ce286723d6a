"""Context managers that only the running program knows."""

import contextlib
from collections.abc import Iterator
from typing import Any

from s2sad.runtime.refusals import RefusedValue


def unended(manager: Any) -> Any:
    """A manager that raises ValueError where it ends an exception: what follows is differentiated as if none had come."""

    def around() -> Iterator[Any]:
        ended = True
        with manager as entered:
            yield entered
            ended = False
        if ended:
            raise RefusedValue(
                "a context manager that isn't known before the program runs has ended an exception: write `try` and `except`"
            )

    return contextlib.contextmanager(around)()
