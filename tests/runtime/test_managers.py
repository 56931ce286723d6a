"""Context managers that only the running program knows."""

import contextlib

import pytest

from s2sad.runtime.managers import unended
from s2sad.runtime.refusals import RefusedValue


@contextlib.contextmanager
def noted(log):
    log.append("in")
    yield "entered"
    log.append("out")


def test_it_does_what_the_manager_does():
    log = []
    with unended(noted(log)) as entered:
        log.append(entered)
    assert log == ["in", "entered", "out"]


def test_an_exception_goes_on():
    with pytest.raises(KeyError), unended(contextlib.nullcontext()):
        raise KeyError


def test_one_that_is_ended_is_refused():
    with pytest.raises(RefusedValue, match="has ended an exception"), unended(contextlib.suppress(KeyError)):
        raise KeyError
