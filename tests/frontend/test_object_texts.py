"""Objects as texts: what is printed is what Python prints."""

import dataclasses
import logging
from typing import NamedTuple

import pytest

import s2sad


class Money:
    def __init__(self, v):
        self.v = v

    def __format__(self, spec):
        return format(self.v, spec or ".2f") + " EUR"


class Named:
    def __init__(self, v):
        self.v = v

    def __str__(self):
        return f"Named({self.v:.3f})"

    def __repr__(self):
        return f"<{self.v!r}>"


class OnlyRepr(Money):
    __format__ = object.__format__

    def __repr__(self):
        return f"OnlyRepr({self.v})"


@dataclasses.dataclass
class Field:
    v: float
    inner: object = None
    hidden: float = dataclasses.field(default=1.0, repr=False)


@dataclasses.dataclass
class Told(Field):
    def __str__(self):
        return "told"


class Row(NamedTuple):
    v: float
    w: float = 2.0


PRINTS = [
    'f"{Money(x)} {Money(y):.4f}"',
    'f"{Named(x)} {Named(x)!r:>30} {Named(y)!s:^20}"',
    "Named(x), str(Named(y)), repr(Named(y)), 2.0, sep='; '",
    "OnlyRepr(x), f'{OnlyRepr(y)}', format(OnlyRepr(x))",
    "Field(x), repr(Field(y, Field(x))), str(Told(y)), repr(Told(y))",
    "format(Money(x), '.1f'), format(Money(y)), Row(x)",
    "*(str(each) for each in [Named(x), OnlyRepr(y)])",
    "', '.join(map(repr, [Named(x), Named(y)]))",
]


@pytest.mark.parametrize("text", PRINTS)
def test_what_is_printed_is_what_python_prints(tmp_path, capsys, text):
    names = {name: value for name, value in globals().items() if isinstance(value, type)}
    path = tmp_path / "printed.py"
    path.write_text(f"def f(x, y):\n    print({text})\n    return x * y\n")
    exec(compile(path.read_text(), str(path), "exec"), names)
    names["f"](1.3, 0.6)
    expected = capsys.readouterr().out
    assert s2sad.grad(names["f"], (0, 1))(1.3, 0.6) == (0.6, 1.3)
    assert capsys.readouterr().out == expected
    assert s2sad.jvp(names["f"], (1.3, 0.6), (1.0, 0.0)) == (1.3 * 0.6, 0.6)
    assert capsys.readouterr().out == expected


def in_a_loop(x, y):
    objects = [Named(x), Named(y)]
    for each in objects:
        each.v *= x
        print(each, f"{each!r}")
        if each.v < 0.0:
            raise ValueError(f"negative: {each} {Money(x)} {object}")
    return objects[0].v * objects[1].v


def test_objects_in_lists(capsys, check):
    in_a_loop(1.3, 0.6)
    expected = capsys.readouterr().out
    s2sad.grad(in_a_loop)(1.3, 0.6)
    assert capsys.readouterr().out == expected
    with pytest.raises(ValueError, match="negative"):
        s2sad.grad(in_a_loop)(1.3, -0.6)


def test_a_text_of_an_object_is_one_of_its_numbers(refused):
    def f(x):
        return float(f"{Named(x)}"[6:-1]) * x

    assert "text and back" in str(refused(f, "float(", 0.5))


# ruff: noqa: UP031
def shown(x):
    named, money = Named(x), Money(x)
    print("%s|%r|%%|%d" % (named, named, 3), "%9s" % money.v, "%s" % [named], "%r" % ((named,),))
    return named.v * money.v


def logged(x):
    named = Named(x)
    LOG.warning("%s of %r at %d", named, [named], 2)
    logging.getLogger("texts").error("%r", named)
    return named.v * x


LOG = logging.getLogger("texts")


@pytest.mark.parametrize("f", [shown, logged])
def test_texts_with_places(capsys, caplog, f):
    f(0.7)
    expected, lines = capsys.readouterr().out, [r.getMessage() for r in caplog.records]
    caplog.clear()
    assert s2sad.grad(f)(0.7) == 1.4
    assert capsys.readouterr().out == expected and [r.getMessage() for r in caplog.records] == lines
