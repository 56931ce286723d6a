"""What is saved, in terms of the elements that it comes from: each number of the text is looked at."""

import pytest

from s2sad.ir import kinds as K
from s2sad.ir.parser import parse_function
from s2sad.loops.local_arrays import LocalArrays
from s2sad.loops.saved_parts import Part, Rows, SavedPart, chosen_parts, saved_arrays
from tests.loops.passes import VECTOR, facts_of

TEXT = """function f(u, steps)
    n = len u
    m = sub n 2
    shape = tuple_of steps m
    saved = numpy.empty shape
    outer = range steps
    for k in outer
        inner = range m
        for j in inner
            ahead = add j 2
            right = getitem u ahead
            here = getitem u j
            VALUE
            cell = tuple_of k j
            store saved cell value
        whole = slice None None None
        WRITE
    total = numpy.sum u
    read = getitem saved cell_0
    return total, read
"""
DIFFERENCE = "value = sub right here"
DOUBLED = "store u whole total_0"


def of(value=DIFFERENCE, write="other = numpy.sin 1.0"):
    """The rows of the text, and the one array in which something is saved."""
    text = TEXT.replace("VALUE", value).replace("WRITE", write)
    text = text.replace(
        "outer = range", "cell_0 = tuple_of 0 0\n    total_0 = numpy.sum u\n    outer = range"
    )
    function = parse_function(text)
    arrays = LocalArrays(function, facts_of(function, (VECTOR, K.INT)), ())
    return Rows(function, arrays), list(saved_arrays(arrays))


def test_an_array_that_each_iteration_stores_a_number_in():
    rows, (saved,) = of()
    assert saved.var.name == "saved" and [loop.item.name for loop in saved.path] == ["k", "j"]
    assert rows.has_each_number(saved)


def test_a_saved_number_is_computed_of_elements_so_many_further_on():
    rows, (saved,) = of()
    value = rows.value(saved)
    shifts = {var.name: read.shifts for var, read in value.reads.items()}
    assert shifts == {"right": (2,), "here": (0,)}
    (part,) = {read.part for read in value.reads.values()}
    assert (part.array.name, part.outer, part.loop.item.name, part.axes) == ("u", 1, "j", (1,))
    assert [entry.targets[0].name for entry in value.entries] == ["value"]


def test_an_array_that_the_outer_loop_writes_is_as_the_inner_one_finds_it():
    rows, (saved,) = of(write=DOUBLED)
    assert {read.part.outer for read in rows.value(saved).reads.values()} == {1}


@pytest.mark.parametrize(
    "value",
    [
        "store u j right; value = add right here",  # the inner loop writes what it reads
        "value = numpy.sin right",  # takes long
        "a = add right here; b = mul a a; c = mul b a; d = mul c b; value = mul d a",  # is long
    ],
)
def test_others_are_saved_as_they_are(value):
    rows, (saved,) = of("\n            ".join(value.split("; ")))
    assert rows.value(saved) is None


def test_a_cell_that_all_iterations_of_a_loop_share_has_no_number_of_each():
    text = TEXT.replace("cell = tuple_of k j", "cell = tuple_of k 0").replace("VALUE", DIFFERENCE)
    function = parse_function(text.replace("WRITE", "other = numpy.sin 1.0").replace("cell_0", "shape"))
    arrays = LocalArrays(function, facts_of(function, (VECTOR, K.INT)), ())
    (saved,) = saved_arrays(arrays)
    assert not Rows(function, arrays).has_each_number(saved)


def test_a_part_is_chosen_where_it_makes_fewer_arrays():
    one, other = (Part(None, outer, None, (0,)) for outer in range(2))
    assert chosen_parts({"a": frozenset({one}), "b": frozenset({one}), "c": frozenset({other})}) == {one}
    assert chosen_parts({"a": frozenset({one, other}), "b": frozenset({one})}) == set()


def test_a_saved_part_is_as_long_as_its_shifts_ask_for():
    part = SavedPart(None, None, None, (-1, 0), (2, 0))
    assert part.more == [3, 0]
    assert part.holds((-1, 0)) and part.holds((2, 0)) and not part.holds((3, 0)) and not part.holds((0, 1))
