import math
import sys

import pytest

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
    assert "def accumulate(total, amount):" in text
    assert "s2sad" not in text
    assert run(text)(2.0) == 2.0 * GRAVITY + 1.0


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


def test_what_can_not_be_written_is_refused():
    with pytest.raises(NotStandalone, match="THING"):
        standalone(module(op("add"), Ref("THING", THING, user)))


def test_a_name_with_two_meanings_is_refused():
    other = {"GRAVITY": 1.62, "__name__": "moon"}
    exec("def g(x):\n    return x * GRAVITY\n", other)
    assert "moon" not in sys.modules
    with pytest.raises(NotStandalone):
        standalone(module(op("add"), Ref("GRAVITY", 1.62, other["g"])))
