"""Python's stack is no limit of the size of a function: what doesn't fit runs once more where there is more of it.

    @deep
    def compile(function): …            compile(f)      RecursionError
                                                   →    a thread with a stack of 512 MB and a limit to match

Syntax trees and Wengert lists nest as the user's program does, and are gone through recursively. Nearly all programs fit
into the stack as it is; so the thread is made only after a RecursionError, and what was begun is begun anew there.
"""

from __future__ import annotations

import contextvars
import functools
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

P = TypeVar("P", bound=Callable[..., Any])

_SIZES = tuple(megabytes << 20 for megabytes in (512, 128, 48))
_BYTES_A_CALL = 2048
_ONE = threading.Lock()


class _Place(threading.local):
    """Of a thread: whether it is in something that will be done once more, and whether this is that."""

    begun = False
    large = False


_place = _Place()


def has_large_stack() -> bool:
    """Whether there is no more stack to be had than here."""
    return _place.large


def deep(function: P) -> P:
    """The function, done once more on a large stack if it runs out of Python's.

    It must have no effects before it is done. Within another such function it is a part of that.
    """

    @functools.wraps(function)
    def done(*args: Any, **kwargs: Any) -> Any:
        if _place.begun:
            return function(*args, **kwargs)
        _place.begun = True
        try:
            return function(*args, **kwargs)
        except RecursionError:
            pass
        finally:
            _place.begun = False
        return _on_large_stack(functools.partial(function, *args, **kwargs))

    return done  # type: ignore[return-value]


def _on_large_stack(work: Callable[[], Any]) -> Any:
    """What `work` returns or raises on a thread of its own, in the same context."""
    outcome: list[Any] = []
    context = contextvars.copy_context()

    def run() -> None:
        _place.begun = _place.large = True
        try:
            outcome.append(context.run(work))
        except BaseException as error:
            outcome.append(None)
            outcome.append(error)

    with _ONE, _room(run) as thread:
        thread.join()
    if len(outcome) > 1:
        raise outcome[1]
    return outcome[0]


@contextmanager
def _room(run: Callable[[], None]) -> Iterator[threading.Thread]:
    """A thread that has begun to run, with as much stack as there is, and a limit of recursion to match."""
    before = threading.stack_size(), sys.getrecursionlimit()
    thread = threading.Thread(target=run)
    try:
        for size in _SIZES:
            threading.stack_size(size)
            sys.setrecursionlimit(max(before[1], size // _BYTES_A_CALL))
            try:
                thread.start()
                break
            except (RuntimeError, MemoryError):  # less memory may be had
                thread = threading.Thread(target=run)
        else:
            raise RecursionError("a function is too large for the stack")
        threading.stack_size(before[0])
        yield thread
    finally:
        threading.stack_size(before[0])
        sys.setrecursionlimit(before[1])
