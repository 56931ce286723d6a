"""Where variables are alive: which may share a name, as a person would see it."""

import itertools

import pytest

from s2sad.backend.inline_expressions import fold
from s2sad.backend.intervals import Intervals, meets, overlap
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function

LOOP = """function f(init, xs)
    for x in xs with total_1 = init -> total_3
        total_2 = add total_1 x
        yield total_2
    z = mul total_3 total_3
    return z
"""
BRANCHES = """function f(x, y, c)
    if c -> z
        print x
        a = mul x 2.0
        print a
        yield a
    else
        print y
        b = mul y 3.0
        print b
        yield b
    return z, y
"""
CLOSURE = """function f(x)
    y = mul x x
    closure g = function g(z) captures y
        print z
        w = mul z y
        return w
    w_1 = mul x 2.0
    a = g w_1
    return a, w_1
"""


def ranges_of(text, lasting=()):
    function = parse_function(text)
    made = Intervals(function, fold(function, "flat"), frozenset(lasting))
    return {var.name: ranges for var, ranges in made.ranges.items()}


@pytest.mark.parametrize(
    "text, one, other, both",
    [
        (LOOP, "total_1", "total_2", False),
        (LOOP, "total_1", "total_3", False),
        (LOOP, "total_1", "x", True),
        (LOOP, "total_3", "z", False),
        (LOOP, "xs", "total_2", False),
        (BRANCHES, "a", "b", False),
        (BRANCHES, "x", "b", False),
        (BRANCHES, "y", "a", True),
        (BRANCHES, "a", "z", False),
        (BRANCHES, "y", "z", True),
    ],
)
def test_who_is_alive_together(text, one, other, both):
    ranges = ranges_of(text)
    assert overlap(ranges[one], ranges[other]) is both


def test_what_a_closure_reads_lives_to_the_end():
    lasting = [Var("y")]
    assert not overlap(ranges_of(CLOSURE)["y"], ranges_of(CLOSURE)["w_1"])
    assert overlap(ranges_of(CLOSURE, lasting)["y"], ranges_of(CLOSURE, lasting)["w_1"])


def test_what_a_closure_reads_has_one_interval_though_branches_read_it_too():
    once = ranges_of(BRANCHES, [Var("x")])["x"]
    assert len(ranges_of(BRANCHES)["x"]) > 1
    assert once == [(once[0][0], 0)]
    assert all(meets(each, once) for each in ranges_of(BRANCHES)["x"])


def test_what_is_used_after_a_loop_is_alive_in_it():
    text = LOOP.replace("mul total_3 total_3", "mul total_3 init")
    assert overlap(ranges_of(text)["init"], ranges_of(text)["total_2"])
    assert not overlap(ranges_of(LOOP)["init"], ranges_of(LOOP)["total_2"])


def test_overlaps_are_positions_in_common():
    points = [[(a, b)] for a, b in itertools.combinations_with_replacement(range(4), 2)]
    points += [[(0, 1), (3, 3)], [(0, 0), (2, 2)], []]
    for ones, others in itertools.product(points, repeat=2):
        common = {k for a, b in ones for k in range(a, b + 1)} & {
            k for a, b in others for k in range(a, b + 1)
        }
        assert overlap(ones, others) is bool(common)


@pytest.mark.parametrize("interval", list(itertools.combinations_with_replacement(range(10), 2)))
def test_an_interval_meets_others_where_they_overlap(interval):
    others = [(1, 2), (4, 4), (6, 8)]
    assert meets(interval, others) == overlap([interval], others)
