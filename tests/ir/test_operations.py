import inspect
import math
import operator

import pytest

from s2sad.ir.nodes import Block, Closure, Entry, Function, FunctionRef, If, Ref, Var
from s2sad.ir.operations import FUNCTIONS, OPERATIONS, callee_of, op, operation_of
from s2sad.runtime import operations

EMPTY = Block(())


def test_operations_are_named_once():
    assert len(set(map(id, FUNCTIONS.values()))) == len(FUNCTIONS)


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_has_its_name_back(name):
    ref = op(name)
    assert (ref.path, ref.scope) == (name, None)
    assert operation_of(Entry((), ref, ())) == name
    assert callee_of(Entry((), ref, ())) is FUNCTIONS[name]


def test_the_helpers_of_the_runtime_are_named_as_they_are_there():
    own = {name: each for name, each in FUNCTIONS.items() if inspect.isfunction(each)}
    assert own.keys() >= {"dup", "apply", "tuple_of"}
    assert {name: each.__name__ for name, each in own.items()} == {name: name for name in own}
    assert own["dup"] is operations.dup


def test_an_operation_is_known_under_any_path():
    assert operation_of(Entry((), Ref("operator.mul", operator.mul), ())) == "mul"


@pytest.mark.parametrize(
    "node",
    [
        Entry((), FunctionRef("add"), ()),
        Entry((), Var("add"), ()),
        Entry((), Ref("math.sin", math.sin), ()),
        Entry((), Ref("odd", []), ()),
        If((), Var("c"), EMPTY, EMPTY),
        Closure(Var("g"), Function("add", (), EMPTY), ()),
    ],
    ids=str,
)
def test_what_is_no_operation(node):
    assert operation_of(node) is None


def test_what_an_entry_calls_may_be_unknown():
    assert callee_of(Entry((), Var("g"), ())) is None
    assert callee_of(Entry((), FunctionRef("g"), ())) is None
    assert callee_of(If((), Var("c"), EMPTY, EMPTY)) is None
    assert callee_of(Entry((), Ref("math.sin", math.sin), ())) is math.sin
