"""What functions of a module do to lists: what they only read, and how long the lists are that they give."""

import pytest

from s2sad.analysis.list_summaries import list_summaries
from s2sad.ir.parser import parse_module

TEXT = """function main(a, b)
    s = list_of a b
    r = @slopes s
    return r

function slopes(s)
    x, y = unpack s 2 None
    {line}
    rates = list_of y x
    return rates
"""


def summaries(line="t = mul x y", old="", new=""):
    return list_summaries(
        parse_module(
            TEXT.format(line=line).replace(old, new) if old else TEXT.format(line=line), {}
        ).functions
    )


def test_a_list_that_is_read_and_one_that_is_given():
    found = summaries()
    assert (found["slopes"].reads, found["slopes"].length, found["slopes"].made) == ({0}, 2, "list_of")
    assert found["main"].length == 2  # what it calls gives it


@pytest.mark.parametrize("line", ["setitem s 0 x", "t = tuple_of s x", "t = @other s"])
def test_a_list_that_is_written_or_kept(line):
    assert 0 not in summaries(line)["slopes"].reads


def test_what_is_given_back_is_not_new():
    found = summaries(old="return rates", new="return s")
    assert 0 not in found["slopes"].reads
    assert found["slopes"].length is None
    assert summaries(old="rates = list_of", new="rates = tuple_of")["slopes"].made == "tuple_of"
