"""Functions of the array API's packages are NumPy's, where their options are at their defaults."""

import types

import numpy as np
import pytest

from s2sad.frontend.array_api_aliases import is_of_numpy, of_numpy
from s2sad.frontend.call import Call
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
    fn, call = of_numpy(wrapper(name), Call(None, [X], kwargs))
    assert fn.value is getattr(np, name) and call == Call(None, [X], expected)


def test_other_names_of_options():
    fn, call = of_numpy(wrapper("clip"), Call(None, [X], {"max": Const(2.0)}))
    assert fn.value is np.clip and call == Call(None, [X, Const(None), Const(2.0)])
    assert of_numpy(wrapper("asarray"), Call(None, [X], {"copy": Const(True)}))[0].value is np.array


@pytest.mark.skipif(not hasattr(np, "astype"), reason="NumPy's own function is newer")
def test_a_function_for_which_arrays_have_a_method():
    fn, call = of_numpy(np.astype, Call(None, [X, Const(float)]))
    assert fn.value is np.ndarray.astype and call.args == [X, Const(float)]


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
    assert of_numpy(function, Call(None, [X], kwargs)) is None


def test_which_namespaces_are_numpys():
    assert is_of_numpy(None) and is_of_numpy(Const(None)) and is_of_numpy(Ref("np", np))
    assert not is_of_numpy(X) and not is_of_numpy(Ref("math", __import__("math")))
