import inspect
import linecache
import math
import sys
import threading
import traceback
import types

import pytest

from s2sad.backend.load import load
from s2sad.ir.nodes import Block, Const, Entry, Function, FunctionRef, Module, Param, Ref, Var
from s2sad.ir.operations import op
from s2sad.ir.parser import parse_function, parse_module

FACTOR = 2.0
math_is_shadowed = types.SimpleNamespace()


def user(x):
    return x * FACTOR


def loaded(text, style="folded"):
    return load(Module((parse_function(text),)), style)


def test_globals_are_read_at_call_time_and_never_written(monkeypatch):
    ref = Ref("FACTOR", FACTOR, user)
    function = Function(
        "scaled", (Param(Var("x")),), Block((Entry((Var("y"),), op("mul"), (Var("x"), ref)),), (Var("y"),))
    )
    before = dict(globals())
    run = load(Module((function,))).main
    assert run(3.0) == 6.0
    assert run.__globals__ is globals()
    assert {name: value for name, value in globals().items() if name in before} == before
    assert set(globals()) == set(before)
    monkeypatch.setitem(globals(), "FACTOR", 5.0)
    assert run(3.0) == 15.0


def test_closure_cells_are_the_users_very_own():
    count = 1.0

    def inner(x):
        return x + count

    ref = Ref("count", count, inner)
    body = Block((Entry((Var("y"),), op("add"), (Var("x"), ref)),), (Var("y"),))
    run = load(Module((Function("f", (Param(Var("x")),), body),))).main
    assert run(1.0) == 2.0
    count = 10.0
    assert run(1.0) == 11.0


def test_a_function_of_another_module_reads_its_own_globals(monkeypatch):
    other = types.ModuleType("some_other_module")
    exec("RATE = 3.0\ndef g(x):\n    return x * RATE\n", vars(other))
    monkeypatch.setitem(sys.modules, "some_other_module", other)
    entries = (
        Entry((Var("a"),), op("mul"), (Var("x"), Ref("FACTOR", FACTOR, user))),
        Entry((Var("b"),), op("mul"), (Var("a"), Ref("RATE", 3.0, other.g))),
    )
    made = load(Module((Function("f", (Param(Var("x")),), Block(entries, (Var("b"),))),)))
    assert "some_other_module.RATE" in made.text
    assert made.main(1.0) == 6.0
    other.RATE = 4.0
    assert made.main(1.0) == 8.0


def test_a_scope_that_can_not_be_imported_is_read_at_call_time():
    names = {"__name__": "nowhere_to_be_found"}
    exec("RATE = 3.0\ndef g(x):\n    return x * RATE\n", names)
    entries = (
        Entry((Var("a"),), op("mul"), (Var("x"), Ref("FACTOR", FACTOR, user))),
        Entry((Var("b"),), op("mul"), (Var("a"), Ref("RATE", 3.0, names["g"]))),
    )
    made = load(Module((Function("f", (Param(Var("x")),), Block(entries, (Var("b"),))),)))
    assert made.main(1.0) == 6.0
    names["RATE"] = 4.0
    assert made.main(1.0) == 8.0


def test_modules_are_imported_under_another_name_if_theirs_is_taken():
    text = """
    function f(math)
        y = &math.sin math
        return y
    """
    made = loaded(text)
    assert "import math as math_1" in made.source
    assert made.main(0.5) == math.sin(0.5)


def test_a_global_of_the_users_with_a_modules_name_stays_his():
    names = {"__name__": "users", "math": 5.0}
    exec("def g(x):\n    return x * math\n", names)
    entries = (
        Entry((Var("a"),), op("mul"), (Var("x"), Ref("math", 5.0, names["g"]))),
        Entry((Var("b"),), Ref("math.sin", math.sin), (Var("a"),)),
    )
    made = load(Module((Function("f", (Param(Var("x")),), Block(entries, (Var("b"),))),)))
    assert made.main(0.1) == math.sin(0.5)


