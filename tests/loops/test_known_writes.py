"""What writes do to containers whose items are known."""

import pytest

from s2sad.ir import kinds as K
from tests.loops.passes import taken_apart_text


@pytest.mark.parametrize(
    ("write", "result"),
    [
        ("append parts 2.0", "2.0"),
        ("setitem parts -1 3.0", "3.0"),
        ("setitem d 'b' 4.0\n    n = getitem d 'b'\n    append parts n", "4.0"),
        ("setitem d 'a' 5.0\n    n = getitem d 'a'\n    append parts n", "5.0"),
    ],
)
def test_what_is_written_is_known(write, result):
    text = f"function f(x)\n    parts = list_of x 1.0\n    d = dict_of 'a' x\n    {write}\n    y = getitem parts -1\n    return y\n"
    assert taken_apart_text(text, K.FLOAT) == f"function f(x)\n    return {result}\n"


BRANCH = """function f(x, c)
    parts = list_of x
    if c
        append {} 1.0
    y = getitem parts -1
    return y
"""


def test_nothing_is_known_of_what_a_branch_may_have_written():
    assert taken_apart_text(BRANCH.format("parts"), K.FLOAT, K.BOOL) == BRANCH.format("parts")


def test_a_list_that_a_branch_makes_is_another():
    text = BRANCH.format("own").replace("        append", "        own = list_of\n        append")
    assert taken_apart_text(text, K.FLOAT, K.BOOL).endswith("return x\n")


def test_nothing_is_known_of_any_list_after_a_write_to_an_unknown_one():
    text = "function f(x, q)\n    parts = list_of x\n    pair = tuple_of x 1.0\n    append q parts\n    y = getitem parts -1\n    z = getitem pair 0\n    t = mul y z\n    return t\n"
    after = taken_apart_text(text, K.FLOAT, K.Kind("list"))
    assert "y = getitem parts -1\n    t = mul y x\n" in after


@pytest.mark.parametrize("write", ["t = mul parts n\n    append t 3.0", "append q 3.0"])
def test_a_write_to_another_list_leaves_what_it_cannot_be(write):
    text = f"function f(x, n, q)\n    d = dict_of 'a' x\n    parts = list_of 1.0\n    {write}\n    y = getitem d 'a'\n    return y\n"
    assert taken_apart_text(text, K.FLOAT, K.INT, K.list_kind(K.FLOAT)).endswith("return x\n")


def test_a_list_that_is_written_under_another_name_is_forgotten():
    text = "function f(x, n)\n    parts = list_of x\n    more = iadd parts n\n    append more 1.0\n    y = getitem parts -1\n    return y\n"
    assert "y = getitem parts -1\n" in taken_apart_text(text, K.FLOAT, K.Kind("list"))
