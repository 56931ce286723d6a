"""What only asks for the shape of an array asks the one that it was made from: the shapes are those that NumPy finds."""

import numpy as np
import pytest

from s2sad.analysis.infer import infer
from s2sad.analysis.shape_reads import with_known_shape
from s2sad.analysis.shapes import Shapes
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Entry, Var
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.parser import parse_function

MATRIX = (K.array_kind(K.FLOAT, 2), True)
UNBROADCAST = "s2sad.runtime.broadcasting.unbroadcast"
COUNT = "s2sad.runtime.reductions.count_along"


def asked(lines, last):
    """The last of some lines of a function of two matrices, as it asks for a shape."""
    body = "".join(f"    {line}\n" for line in (*lines, last))
    function = parse_function(f"function f(x, y)\n{body}    return z\n")
    facts = infer(function, (MATRIX, MATRIX), lambda fn: False, lambda name, args: ())
    shapes = Shapes(facts, {}, lambda atom: atom, function, {})
    node = function.body.entries[-1]
    assert isinstance(node, Entry)
    return with_known_shape(shapes, node)


MADE = {
    "numpy.sin x": lambda x, y: np.sin(x),
    "mul x 2.0": lambda x, y: x * 2.0,
    "numpy.zeros_like x": lambda x, y: np.zeros_like(x),
    "numpy.cumsum x axis=0": lambda x, y: np.cumsum(x, axis=0),
}


@pytest.mark.parametrize("made", MADE)
def test_an_array_of_the_same_shape_is_asked_in_the_place_of_what_is_made_of_it(made):
    node = asked([f"t = {made}"], "z = getattr t 'shape'")
    x, y = np.ones((3, 2)), np.ones((3, 4))
    assert MADE[made](x, y).shape == x.shape
    assert node.args[0] == Var("x")


@pytest.mark.parametrize("made", ["numpy.sum x axis=0", "numpy.dot x y", "numpy.ravel x", "mul x y"])
def test_an_array_of_another_shape_or_of_one_unknown_is_asked_itself(made):
    """`mul x y` has the shape of either only if they are of the same one."""
    assert asked([f"t = {made}"], "z = getattr t 'shape'").args[0] == Var("t")


def test_it_is_asked_through_several_lines():
    node = asked(["t = numpy.sin x", "u = mul t t", "v = neg u"], "z = getattr v 'shape'")
    assert node.args[0] == Var("x")


def test_what_sums_to_the_shape_of_another_asks_its_source():
    node = asked(["t = numpy.exp x"], f"z = {UNBROADCAST} y t")
    assert node.args == (Var("y"), Var("x"))


@pytest.mark.parametrize("axis", [-3, -2, -1, 0, 1, 2])
def test_a_count_along_an_axis_is_an_item_of_the_shape(axis):
    node = asked(["t = getattr x 'shape'"], f"z = {COUNT} t {axis}")
    if not -2 <= axis < 2:
        assert operation_of(node) is None  # left to raise as NumPy does
        return
    shape = np.ones((3, 2)).shape
    assert operation_of(node) == "getitem"
    assert shape[node.args[1].value] == callee_of(asked([], "z = s2sad.runtime.reductions.count_along x 0"))(
        shape, axis
    )


def test_a_count_of_all_items_is_the_size():
    node = asked(["t = getattr x 'shape'"], f"z = {COUNT} t None")
    assert (operation_of(node), node.args[0], node.args[1].value) == ("getattr", Var("x"), "size")
