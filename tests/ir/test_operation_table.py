"""The table of operations against what the callables do when they are run."""

import ast
import copy

import numpy as np
import pytest

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Entry, Var
from s2sad.ir.operation import Effect, Form, Shares
from s2sad.ir.operations import CALL, OPERATIONS, items_put, op, operation, operation_named, writes_whole
from s2sad.ir.value_kinds import kind_of

X, Y, AT = Var("x"), Var("y"), Var("i")
NUMBERS = [(True, True), (3, 2), (3, 2.5), (2.5, 2), (2.5, 1.5), (2.5, 1.0 + 2.0j)]
SEQUENCES = [
    ([1.0], [2.0]),
    ((1, 2.0), (3.0,)),
    ([1.0, 2.0], 3),
    (2, (1.0, 2.0)),
    ("a", "b"),
    ({"a": 1.0}, {"b": 2.0}),
]
PLAIN = [one for one in OPERATIONS.values() if one.form is Form.BINARY]
AUGMENTED = [one for one in OPERATIONS.values() if one.form is Form.AUGMENTED]
COMPARISONS = [one for one in OPERATIONS.values() if one.form is Form.COMPARISON]


def name_of(operation):
    return operation.name


def computed(function, *values):
    try:
        return function(*values)
    except TypeError:
        return None


def holds(kind, value):
    """Whether a value is of a kind, or of one that the kind is joined of."""
    found = kind_of(value)
    if kind.name == "dict":
        return found.name == "dict" and K.join(kind.item, found.item) == kind.item
    return kind == K.UNKNOWN or K.join(kind, found) == kind


@pytest.mark.parametrize("one", PLAIN, ids=name_of)
def test_operators_give_values_of_the_kind_that_the_table_says(one):
    tried = 0
    for values in (*NUMBERS, *SEQUENCES, (np.ones((2, 2)), np.ones((2, 2)))):
        result = computed(one.function, *values)
        if result is not None and one.kind(tuple(map(kind_of, values))) != K.UNKNOWN:
            assert holds(one.kind(tuple(map(kind_of, values))), result), values
            tried += 1
    assert tried >= (5 if one.elementwise else 0)


@pytest.mark.parametrize("one", PLAIN, ids=name_of)
def test_operators_are_spelled_as_python_spells_them(one):
    text = ast.unparse(ast.BinOp(ast.Constant(13), one.spelling(), ast.Constant(3)))
    if one.name != "matmul":
        assert eval(text) == one.function(13, 3)
    assert one.spelling is not CALL.spelling


@pytest.mark.parametrize("one", COMPARISONS, ids=name_of)
def test_comparisons_are_spelled_as_python_spells_them_and_give_truths(one):
    for left in (1, 2, 3):
        right: object = [1, 2] if one.name in ("is_in", "not_in") else 2
        text = ast.unparse(ast.Compare(ast.Name("left"), [one.spelling()], [ast.Name("right")]))
        assert eval(text, {"left": left, "right": right}) is one.function(left, right)
    assert one.kind((K.FLOAT, K.FLOAT)) == K.BOOL
    assert one.is_truth


@pytest.mark.parametrize("one", AUGMENTED, ids=name_of)
def test_what_writes_in_place_computes_what_its_plain_operator_does(one):
    plain = OPERATIONS[one.plain]
    array, other = (np.array([[5, 3], [2, 7]]), np.array([[1, 2], [2, 1]]))
    if one.plain in ("truediv", "pow", "matmul", "sub", "mul"):
        array = array.astype(float)
    expected = plain.function(array.copy(), other)
    given = array
    assert one.function(given, other) is given
    np.testing.assert_array_equal(given, expected)
    assert (one.spelling, one.arithmetic, one.elementwise) == (
        plain.spelling,
        plain.arithmetic,
        plain.elementwise,
    )
    assert one.shares is Shares.ITSELF


