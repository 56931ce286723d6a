"""Paths of a branch, each lowered on its own."""

import importlib
import sys

import pytest

import s2sad
from s2sad.frontend import lower
from s2sad.runtime.refusals import NoDerivative


def both_assign(x):
    if x > 0.0:
        y, z = x, 1.0
    else:
        z = 2.0
        y = x * z
    return y * z


def one_raises(x):
    if x < 0.0:
        raise ValueError("below zero")
    return x * x


def one_assigns(x):
    if x > 1.0:
        y = x * x
    return y


def both_raise(x):
    if x > 1.0:
        raise ValueError("large")
    else:
        raise KeyError("small")


@pytest.mark.parametrize("f", [both_assign, one_raises, one_assigns, both_raise])
def test_what_paths_leave(same, f):
    same(f, (0.7,), (-1.5,), (2.5,))


def test_a_path_of_the_user_that_cant_be_differentiated_is_no_matter_of_luck(refused):
    def f(x):
        if x > 0.0:
            return x * len(vars())
        return x

    refused(f, "vars()", 0.5)


PACKAGE = """
import math

def cosine(x):
    if x is None or isinstance(x, dict):
        return 0.0
    if x > 5.0:
        return vars()["x"]
    return math.cos(x)

def turned(x, y):
    return cosine(x) * cosine(y) * cosine(x * y) + cosine(x + y)
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    (tmp_path / "turning").mkdir()
    (tmp_path / "turning" / "__init__.py").write_text(PACKAGE)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield importlib.import_module("turning")
    del sys.modules["turning"]


def test_paths_through_packages_are_put_off_together(package, monkeypatch):
    attempts = []

    def counted(function, *rest):
        attempts.append(function)
        return attempt(function, *rest)

    attempt = lower.attempt
    monkeypatch.setattr(lower, "attempt", counted)

    def f(x, y):
        return package.turned(x, y)

    check = s2sad.value_and_grad(f, (0, 1))
    value, slopes = check(0.3, 0.8)
    assert value == f(0.3, 0.8)
    width = 1e-6
    expected = (f(0.3 + width, 0.8) - f(0.3 - width, 0.8)) / (2 * width)
    assert slopes[0] == pytest.approx(expected, rel=1e-6)
    assert attempts.count(f) <= 3
    with pytest.raises(NoDerivative, match="vars"):
        check(6.0, 0.8)
