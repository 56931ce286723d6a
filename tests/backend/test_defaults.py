"""Defaults in emitted modules: what is written can be imported, and is the default of the function."""

import importlib
import sys

import pytest

import s2sad
from s2sad.backend.defined import checked_module

MODEL = """
import dataclasses, enum, functools, math
import numpy as np

class Kind(enum.Enum):
    SOFT = 1.0

@dataclasses.dataclass(frozen=True)
class Spring:
    k: float = 3.0

SPRING, KNOTS, PAIR = Spring(), np.array([1.0, 2.0]), (1, 2)

def pair(x: float, t=(1, 2)): return x * t[1]
def nested(x: float, t=(1.0, (2.0, "a"), None)): return x * t[1][0]
def single(x: float, t=(3,)): return x * t[0]
def named(x: float, t=PAIR): return x * t[1]
def keyword(x: float, *, t=(1, 2), k=4.0): return x * t[1] * k
def items(x: float, t=[1.0, 2.0]): return x * t[1]
def mapping(x: float, t={"a": 5.0}): return x * t["a"]
def infinite(x: float, t=(float("inf"), -0.0, 2.0)): return x * t[2]
def others(x: float, a="a", b=b"b", c=..., d=None, e=True, f=2j): return x if a == "a" else 2.0 * x
def record(x: float, s=SPRING): return x * s.k
def member(x: float, kind=Kind.SOFT): return x * 2.0 if kind is Kind.SOFT else x
def array(x: float, t=KNOTS): return np.sum(x * t)
def made_here(x: float, t=Spring(5.0)): return x * t.k
def numpy_number(x: float, t=np.float64(2.5)): return x * t
def sliced(x: float, t=slice(0, 2)): return sum([x, x, x][t])
def ranged(x: float, t=range(3)): return sum(x * i for i in t)
def function(x: float, t=math.sin): return t(x)
def unnamed(x: float, t=lambda y: y * 3.0): return t(x)
def object_of_nothing(x: float, t=object(), *, u=frozenset((1,))): return x * 2.0
"""
NAMES = [line.partition("(")[0][4:] for line in MODEL.splitlines() if line.startswith("def ")]
WRITTEN_OUT = NAMES[: NAMES.index("record")]


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("defaults")
    (folder / "model_with_defaults.py").write_text(MODEL)
    sys.path.insert(0, str(folder))
    yield importlib.import_module("model_with_defaults")
    sys.path.remove(str(folder))


@pytest.mark.parametrize("name", NAMES)
def test_a_module_with_defaults_can_be_imported(model, name):
    function = getattr(model, name)
    names = {}
    exec(s2sad.emit(function, argnums="x"), names)
    found = names[f"{name}_grad"](1.5)
    assert found == pytest.approx((function(1.5 + 1e-6) - function(1.5 - 1e-6)) / 2e-6)


@pytest.mark.parametrize("name", [*WRITTEN_OUT, "numpy_number"])
def test_a_standalone_module_has_them_in_it(model, name):
    function = getattr(model, name)
    text = s2sad.emit(function, argnums="x", standalone=True)
    assert "model_with_defaults" not in text and "s2sad" not in text
    names = {}
    exec(text, names)
    assert names[f"{name}_grad"](1.5) == s2sad.grad(function)(1.5)


def test_they_are_said_as_a_person_would(model):
    assert "def pair_grad(x, t=(1, 2)):" in s2sad.emit(model.pair)
    assert "s=model_with_defaults.SPRING" in s2sad.emit(model.record)
    assert "kind=model_with_defaults.Kind.SOFT" in s2sad.emit(model.member)
    assert "t=model_with_defaults.made_here.__defaults__[0]" in s2sad.emit(model.made_here)
    assert "u=model_with_defaults.object_of_nothing.__kwdefaults__['u']" in s2sad.emit(
        model.object_of_nothing
    ).replace('"', "'")


def test_what_can_not_be_imported_is_refused():
    local = object()

    def inner(x: float, t=local):
        return x * 2.0

    with pytest.raises(
        s2sad.NotStandalone, match="a default of the function can't be imported: its type is object"
    ):
        s2sad.emit(inner)


@pytest.mark.parametrize(
    "text", ["def f(x, t=a):\n    return x\n", "B = a + 1\n", "def f(x, *, t=g(1)):\n    pass\n"]
)
def test_a_module_that_reads_what_is_not_there_is_refused(text):
    with pytest.raises(s2sad.NotStandalone, match="nothing defines it"):
        checked_module(text)
    whole = "from m import a, g\n" + text
    assert checked_module(whole) == whole
