import builtins
import keyword

import pytest

from s2sad.ir.names import Names


def test_a_free_hint_is_given_as_it_is():
    assert Names().fresh("x") == "x"


def test_a_taken_hint_is_numbered():
    names = Names(["x"])
    assert [names.fresh("x") for _ in range(3)] == ["x_1", "x_2", "x_3"]


def test_a_name_is_given_once():
    names = Names()
    given = [names.fresh(hint) for hint in ["x", "x_1", "x", "x_2", "x_1", "y", "x"]]
    assert given == ["x", "x_1", "x_2", "x_3", "x_4", "y", "x_5"]


def test_numbers_that_are_taken_are_left_out():
    assert Names(["x", "x_1", "x_2"]).fresh("x") == "x_3"


def test_a_numbered_hint_is_counted_on():
    assert Names(["x_1"]).fresh("x_1") == "x_2"


@pytest.mark.parametrize("word", [*keyword.kwlist, *keyword.softkwlist, "match", "type", "sum", "ValueError"])
def test_keywords_and_builtins_are_not_given(word):
    name = Names().fresh(word)
    assert name != word
    assert name.isidentifier()
    assert not keyword.iskeyword(name) and not keyword.issoftkeyword(name) and not hasattr(builtins, name)


def test_a_numbered_name_does_not_double_the_underscore():
    assert Names(["lambda_"]).fresh("lambda_") == "lambda_1"
    assert Names().fresh("_") == "_1"


@pytest.mark.parametrize("hint", ["", "1x", "a b", "<lambda>", "x.y"])
def test_what_is_no_identifier_becomes_one(hint):
    names = Names()
    assert [names.fresh(hint), names.fresh(hint)] == ["t", "t_1"]


def test_identifiers_are_told_apart_as_python_does():
    names = Names(["fi"])
    assert names.fresh("\N{LATIN SMALL LIGATURE FI}") == "fi_1"


def test_reserved_names_are_not_given():
    names = Names()
    names.reserve(["x", "y"])
    assert (names.fresh("x"), names.fresh("y")) == ("x_1", "y_1")


def test_the_names_of_tangents_and_adjoints():
    names = Names(["x"])
    assert (names.tangent("x"), names.adjoint("x"), names.adjoint("x")) == ("x_dot", "x_bar", "x_bar_1")


def test_the_caller_s_collection_is_left_alone():
    taken = {"x"}
    Names(taken).fresh("y")
    assert taken == {"x"}
