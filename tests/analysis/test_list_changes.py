"""What may happen to lists: which entries change them, keep them, or only read."""

import numpy as np
import pytest

from s2sad.analysis.list_changes import ListSummary, changed
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function
from s2sad.ir.rewrite import walk
from s2sad.runtime.operations import object_of

NAMES = {"len": len, "sum": sum, "max": max, "zip": zip, "np": np, "object_of": object_of, "dict": dict}
TEXT = """function f(a, ys)
    xs = list_of a a
    path = list_of
    {line}
    return a
"""


def nodes_of(line):
    return list(walk(parse_function(TEXT.format(line=line), NAMES).body))


def is_changed(line, calls=None):
    nodes = nodes_of(line)
    return Var("xs") in changed(nodes, {Var("xs")}, (), calls or {})


@pytest.mark.parametrize(
    "line",
    [
        "t = sum xs",
        "t = len xs",
        "t = np.array xs",
        "t = np.sin xs",
        "t = zip xs xs",
        "t = max xs",
        "append path xs",
    ],
)
def test_what_only_reads_or_keeps_a_list_as_it_is(line):
    assert not is_changed(line)


@pytest.mark.parametrize(
    "line",
    [
        "setitem xs 0 a",
        "append xs a",
        "t = max xs ys",
        "t = object_of a 'x' xs",
        "t = dict xs",
        "t = is_ xs ys",
        "t = @g xs",
        "t = getattr xs 'pop'",
        "append path xs\\n    t = getitem path 0\\n    setitem t 0 a",
    ],
)
def test_what_may_change_a_list_or_give_it_another_name(line):
    assert is_changed(line.replace("\\n", "\n"))


def test_a_function_of_the_module_that_only_reads():
    assert not is_changed("t = @g xs", {"g": ListSummary(frozenset([0]))})
    assert is_changed("t = @g a xs", {"g": ListSummary(frozenset([0]))})
