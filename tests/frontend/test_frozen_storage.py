"""Containers that are followed, as plain ones."""

import pytest


def returned(x):
    xs = [x, 2.0]
    xs[0] = x * x
    return xs


def nested(x):
    table = {"a": [x]}
    table["a"].append(2.0 * x)
    return table, (table["a"], 1.0)


@pytest.mark.parametrize("f", [returned, nested])
def test_what_is_returned_holds_the_items_themselves(same, f):
    same(f, (0.7,), (-1.5,))


def test_an_object_that_goes_where_it_cant_be_followed(refused):
    class Held:
        def __init__(self, v):
            self.v = v

    def f(x):
        held = [Held(x)]
        held[0].v = x * x
        return repr(held)

    assert "Held" in str(refused(f, "repr(held)", 0.5))
