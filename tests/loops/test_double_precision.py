"""What a function makes in single precision is in double precision."""

import numpy as np
import pytest

from s2sad.ir.nodes import Block, Const, Entry, Function, Param, Ref, Var
from s2sad.loops.double_precision import with_double_precision

SINGLE, DOUBLE = Ref("np.float32", np.float32), Ref("np.float64", np.float64)
ZEROS, ASTYPE = Ref("np.zeros", np.zeros), Ref("np.ndarray.astype", np.ndarray.astype)
X, Y = Var("x"), Var("y")


def changed(fn, args, kwargs=()):
    function = Function("f", (Param(X),), Block((Entry((Y,), fn, args, kwargs),), (Y,)))
    (made,) = with_double_precision(function).body.entries
    return made


@pytest.mark.parametrize("dtype", [SINGLE, Const("float32"), Const("f4"), Ref("d", np.dtype(np.float32))])
def test_dtypes_of_what_is_made(dtype):
    assert changed(ZEROS, (X,), (("dtype", dtype),)).kwargs == (("dtype", DOUBLE),)
    assert changed(ZEROS, (X, dtype)).args == (X, DOUBLE)
    assert changed(ASTYPE, (X, dtype)).args == (X, DOUBLE)


def test_numbers():
    assert changed(SINGLE, (X,)).fn == DOUBLE
    assert changed(Ref("np.complex64", np.complex64), (X,)).fn.value is np.complex128


@pytest.mark.parametrize("name", ["finfo", "zeros"])
def test_what_is_no_dtype_of_what_is_made_stays(name):
    fn = Ref(f"np.{name}", getattr(np, name))
    assert changed(fn, (SINGLE,)).args == (SINGLE,)
