"""How emitted code says what lies outside of a function."""

import math

import numpy as np
import pytest

from s2sad.backend.references import (
    Import,
    References,
    Scope,
    cells_of,
    home_of,
    is_method,
    is_same,
    needs_call,
    plain_function,
)
from s2sad.ir.nodes import Block, Const, Entry, Function, Module, Param, Ref, Var

GRAVITY = 9.81
X = Var("x")


def scoped(x):
    return x * GRAVITY


def around(inner):
    def closure(x):
        return x * inner

    return closure


def function_of(*refs, name="f", params=("x",)):
    entries = tuple(Entry((Var(f"y{i}"),), ref, (X,)) for i, ref in enumerate(refs))
    return Function(name, tuple(Param(Var(one)) for one in params), Block(entries, (X,)))


def paths_of(*functions):
    made = References(Module(functions))
    return made, [list(made.environments[function.name].paths.values()) for function in functions]


def test_builtins_modules_and_objects_of_ours():
    made, (paths,) = paths_of(
        function_of(Ref("len", len), Ref("math.erf", math.erf), Ref("np.fft.fft", np.fft.fft))
    )
    assert paths == ["len", "math.erf", "np.fft.fft"]
    assert Import("math", None, "math") in made.imports and made.extras == {}


def test_what_can_be_imported_is_imported_by_its_name():
    made, (paths,) = paths_of(function_of(Ref("anything", home_of)))
    assert paths == ["home_of"] and Import("s2sad.backend.references", "home_of", "home_of") in made.imports


def test_what_cannot_be_is_handed_over():
    def local(x):
        return x

    made, (paths,) = paths_of(function_of(Ref("local", local)))
    assert paths == ["local"] and made.extras == {"local": local}


def test_a_name_that_a_parameter_has_is_not_taken():
    _, (paths,) = paths_of(function_of(Ref("len", len), params=("x", "len")))
    assert paths == ["builtins.len"]
    _, (paths,) = paths_of(function_of(Ref("home_of", home_of), params=("x", "home_of")))
    assert paths == ["home_of_1"]


def test_the_users_own_names_are_looked_up_when_it_runs():
    made, (paths,) = paths_of(function_of(Ref("GRAVITY", GRAVITY, scoped)))
    assert paths == ["GRAVITY"] and made.environments["f"].names is globals()


def test_closure_variables_are_cells():
    closure = around(3.0)
    made, (paths,) = paths_of(function_of(Ref("inner", 3.0, closure)))
    assert paths == ["inner"] and made.environments["f"].cells["inner"].cell_contents == 3.0
    other = around(5.0)
    made, (paths,) = paths_of(function_of(Ref("inner", 3.0, closure), Ref("inner", 5.0, other)))
    assert paths == ["inner", "closure_scope.inner"]
    assert made.extras["closure_scope"].inner == 5.0


def test_globals_of_another_module_are_read_through_that():
    made, (paths,) = paths_of(
        function_of(Ref("GRAVITY", GRAVITY, scoped), Ref("_SHORT_MODULES", None, home_of))
    )
    assert paths == ["GRAVITY", "references._SHORT_MODULES"]
    assert Import("s2sad.backend.references", None, "references") in made.imports


def test_functions_of_libraries_are_the_same_in_every_module():
    made, (paths,) = paths_of(
        function_of(Ref("GRAVITY", GRAVITY, scoped), Ref("math.isfinite", math.isfinite, needs_call))
    )
    assert paths == ["GRAVITY", "math.isfinite"]
    assert "s2sad.backend.references" not in {each.module for each in made.imports}


def test_a_scope_gives_what_the_function_sees():
    assert Scope(scoped).GRAVITY == GRAVITY and Scope(scoped).len is len
    assert Scope(around(2.0)).inner == 2.0 and set(cells_of(around(2.0))) == {"inner"}
    assert plain_function(Named().method) is Named.method
    with pytest.raises(AttributeError):
        getattr(Scope(scoped), "no" + "thing")


class Named:
    def method(self):
        return 1


@pytest.mark.parametrize(
    "value, home",
    [
        (np.sum, ("numpy", "sum")),
        (math.sin, ("math", "sin")),
        (home_of, ("s2sad.backend.references", "home_of")),
        (Named, (__name__, "Named")),
        (Named.method, None),
        (lambda x: x, None),
        (3.0, None),
    ],
)
def test_where_objects_can_be_imported_from(value, home):
    assert home_of(value) == home


@pytest.mark.parametrize(
    "value, needs",
    [(1.0, False), (math.inf, True), (math.nan, True), (1j, False), (complex(-0.0, 1), True), (1, False)],
)
def test_numbers_without_a_literal(value, needs):
    assert needs_call(value) is needs
    if not needs:
        assert repr(eval(repr(value))) == repr(value)
    assert Const(value) == Const(value)


def test_methods_and_ufuncs():
    assert is_method(Ref("a", list.append)) and is_method(Ref("a", np.ndarray.sum))
    assert not is_method(Ref("a", len)) and not is_method(Ref("a", [].append))
    assert is_same(np.add.at, np.add.at) and not is_same(np.add.at, np.subtract.at)
