"""Single entries of the list as Python."""

import math

import pytest

from s2sad.ir.parser import parse_module
from s2sad.show.writing import EntryWriter, blocks_by_name

TEXT = """function f(x, xs, n)
    a, b = dup x 2
    s = slice 1 None None
    c = getitem xs s
    d = mul a b
    e = math.hypot a n
    p, q = unpack xs 2 None
    setitem xs 0 d
    r = range n
    for i in r with k = d -> m
        t = add k i
        yield t
    if n -> w
        yield m
    else
        yield d
    return w
"""


@pytest.fixture
def writer():
    module = parse_module(TEXT, {"math": math})
    return module, EntryWriter(module, module.main)


def test_statements_and_expressions(writer):
    module, one = writer
    by_name = {node.targets[0].name: node for node in module.main.body.entries if node.targets}
    said = {name: str(one.statement(by_name[name])) for name in ("c", "d", "e", "p")}
    assert said == {"c": "c = xs[1:]", "d": "d = x * x", "e": "e = math.hypot(x, n)", "p": "p, q = xs"}
    assert str(one.expression(by_name["d"])) == "x * x" and str(one.expression(by_name["p"])) == "p, q = xs"


def test_what_has_a_line_of_its_own(writer):
    module, one = writer
    shown = [node.targets[0].name for node in module.main.body.entries if node.targets and one.is_shown(node)]
    assert "s" not in shown and {"d", "e", "m", "w"} <= set(shown)


def test_heads_of_blocks(writer):
    module, one = writer
    loop, branch = module.main.body.entries[-2:]
    assert one.header(loop) == "for i in r" and one.header(branch) == "if n"
    assert [name for name, _ in blocks_by_name(loop)] == ["for"]
    assert [name for name, _ in blocks_by_name(branch)] == ["if", "else"]


def test_copies_keep_their_names_where_these_are_asked_for():
    module = parse_module(TEXT, {"math": math})
    one = EntryWriter(module, module.main, copies=True)
    node = module.main.body.entries[3]
    assert str(one.statement(node)) == "d = a * b"