def test_own_variables_give_way_to_globals():
    function = Function(
        "f",
        (Param(Var("x")),),
        Block(
            (
                Entry((Var("FACTOR"),), op("add"), (Var("x"), Const(1.0))),
                Entry((Var("y"),), op("mul"), (Var("FACTOR"), Ref("FACTOR", FACTOR, user))),
                Entry((Var("z"),), op("mul"), (Var("FACTOR"), Var("y"))),
            ),
            (Var("z"),),
        ),
    )
    assert load(Module((function,))).main(1.0) == 8.0


def test_what_can_not_be_imported_is_handed_over():
    thing = [10.0]
    body = Block((Entry((Var("y"),), op("getitem"), (Ref("thing", thing), Var("i"))),), (Var("y"),))
    made = load(Module((Function("f", (Param(Var("i")),), body),)))
    assert made.extras == {"thing": thing}
    assert made.main(0) == 10.0


def test_functions_of_a_module_call_each_other():
    module = parse_module("""
        function even(n)
            t = eq n 0
            if t -> r
                yield True
            else
                m = sub n 1
                s = @odd m
                yield s
            return r

        function odd(n)
            t = eq n 0
            if t -> r
                yield False
            else
                m = sub n 1
                s = @even m
                yield s
            return r
        """)
    made = load(module)
    assert made.main(10) is True
    assert made.functions["odd"](10) is False


def test_parameters_keep_kinds_and_defaults():
    function = Function(
        "f",
        (
            Param(Var("a"), "positional"),
            Param(Var("b"), "either", Ref("FACTOR", FACTOR, user)),
            Param(Var("c"), "keyword", Const(7)),
        ),
        Block((), (Var("a"), Var("b"), Var("c"))),
        ("one", ("one", "one")),
        doc='Says "hello".',
    )
    made = load(Module((function,))).main
    assert made(1) == (1, (2.0, 7))
    assert str(inspect.signature(made)) == "(a, /, b=2.0, *, c=7)"
    assert made.__doc__ == 'Says "hello".'
    assert made.__name__ == made.__qualname__ == "f"


DIVIDE = """
function ratio(x, y)
    a = mul x x
    b = truediv a y
    c = math.exp b
    d = add b c
    return d
"""


def test_tracebacks_and_inspect_show_the_emitted_lines():
    made = loaded(DIVIDE)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError) as caught:
            made.main(1.0, 0.0)
        frame = traceback.extract_tb(caught.value.__traceback__)[-1]
        assert frame.line == "b = a / y"
        assert frame.filename == made.filename
        assert inspect.getsource(made.main).startswith("def ratio(x, y):")
        assert "b = a / y" in inspect.getsource(made.main)
        linecache.checkcache()
        assert made.source == "".join(linecache.getlines(made.filename))


def test_the_formatted_source_is_what_runs_once_it_was_shown():
    made = loaded(DIVIDE)
    before = made.main.__code__
    source = made.source
    assert source.startswith("import math\n\n\ndef ratio(x, y):\n")
    assert made.main.__code__ is not before
    line = source.splitlines()[made.main.__code__.co_firstlineno - 1]
    assert line == "def ratio(x, y):"
    assert made.source is source


def test_every_loaded_module_has_a_file_name_of_its_own():
    assert loaded(DIVIDE).filename != loaded(DIVIDE).filename
    assert loaded(DIVIDE).filename.startswith("<s2sad ratio ")


def test_the_source_can_be_asked_for_from_several_threads():
    made = loaded(DIVIDE)
    shown = []
    threads = [threading.Thread(target=lambda: shown.append(made.source)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(shown) == 8 and len(set(shown)) == 1


def test_function_references_can_be_values():
    body = Block((Entry((Var("y"),), FunctionRef("g"), (Var("x"),)),), (Var("y"),))
    inner = Block((Entry((Var("w"),), op("add"), (Var("v"), Const(1))),), (Var("w"),))
    made = load(Module((Function("f", (Param(Var("x")),), body), Function("g", (Param(Var("v")),), inner))))
    assert made.main(1) == 2
