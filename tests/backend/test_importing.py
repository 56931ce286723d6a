"""Emitted text as a module of its own: what it imports from where, and what it says that it can't."""

import importlib
import runpy
import sys

import pytest

import s2sad

SHAPES = "SIDE = 3.0\n\n\ndef halved(x):\n    return 0.5 * len(str(x))\n"
MODEL = """
import math
import os
from math import exp
from os import path
import numpy as np
import shapes
from shapes import halved

RATE = 0.5
TABLE = [1.0, 2.0]


def note(text):
    return len(text) * RATE


def price(x, model=2.0):
    return x * RATE * TABLE[1] * model


def noted(x):
    return x * note("abc") * path.exists(os.sep) * exp(2.0)


def others(x):
    return x * x * shapes.SIDE * halved(1.0) + np.sin(x) * math.pi


def counted(x, years=RATE):
    return x * years


def of(factor):
    def scaled(x):
        return x * factor * RATE

    return scaled


scaled = of(lambda: 3.0)
"""


@pytest.fixture
def model(tmp_path, monkeypatch):
    """The module `model`, which `shapes` is beside."""
    (tmp_path / "model.py").write_text(MODEL)
    (tmp_path / "shapes.py").write_text(SHAPES)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("model", "shapes"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    yield importlib.import_module("model")
    for name in ("model", "shapes"):
        sys.modules.pop(name, None)


def written(text, tmp_path):
    """The names of a module with this text."""
    file = tmp_path / "made.py"
    file.write_text(text)
    return runpy.run_path(str(file))


def test_names_of_the_users_module_are_read_there(model, tmp_path):
    text = s2sad.emit(model.price, argnums="x")
    slope = written(text, tmp_path)["price_grad"]
    assert slope(1.0) == s2sad.grad(model.price)(1.0) == 2.0
    model.RATE, model.TABLE = 5.0, [0.0, 1.0]
    assert slope(1.0) == s2sad.grad(model.price)(1.0) == 10.0


def test_a_parameter_with_the_name_of_the_module(model):
    text = s2sad.emit(model.price)
    assert "import model as model_1\n" in text and "model_1.RATE" in text


@pytest.mark.parametrize("style", ["folded", "flat"])
@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize("name", ["price", "noted", "others", "counted"])
def test_what_is_written_is_what_runs(model, tmp_path, name, mode, style):
    function = getattr(model, name)
    text = s2sad.emit(function, mode=mode, style=style, argnums="x")
    made = written(text, tmp_path)
    if mode == "reverse":
        assert made[f"{name}_grad"](0.7) == pytest.approx(s2sad.grad(function)(0.7))
    elif name in ("noted", "others"):
        assert made[f"{name}_jvp"](0.7, 1.0) == pytest.approx(s2sad.jvp(function, (0.7,), (1.0,)))


def test_things_of_other_modules_are_imported_from_there(model):
    text = s2sad.emit(model.noted)
    assert "import os.path as path\n" in text and "from math import exp\n" in text
    assert "model.note(" in text
    text = s2sad.emit(model.others)
    assert (
        "import shapes\n" in text and "from shapes import halved\n" in text and "import numpy as np\n" in text
    )


def test_a_closure_variable_is_named(model):
    text = s2sad.emit(model.of(2.5))
    assert "    # not imported here: factor\n" in text and "model.RATE" in text


def test_what_is_of_no_module_that_can_be_imported_is_named():
    space = {"__name__": "__main__", "RATE": 2.0}
    source = "def f(x):\n    return RATE * x\n"
    import linecache

    linecache.cache["<cell>"] = len(source), None, source.splitlines(True), "<cell>"
    exec(compile(source, "<cell>", "exec"), space)
    assert "    # not imported here: RATE\n" in s2sad.emit(space["f"])


def test_standalone_text_has_its_style(model):
    flat = s2sad.emit(model.counted, style="flat", standalone=True)
    assert flat != s2sad.emit(model.counted, standalone=True)
