"""What is read of containers whose items are known."""

import numpy as np
import pytest

from s2sad.ir import kinds as K
from tests.loops.passes import VECTOR, taken_apart_text

PAIR = K.Kind("tuple", fields=(K.FLOAT, K.FLOAT))


def test_items_of_a_parameter_are_read_at_the_beginning():
    text = "function f(p)\n    n = len p\n    b = getitem p -1\n    s = sum p\n    z = mul s b\n    y = add z n\n    return y\n"
    after = (
        "function f(p)\n    p_0 = getitem p 0\n    p_1 = getitem p 1\n    s_1 = add p_0 p_1\n"
        "    z = mul s_1 p_1\n    y = add z 2\n    return y\n"
    )
    assert taken_apart_text(text, PAIR) == after


@pytest.mark.parametrize(
    ("read", "result"),
    [
        ("y = is_in 'a' d", "True"),
        ("y = not_in 'a' d", "False"),
        ("p = tuple_of 0 1 2\n    y = is_in 2 p", "True"),
        ("p = list_of 0 1\n    y = not_in 2 p", "True"),
        ("m = getattr d 'get'\n    y = m 'c' 5.0", "5.0"),
        ("m = getattr d 'get'\n    y = m 'c'", "None"),
        ("m = getattr d 'get'\n    y = m 'a' 5.0", "x"),
        ("p = tuple_of x 1 2\n    q = tuple p\n    y = len q", "3"),
        ("p = tuple_of x 1\n    q = add p p\n    y = getitem q 2", "x"),
        ("p = tuple_of 4 x\n    q = mul p 3\n    y = getitem q 4", "4"),
        ("m = getattr 'abc' 'startswith'\n    y = m 'ab'", "True"),
    ],
)
def test_reads(read, result):
    text = f"function f(x)\n    d = dict_of 'a' x\n    {read}\n    return y\n"
    assert taken_apart_text(text, K.FLOAT) == f"function f(x)\n    return {result}\n"


@pytest.mark.parametrize("read", ["y = getitem d 'b'", "y = getitem p 2", "y = getitem p i"])
def test_what_python_refuses_or_nobody_knows_stays_to_be_read(read):
    text = f"function f(x, i)\n    d = dict_of 'a' x\n    p = tuple_of x 1.0\n    {read}\n    return y\n"
    assert read in taken_apart_text(text, K.FLOAT, K.INT)


def test_lengths_of_shapes_are_known_where_these_become_parts_of_tuples():
    text = "function f(x)\n    s = getattr x 'shape'\n    t = tuple_of 3\n    u = add s t\n    y = getitem u 1\n    return y\n"
    assert taken_apart_text(text, VECTOR).endswith("return 3\n")


class Body:
    def __init__(self, x, v, mass=1.0, color="blue"):
        self.x, self.v, self.mass, self.color = x, v, mass, color


class System:
    def __init__(self, bodies):
        self.bodies = bodies

    def step(self, dt):
        for body in self.bodies:
            force = 0.0
            for other in self.bodies:
                if body is not other:
                    force += other.mass * (other.x - body.x) ** 3
            body.v += force * dt
        for body in self.bodies:
            body.x += body.v * dt


def test_objects_that_a_list_holds_are_told_apart(check):
    def function(x):
        system = System([Body(x[0], x[1]), Body(x[2], 0.0, mass=x[3]), Body(2.0, 1.0)])
        for _ in range(2):
            system.step(0.1)
        return sum(body.x * body.v for body in system.bodies)

    check(function, np.array([0.5, 0.2, 0.3, 1.5]))
