"""The docstrings of what is public: their examples give what they say, and the reference has all of them."""

import doctest
import importlib
import pathlib
import re

import pytest

import s2sad

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
MODULES = sorted({getattr(s2sad, name).__module__ for name in s2sad.__all__})


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_give_what_they_say(name):
    module = importlib.import_module(name)
    found = doctest.testmod(module, extraglobs={"s2sad": s2sad})
    assert found.failed == 0


def test_there_are_examples_in_docstrings():
    found = doctest.testmod(importlib.import_module("s2sad.api"))
    assert found.attempted > 5


@pytest.mark.parametrize("name", s2sad.__all__)
def test_the_reference_has_what_is_public(name):
    page = (DOCS / "reference.md").read_text(encoding="utf-8")
    errors = (DOCS / "errors.md").read_text(encoding="utf-8")
    assert re.search(rf"^::: s2sad\.{name}$", page, re.MULTILINE) or f"## {name}\n" in errors


@pytest.mark.parametrize("name", s2sad.__all__)
def test_what_is_public_has_a_docstring(name):
    assert getattr(s2sad, name).__doc__.strip()
