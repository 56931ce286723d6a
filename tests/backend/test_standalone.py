import ast
import importlib
import math
import sys

import pytest

import s2sad
from s2sad.backend.standalone import standalone
from s2sad.errors import NotStandalone
from s2sad.ir.nodes import Block, Entry, Function, Module, Param, Ref, Var
from s2sad.ir.operations import op
from s2sad.runtime.structure import accumulate

GRAVITY = 9.81
LIMITS = (1, float("inf"), "top")
THING = object()


def helper(x, scale=2.0):
    return math.sqrt(x) * GRAVITY * scale


def user(x):
    return helper(x) + LIMITS[0] + len(str(THING))


def module(fn, *args):
    entries = (
        Entry((Var("a"),), op("mul"), (Var("x"), Ref("GRAVITY", GRAVITY, user))),
        Entry((Var("b"),), fn, (Var("a"), *args)),
    )
    return Module((Function("f", (Param(Var("x")),), Block(entries, (Var("b"),))),))


def run(text):
    names = {}
    exec(compile(text, "<standalone>", "exec"), names)
    return names["f"]


def test_constants_and_functions_of_the_users_are_written_into_it():
    text = standalone(module(Ref("helper", helper, user)))
    assert "GRAVITY = 9.81" in text
    assert "import math" in text
    assert "def helper(x, scale=2.0):" in text
    assert __name__ not in text
    assert run(text)(2.0) == helper(2.0 * GRAVITY)


def test_helpers_of_ours_are_written_into_it():
    text = standalone(_accumulating())
    assert "def _accumulate(total, amount):" in text
    assert [name for name in names_in(text) if name.startswith("accumulate")] == []
    assert "s2sad" not in text
    assert run(text)(2.0) == 2.0 * GRAVITY + 1.0


def names_in(text):
    return {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}


def several(xs: "list[float]", n: int):
    ys = list(xs)
    for i in range(n):
        ys[i] = ys[i] * max(ys[:2])
    return sum(sorted(ys))


def test_what_a_module_offers_is_the_derivative_and_what_is_the_users():
    space = {}
    exec(s2sad.emit(several, standalone=True), space)
    assert [name for name in space if not name.startswith("_")] == ["several_grad"]
    assert {"_index_of_max", "_order_of"} <= set(space)
    assert space["several_grad"]([2.0, 3.0], 2) == s2sad.grad(several)([2.0, 3.0], 2)


def _accumulating():
    one = Entry((Var("one"),), op("getitem"), (Ref("LIMITS", LIMITS, user), Var("i")))
    entries = (
        Entry((Var("a"),), op("mul"), (Var("x"), Ref("GRAVITY", GRAVITY, user))),
        Entry((Var("i"),), op("sub"), (Var("x"), Var("x"))),
        Entry((Var("k"),), Ref("int", int), (Var("i"),)),
        Entry(one.targets, one.fn, (one.args[0], Var("k"))),
        Entry((Var("b"),), Ref("accumulate", accumulate), (Var("a"), Var("one"))),
    )
    return Module((Function("f", (Param(Var("x")),), Block(entries, (Var("b"),))),))


def test_library_functions_are_imported():
    text = standalone(module(Ref("math.hypot", math.hypot), Ref("GRAVITY", GRAVITY, user)))
    assert text.startswith("import math\n")
    assert run(text)(1.0) == math.hypot(GRAVITY, GRAVITY)


def test_a_module_that_has_the_name_of_a_function_of_its_package_is_imported(tmp_path, monkeypatch):
    package = tmp_path / "orbits"
    package.mkdir()
    (package / "__init__.py").write_text("from orbits.kepler import kepler\n")
    (package / "kepler.py").write_text("RATE = 2.5\ndef kepler(x):\n    return RATE * x\n")
    monkeypatch.syspath_prepend(tmp_path)
    orbits = importlib.import_module("orbits")
    text = standalone(module(op("mul"), Ref("RATE", 2.5, orbits.kepler)))
    assert 'kepler = import_module("orbits.kepler")' in text
    assert run(text)(2.0) == 2.0 * GRAVITY * 2.5


def test_what_can_not_be_written_is_refused():
    with pytest.raises(NotStandalone, match="THING"):
        standalone(module(op("add"), Ref("THING", THING, user)))


def test_a_name_with_two_meanings_is_refused():
    other = {"GRAVITY": 1.62, "__name__": "moon"}
    exec("def g(x):\n    return x * GRAVITY\n", other)
    assert "moon" not in sys.modules
    with pytest.raises(NotStandalone):
        standalone(module(op("add"), Ref("GRAVITY", 1.62, other["g"])))
