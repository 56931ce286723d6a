"""What loops and branches hand on that is defined whichever way it came."""

from s2sad.analysis.bound import bound_by_regions
from s2sad.ir.parser import parse_function

TEXT = """function f(r, a, c)
    xs = list_of a
    for i in r with now = xs, late = undefined -> last, lately
        if c -> ys, some
            new = list_of a i
            yield new a
        else
            yield now undefined
        yield ys some
    return last
"""


def test_what_may_be_undefined_is_found_through_loops_and_branches():
    found = bound_by_regions(parse_function(TEXT, {}))
    assert {var.name for var in found} == {"now", "last", "ys"}
