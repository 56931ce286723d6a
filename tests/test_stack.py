"""What runs out of Python's stack is done once more on a larger one."""

import contextvars
import threading

import pytest

from s2sad.stack import deep, has_large_stack

PLACE = contextvars.ContextVar("place")


def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)


def test_a_depth_that_python_has_no_stack_for():
    with pytest.raises(RecursionError):
        depth(20_000)
    assert deep(depth)(20_000) == 20_000


def test_only_where_it_has_to():
    threads = []

    @deep
    def work(n):
        threads.append((threading.current_thread() is threading.main_thread(), has_large_stack()))
        return depth(n)

    here = threading.current_thread() is threading.main_thread()
    assert work(10) == 10 and threads == [(here, False)]
    assert work(20_000) == 20_000 and threads[1:] == [(here, False), (False, True)]
    assert not has_large_stack()


def test_errors_and_context_come_through():
    PLACE.set("here")

    @deep
    def work(n):
        depth(n)
        raise KeyError(PLACE.get())

    with pytest.raises(KeyError, match="here"):
        work(20_000)


def test_one_within_another_is_a_part_of_that():
    calls = []

    @deep
    def inner(n):
        calls.append(has_large_stack())
        return depth(n)

    assert deep(lambda: inner(20_000))() == 20_000 and calls == [False, True]
