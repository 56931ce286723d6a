"""What several commands take, and what it means."""

import argparse

import pytest

from s2sad.cli import options
from s2sad.cli.target import UsageError


@pytest.mark.parametrize(
    "text, types",
    [
        (None, {}),
        ("", {}),
        ("x=float", {"x": "float"}),
        ("x=float, n = int", {"x": "float", "n": "int"}),
        ("A=float64[:,:],xs=list[float]", {"A": "float64[:,:]", "xs": "list[float]"}),
        ("p=tuple[float,list[int]],q=int", {"p": "tuple[float,list[int]]", "q": "int"}),
    ],
)
def test_types_by_name(text, types):
    assert options.read_types(text) == types


@pytest.mark.parametrize("text", ["x", "x=float,", "1=float", "x=int,x=float", "=int"])
def test_what_are_none(text):
    with pytest.raises(UsageError, match="is not NAME=TYPE"):
        options.read_types(text)


def parsed(*words):
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers()
    command = options.add_command(commands, "show", "show it", "one\ntwo", print, "the function")
    options.add_format(command, ("text", "html", "json"))
    options.add_argnums(command)
    options.add_style(command)
    return parser.parse_args(["show", "m.py:f", *words]), command


@pytest.mark.parametrize(
    "words, form",
    [
        ((), "text"),
        (("-o", "x.html"), "html"),
        (("-o", "x.HTM"), "html"),
        (("-o", "x.tex"), "text"),
        (("-o", "x.html", "--format", "text"), "text"),
        (("--json",), "json"),
    ],
)
def test_the_format_is_asked_for_or_said_by_the_name_of_the_file(words, form):
    assert options.format_of(parsed(*words)[0]) == form


def test_what_a_command_says_of_itself():
    found, command = parsed("--wrt", "x,y")
    assert (found.target, found.argnums, found.style, found.run) == ("m.py:f", "x,y", "folded", print)
    text = command.format_help()
    assert "Show it." in text and "Beyond that nothing in it runs, except the function." in text
    assert "examples:\n  one\n  two" in text
