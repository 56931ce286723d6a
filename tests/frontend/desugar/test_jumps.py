"""Jumps become flags and nesting, and the statements do what they did."""

import ast
import random
import textwrap

import pytest

from s2sad.frontend.desugar.jumps import RESULT, RETURNED, stop_flag, structure_jumps

_JUMPS = (ast.Return, ast.Break, ast.Continue)
STARTS = [(RESULT, None), (RETURNED, False)]


def structured(text):
    """The statements of a function without jumps, as text."""
    module = ast.Module(structure_jumps(ast.parse(textwrap.dedent(text)).body[0].body), [])
    return ast.unparse(module).replace("%", "_")


class _Stops(ast.NodeTransformer):
    """What a loop's stop flag means, said in Python."""

    def loop(self, node):
        flag = stop_flag(node)
        self.generic_visit(node)
        if flag:
            node.body.append(ast.If(ast.Name(flag, ast.Load()), [ast.Break()], []))
        return node

    visit_For = visit_While = loop


def runnable(text):
    """A function that runs the structured statements."""
    original = ast.parse(textwrap.dedent(text)).body[0]
    body = structure_jumps(original.body)
    for statement in body:
        for node in ast.walk(statement):
            assert not isinstance(node, _JUMPS)
            assert not getattr(node, "orelse", None) or not isinstance(node, (ast.For, ast.While))
    for statement in body:
        _Stops().visit(statement)
    start = [ast.Assign([ast.Name(name, ast.Store())], ast.Constant(value)) for name, value in STARTS]
    original.body = [*start, *body, ast.Return(ast.Name(RESULT, ast.Load()))]
    for node in ast.walk(original):
        if isinstance(node, ast.Name):
            node.id = node.id.replace("%", "_")
    space = {}
    exec(compile(ast.fix_missing_locations(ast.Module([original], [])), "<test>", "exec"), space)
    return space[original.name]


def plain(text):
    space = {}
    exec(textwrap.dedent(text), space)
    return space["f"]


def outcome(function, *args):
    try:
        return repr(function(*args))
    except Exception as error:
        return type(error).__name__


def test_a_return_at_the_end_is_an_assignment():
    assert structured("def f(x):\n  return x").splitlines()[0] == "_result = x"


def test_what_follows_a_return_in_a_branch_is_nested():
    text = structured("def f(x):\n  if x:\n    return 1\n  y = 2\n  return y")
    assert "else:" in text
    assert "if not" not in text


def test_statements_without_jumps_stay_as_they_are():
    text = "x = 1\nfor i in range(x):\n    x += i\nwhile x:\n    x -= 1"
    assert structured("def f():\n" + textwrap.indent(text, "    ")) == text


def test_a_loop_that_is_never_left_early_has_no_flag():
    body = structure_jumps(ast.parse("for i in x:\n    if i:\n        continue\n    y(i)").body)
    assert stop_flag(body[-1]) is None


def test_a_loop_that_is_left_early_has_a_flag():
    *_, loop = structure_jumps(ast.parse("for i in x:\n    if i:\n        break\n    y(i)").body)
    assert stop_flag(loop) == "%stop1"


def test_jumps_of_nested_functions_stay():
    text = "def g(x):\n    return x\ny = lambda: g(1)"
    found = structured("def f():\n" + textwrap.indent(text, "    "))
    assert found.replace("\n\n", "\n").replace("lambda :", "lambda:").strip() == text


def test_dead_statements_go():
    assert "3" not in structured("def f(x):\n  while x:\n    break\n    y = 3\n  return x")


@pytest.mark.parametrize(
    "text",
    [
        "def f(x):\n  if x > 2:\n    return x\n  x = x + 1\n  if x > 1:\n    return -x\n  return x * 2",
        "def f(x):\n  for i in range(5):\n    if i == x:\n      return i\n  return 'none'",
        "def f(x):\n  for i in range(5):\n    if i == x:\n      break\n  else:\n    x = 'else'\n  return x, i",
        "def f(x):\n  n = 0\n  while n < 9:\n    n += 1\n    if n % 2:\n      continue\n    if n > x:\n      break\n  return n",
        "def f(x):\n  for i in range(3):\n    for j in range(3):\n      if i * j == x:\n        return i, j\n"
        "      if j > i:\n        break\n    else:\n      x = x - 1\n      continue\n    x = x + 2\n  return x",
        "def f(x):\n  while True:\n    x = x + 1\n    try:\n      if x > 3:\n        return x\n      1 / (x - 2)\n"
        "    except ZeroDivisionError:\n      continue\n    x = x + 1\n  return 'never'",
        "def f(x):\n  with open(__import__('os').devnull) as file:\n    if x:\n      return 1\n    x = 5\n  return x",
        "def f(x):\n  if x:\n    if x > 1:\n      return 'a'\n    else:\n      pass\n  elif x is None:\n    return 'b'\n  return 'c'",
        "def f(x):\n  for i in range(x):\n    pass\n  else:\n    return 'else'\n  return 'never'",
        "def f(x):\n  if x:\n    return",
    ],
)
def test_jumps_keep_their_meaning(text):
    for x in range(6):
        assert outcome(runnable(text), x) == outcome(plain(text), x)


def random_block(source, depth, loops):
    lines = []
    for _ in range(source.randint(1, 3)):
        lines += random_statement(source, depth, loops)
    return lines


def random_statement(source, depth, loops):
    choice = source.random()
    if depth == 0 or choice < 0.3:
        return [f"log.append({source.randint(0, 9)} + len(log) * x)"]
    if choice < 0.5:
        jumps = ["return len(log)", "return"] + (["break", "continue"] * 2 if loops else [])
        return [f"if (x + len(log)) % {source.randint(2, 4)} == 0:", f"    {source.choice(jumps)}"]
    inner = ["    " + line for line in random_block(source, depth - 1, loops or choice > 0.7)]
    if choice < 0.7:
        other = ["    " + line for line in random_block(source, depth - 1, loops)]
        return [f"if (x + len(log)) % {source.randint(2, 3)}:", *inner, "else:", *other]
    other = ["else:", *["    " + line for line in random_block(source, depth - 1, loops)]]
    return [f"for i{depth} in range({source.randint(0, 3)}):", *inner, *(other if choice > 0.85 else [])]


@pytest.mark.parametrize("seed", range(60))
def test_random_jumps_keep_their_meaning(seed):
    source = random.Random(seed)
    lines = ["log = log0"] + random_block(source, 4, False)
    text = "def f(x, log0):\n" + "".join(f"    {line}\n" for line in lines)
    for x in range(4):
        one, other = [], []
        assert outcome(runnable(text), x, one) == outcome(plain(text), x, other)
        assert one == other
