"""Functions of the array API's packages are NumPy's, where their options are at their defaults."""

import types

import numpy as np
import pytest

from s2sad.frontend.array_api_aliases import is_of_numpy, of_numpy
from s2sad.ir.nodes import Const, Ref, Var

X = Var("x")


def wrapper(name, module="sklearn.externals.array_api_compat.numpy"):
    """A function of a package that wraps NumPy's."""
    made = types.FunctionType((lambda *args, **kwargs: None).__code__, {}, name)
    made.__module__ = module
    return made


@pytest.mark.parametrize(
    ("name", "kwargs", "expected"),
    [
        ("sum", {"axis": Const(0)}, {"axis": Const(0)}),
        ("reshape", {"copy": Const(None)}, {}),
        ("std", {"dtype": Const(None), "keepdims": Const(True)}, {"keepdims": Const(True)}),
        ("zeros", {"device": Const("cpu")}, {}),
        ("isclose", {"xp": Const(None), "rtol": Const(1e-3)}, {"rtol": Const(1e-3)}),
    ],
)
def test_options_at_their_defaults_go(name, kwargs, expected):
    fn, args, named = of_numpy(wrapper(name), [X], kwargs)
    assert fn.value is getattr(np, name) and args == [X] and named == expected


def test_other_names_of_options():
    fn, args, named = of_numpy(wrapper("clip"), [X], {"max": Const(2.0)})
    assert fn.value is np.clip and args == [X, Const(None), Const(2.0)] and not named
    assert of_numpy(wrapper("asarray"), [X], {"copy": Const(True)})[0].value is np.array
    assert (
        of_numpy(np.astype, [X, Const(float)], {})[0].value is np.ndarray.astype
        if hasattr(np, "astype")
        else True
    )


@pytest.mark.parametrize(
    ("function", "kwargs"),
    [
        (wrapper("sum"), {"device": Const("cuda:0")}),
        (wrapper("sum"), {"initial": Const(1.0)}),
        (wrapper("sum", "my.module"), {}),
        (wrapper("no_such"), {}),
        (wrapper("sum"), {"**": X}),
        (wrapper("sum"), {"xp": Ref("math", __import__("math"))}),
        (np.sum, {}),
    ],
)
def test_all_others_stay(function, kwargs):
    assert of_numpy(function, [X], kwargs) is None


def test_which_namespaces_are_numpys():
    assert is_of_numpy(None) and is_of_numpy(Const(None)) and is_of_numpy(Ref("np", np))
    assert not is_of_numpy(X) and not is_of_numpy(Ref("math", __import__("math")))
