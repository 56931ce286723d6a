"""Which variables of a derivative hold numbers."""

from s2sad.ad.known_numbers import known_numbers
from s2sad.analysis.infer import infer
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function

PRIMAL = """function f(xs, i, u)
    x = getitem xs i
    return x
"""
DERIVATIVE = """function f_grad(xs, i, u)
    x_1 = getitem xs i
    t = mul x_1 1.0
    s = math.sin t
    p, q = dup s 2
    v = mul u 2.0
    w = getitem xs v
    z = take_last xs
    return p
"""


def test_what_is_reckoned_from_numbers():
    function = parse_function(PRIMAL)
    given = ((K.list_kind(K.FLOAT), True), (K.INT, False), (K.UNKNOWN, True))
    facts = infer(function, given, lambda fn: False, None)
    found = set(known_numbers(function, facts, parse_function(DERIVATIVE)))
    assert found == {Var(name) for name in "x i x_1 t s p q z".split()}