SAMPLES = {
    "neg": (2.0,),
    "pos": (2.0,),
    "invert": (2,),
    "not_": ([],),
    "tuple_of": ([1.0], 2.0),
    "list_of": ([1.0], 2.0),
    "set_of": (1.0, 2.0),
    "dict_of": ("a", [1.0]),
    "slice": (1, 2),
    "getitem": ([[1.0], 2.0], 0),
    "getattr": (1.0 + 2.0j, "real"),
    "unpack": ([1.0, 2.0], 2, None),
    "setitem": ([[1.0], 2.0], 0, [3.0]),
    "delitem": ([[1.0], 2.0], 0),
    "append": ([[1.0]], [2.0]),
    "reverse": ([1.0, 2.0],),
    "store": (np.array([1.0, 2.0]), 0, 3.0),
    "increase": (np.array([1.0, 2.0]), 0, 3.0),
    "add_at": ([1.0, 2.0], 0, 3.0),
    "sum_at": ({"a": 1.0}, "b", 3.0),
    "format_of": (1.5, "r", ""),
    "text_of": ("a", "b"),
    "dup": ([1.0], 2),
    "conjugate": (1.0 + 2.0j,),
    "accumulate": ([1.0], [2.0]),
    "zeros_like": ([1.0, [2.0]],),
    "shadow_of": ([1.0, [2.0]],),
    "adjoint_of": ([1.0], [2.0]),
    "take_last": ([1.0, 2.0],),
    "merge": ([1.0, 2.0], [3.0, 4.0]),
    "merge_at": ([1.0, 2.0], 1, 3.0),
    "merge_slice": ([1.0, 2.0], slice(0, 1), [3.0]),
    "merge_repeated": ([1.0], [2.0, 3.0]),
    "inner": ([1.0, 2.0], [3.0, 4.0]),
    "scaled": (2.0, [3.0]),
    "stop_gradient": ([1.0],),
    "without_gradient": ([1.0],),
    "on_adjoint": ([1.0],),
    "with_slope_of": (1.0, 2.0),
    "strong_zero": (2.0, 0.0),
    "root_of": (1.0, "residual", "derivative"),
    "in_form_of": (1.0, 0),
    "check_real": (1.0,),
    "comment": ("text",),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_only_what_is_said_to_write_writes(name):
    values = SAMPLES[name]
    given = copy.deepcopy(values)
    OPERATIONS[name].function(*given)
    changed = [repr(one) != repr(other) for one, other in zip(given, values)]
    assert changed == [OPERATIONS[name].effect is Effect.WRITING, *(False for _ in values[1:])]


@pytest.mark.parametrize("name", SAMPLES)
def test_values_share_with_their_arguments_what_is_said(name):
    one, values = OPERATIONS[name], copy.deepcopy(SAMPLES[name])
    result = one.function(*values)
    lists = [value for value in values if isinstance(value, list)]
    inside = list(result.values()) if isinstance(result, dict) else result
    parts = [item for item in inside if isinstance(item, list)] if isinstance(inside, (list, tuple)) else []
    if one.effect is not Effect.WRITING and one.shares is Shares.NOTHING:
        assert not any(part is value for part in (result, *parts) for value in lists)
    if one.is_display and name != "set_of":
        assert lists and all(any(part is value for part in parts) for value in lists)
    if one.makes_container:
        assert isinstance(result, (list, dict, set))
        assert result is not one.function(*values)


@pytest.mark.parametrize("name", [name for name in SAMPLES if OPERATIONS[name].kind is not CALL.kind])
def test_values_are_of_the_kind_that_is_said(name):
    one, values = OPERATIONS[name], copy.deepcopy(SAMPLES[name])
    kinds = tuple(map(kind_of, values))
    assert holds(one.kind(kinds), one.function(*values))


def test_every_operation_has_a_sample_or_is_an_operator():
    operators = {one.name for one in (*PLAIN, *AUGMENTED, *COMPARISONS)}
    others = {"setattr", "raise_", "apply", "strong_product", "probe", "unended"}
    assert set(OPERATIONS) == operators | set(SAMPLES) | others


def test_what_is_put_into_a_container():
    assert items_put(Entry((X,), op("list_of"), (Y, AT))) == (Y, AT)
    assert items_put(Entry((), op("append"), (X, Y))) == (Y,)
    assert items_put(Entry((), op("setitem"), (X, AT, Y))) == (Y,)
    assert items_put(Entry((), op("store"), (X, AT, Y))) == ()  # an array takes the numbers
    assert items_put(Entry((X,), op("add"), (X, Y))) == ()


def test_what_writes_to_an_array_of_which_all_is_read():
    assert writes_whole(Entry((), op("store"), (X, AT, Y)))
    assert writes_whole(Entry((), op("iand"), (X, Y)))
    assert not writes_whole(Entry((X,), op("iadd"), (X, Const(1))))
    assert not writes_whole(Entry((), op("append"), (X, Y)))


def test_what_is_no_operation_has_the_record_of_a_call():
    assert operation(Entry((), X, (Y,))) is CALL
    assert operation_named("sin") is operation_named(None) is CALL
    assert CALL.effect is Effect.UNKNOWN
    assert not (CALL.is_operator or CALL.is_statement or CALL.is_syntax or CALL.makes_container)


def test_a_comparison_of_what_is_not_known_may_give_an_array():
    for name in ("lt", "le", "gt", "ge", "eq", "ne"):
        assert OPERATIONS[name].kind((K.UNKNOWN, K.FLOAT)) == K.UNKNOWN
    assert OPERATIONS["is_"].kind((K.UNKNOWN, K.FLOAT)) == K.BOOL
