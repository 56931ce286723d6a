"""Which tuples are records of one kind: by unification, wherever they go."""

from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_module
from s2sad.loops.record_kinds import Term, Terms, unify

TEXT = """function f(x, n)
    z, saved = @fwd x n
    saves = list_of
    append saves saved
    back = reversed saves
    for last in back with b = 0.0 -> c
        x_bar = @rev last z
        yield x_bar
    other = tuple_of x n
    return c, other

function fwd(a, m)
    record = tuple_of a m
    return a, record

function rev(given, bar)
    p, q = unpack given 2 None
    t = mul p bar
    return t
"""


def test_a_record_is_of_one_kind_where_it_is_made_kept_handed_on_and_read():
    module = parse_module(TEXT, {})
    terms = Terms(module)

    def term(function, name):
        return terms.of(module[function], Var(name))

    one = term("fwd", "record")
    assert term("f", "saved") is term("f", "last") is term("rev", "given") is one
    assert term("f", "other") is not one
    assert term("rev", "p") is term("fwd", "a")


def test_parts_are_united_too():
    one, other = Term(), Term()
    first, second = one.part(0), other.part(0)
    unify(one, other)
    assert first.root() is second.root() and one.root() is other.root()
