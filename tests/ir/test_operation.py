"""The record of an operation: what its properties say follows from what it is."""

from s2sad.ir.operation import Effect, Form, Operation, Shares
from s2sad.ir.operation_kinds import truth
from s2sad.ir.operations import OPERATIONS

OPERATORS = "add and_ floordiv le lshift lt matmul mod mul neg not_ or_ pos pow sub truediv xor".split()


def test_effects_go_from_the_harmless_to_the_unknown():
    assert (
        Effect.TOTAL
        < Effect.RAISING
        < Effect.READING
        < Effect.FRESH
        < Effect.WRITING
        < Effect.SHOWING
        < Effect.UNKNOWN
    )


def test_which_are_operators():
    assert all(OPERATIONS[name].is_operator for name in OPERATORS)
    assert not any(OPERATIONS[name].is_operator for name in ("iadd", "append", "getitem", "list_of"))


def test_which_have_to_be_statements():
    assert all(OPERATIONS[name].is_statement for name in ("iadd", "append", "setitem", "store", "raise_"))
    assert not any(OPERATIONS[name].is_statement for name in ("add", "getitem", "take_last", "tuple_of"))


def test_which_are_truths():
    assert {name for name in ("lt", "eq", "is_in", "add", "getitem") if OPERATIONS[name].is_truth} == {
        "lt",
        "eq",
        "is_in",
    }


def test_which_hold_their_arguments():
    names = [name for name, one in OPERATIONS.items() if one.holds_arguments]
    assert {"list_of", "tuple_of", "dict_of", "set_of", "append", "setitem"} <= set(names)
    assert not {"add", "getitem", "len", "dup"} & set(names)


def test_which_make_containers():
    assert all(OPERATIONS[name].makes_container for name in ("list_of", "dict_of", "set_of"))
    assert not any(OPERATIONS[name].makes_container for name in ("tuple_of", "add", "append", "getitem"))


def test_syntax_needs_no_import():
    assert OPERATIONS["getitem"].is_syntax and OPERATIONS["add"].is_syntax
    assert not Operation("f").is_syntax
    assert not Operation("f", form=Form.SYNTAX, spelling="f").is_syntax


def test_of_a_call_of_anything_the_worst_holds():
    call = Operation()
    assert call.effect == Effect.UNKNOWN and call.shares == Shares.ANYTHING
    assert not (call.is_operator or call.is_statement or call.is_truth or call.makes_container)
    assert Operation(kind=truth).is_truth
