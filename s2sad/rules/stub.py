import numpy as np
from s2sad.rules.declare import linear, nondifferentiable, bilinear
from s2sad.runtime.stub import unreduce

@linear(np.sum, np.ndarray.sum, at=[])
def sum_(out_bar, a, axis=None, dtype=None, *, keepdims=False):
    return unreduce(out_bar, np.shape(a), axis, keepdims)

@linear(unreduce, at=[], wrt=("out_bar_1",))
def unreduce_(out_bar, out_bar_1, shape, axis, keepdims):
    return np.sum(out_bar, axis=axis, keepdims=keepdims)

@linear(np.copy, np.ndarray.copy, at=[])
def copy(out_bar, a):
    return out_bar

made = nondifferentiable("number", np.eye, np.zeros, np.zeros_like, np.ones_like, np.shape, np.ndim, np.empty, np.ones, np.empty_like, np.arange)
