"""Writes that nothing came before at their places."""

from s2sad.ad.first_writes import first_writes
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_header

TEXT = """function f(v, i)
    body = dict_of
    setitem body 'x' v
    setitem body 'v' 0.0
    setitem body 'x' 1.0
    setitem body 'w' 2.0
    zero = list_of 0.0
    xs = mul zero i
    setitem xs i v
    setitem xs 0 v
    ys = list_of v
    setitem ys 0 1.0
    return v
"""


def test_the_first_under_each_key():
    function = parse_function(TEXT, {})
    found = first_writes(function, {Var("v")})
    firsts = [print_header(node) for node in function.body.entries if id(node) in found]
    assert firsts == ["setitem body 'x' v", "setitem body 'v' 0.0", "setitem xs i v"]
