"""Which arrays end in one entry, and needn't be made."""

from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function
from s2sad.loops.fusion import count_uses, fusable

TEXT = """function f(x, a, b, n)
    t = math.sin x
    u = mul t a
    v = mul t b
    s = add u v
    w = sum s
    r = range n
    for i in r with p = w -> q
        e = mul s p
        g = sum e
        yield g
    return q
"""


def ends(text):
    function = parse_function(text)
    names = {id(node): node.targets[0].name for node in function.body.entries if node.targets}
    found = fusable(function, lambda node: node.targets[0].name not in ("w", "g"))
    return {var.name: names.get(end) for var, end in found.items()}


def test_what_several_read_ends_where_all_of_them_end():
    found = ends(TEXT.replace("mul s p", "mul x p"))
    assert [found[name] for name in ("t", "u", "v", "s")] == ["w"] * 4


def test_what_a_loop_reads_is_made():
    found = ends(TEXT)
    assert "s" not in found and found["t"] == found["u"]


def test_results_are_made():
    assert "s" not in ends(TEXT.replace("mul s p", "mul x p").replace("return q", "return q, s"))


def test_uses_are_those_of_entries():
    uses = {var.name: count for var, count in count_uses(parse_function(TEXT)).items()}
    assert uses["t"] == 2 and uses["x"] == 1 and uses["s"] == 2 and uses["q"] == 1
    square = count_uses(parse_function("function f(x)\n    y = mul x x\n    return y\n"))
    assert square[Var("x")] == 1
