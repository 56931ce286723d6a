import ast
import random
import subprocess
import sys
import textwrap

from s2sad.backend.load import load
from s2sad.backend.python_text import to_source
from s2sad.ir.nodes import Block, Const, Entry, Function, Location, Module, Param, Var
from s2sad.ir.operations import op

OPERATORS = [ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow, ast.Mod, ast.FloorDiv, ast.MatMult, ast.BitAnd]


def expression(choose, depth):
    kind = choose.random() if depth else 1.0
    deeper = depth - 1
    if kind < 0.45:
        return ast.BinOp(expression(choose, deeper), choose.choice(OPERATORS)(), expression(choose, deeper))
    if kind < 0.6:
        return ast.UnaryOp(choose.choice([ast.USub, ast.Not, ast.Invert])(), expression(choose, deeper))
    if kind < 0.7:
        return ast.IfExp(*(expression(choose, deeper) for _ in range(3)))
    if kind < 0.8:
        operator = choose.choice([ast.Lt, ast.Is, ast.NotIn])()
        return ast.Compare(expression(choose, deeper), [operator], [expression(choose, deeper)])
    if kind < 0.88:
        values = [expression(choose, deeper) for _ in range(2)]
        return ast.Call(ast.Name("g", ast.Load()), values, [ast.keyword("k", expression(choose, deeper))])
    if kind < 0.94:
        parameters = ast.arguments([], [], None, [], [], None, [])
        return ast.Lambda(parameters, expression(choose, deeper))
    return choose.choice([ast.Name("x", ast.Load()), ast.Constant(2), ast.Constant(1.5), ast.Constant("s")])


def test_the_text_means_the_tree():
    choose = random.Random(1)
    for _ in range(400):
        tree = ast.Module([ast.Assign([ast.Name("y", ast.Store())], expression(choose, 4))], [])
        again = ast.parse(to_source(ast.fix_missing_locations(tree)))
        assert ast.dump(again) == ast.dump(tree)


def function(note, loc=None, name="y"):
    entries = (
        Entry((), op("comment"), (Const("forward sweep"),)),
        Entry((Var("a"),), op("mul"), (Var("x"), Var("x"))),
        Entry((Var("b"),), op("add"), (Var("a"), Var("a"))),
        Entry((), op("comment"), (Const("reverse sweep"),)),
        Entry((Var(name),), op("mul"), (Var("b"), Var("b")), (), loc, note),
    )
    body = Block(entries, (Var(name), Var(name), Var("b")))
    return load(Module((Function("f", (Param(Var("x")),), body, ("one",) * 3),)))


def test_comments_and_remarks():
    loc = Location("model.py", 3, 8, "y = b * b")
    expected = """
        def f(x):
            # forward sweep
            a = x * x
            b = a + a
            # reverse sweep
            y = b * b  # line 3: y = b * b
            return y, y, b
        """
    assert function("@loc", loc).source.strip() == textwrap.dedent(expected).strip()
    assert "y = b * b  # twice\n" in function("twice").source


def test_a_remark_that_is_too_long_stands_above_its_line():
    made = function("word " * 19 + "end")
    at = made.source.splitlines().index("    y = b * b")
    assert made.source.splitlines()[at - 1] == "    # " + "word " * 19 + "end"


def test_headings_of_nothing_are_left_out():
    entries = (
        Entry((), op("comment"), (Const("forward sweep"),)),
        Entry((), op("comment"), (Const("reverse sweep"),)),
        Entry((Var("t"),), op("mul"), (Var("x"), Var("x"))),
    )
    made = load(Module((Function("f", (Param(Var("x")),), Block(entries, (Var("t"),))),)))
    assert "#" not in made.source


def test_constants_are_written_exactly():
    values = (
        -0.0,
        float("inf"),
        float("-inf"),
        1e-300,
        0.1,
        2**70,
        -3,
        1 - 2j,
        complex(-0.0, 1.0),
        "a'\"\n{",
        b"x",
        ...,
    )
    made = load(Module((Function("f", (), Block((), tuple(map(Const, values))), ("one",) * len(values)),)))
    for _ in range(2):
        assert repr(made.main()) == repr(values)
        assert made.source


def test_no_warning_on_import():
    code = "import s2sad.backend.python_text"
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True)
    assert done.stderr == ""
