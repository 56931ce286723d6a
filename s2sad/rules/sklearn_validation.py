"""scikit-learn asks, before it computes, whether it was given arrays that it can compute with: arrays of numbers pass."""

import numpy as np
from sklearn.utils import validation

from s2sad.rules.declare import nondifferentiable, present, program

ASKED = nondifferentiable(
    "number", *present(validation, "check_consistent_length _num_samples assert_all_finite has_fit_parameter")
)


@program(validation.check_array, at=[np.eye(2)])
def check_array(
    array, accept_sparse=False, *, accept_large_sparse=True, dtype="numeric", order=None, copy=False, force_writeable=False,
    ensure_all_finite=True, ensure_non_negative=False, ensure_2d=True, allow_nd=False, ensure_min_samples=1,
    ensure_min_features=1, estimator=None, input_name="",
):  # fmt: skip
    """An array of floats as it is, or a copy"""
    return np.array(array) if copy else np.asarray(array)


@program(validation._check_sample_weight, at=[])
def check_sample_weight(sample_weight, X, *, dtype=None, force_float_dtype=True, ensure_non_negative=False,
    ensure_same_device=True, copy=False, allow_all_zero_weights=False,
):  # fmt: skip
    """Weights as they are, or ones"""
    return np.ones(np.shape(X)[0]) if sample_weight is None else np.asarray(sample_weight)


@program(validation.column_or_1d, at=[])
def column_or_1d(y, *, dtype=None, input_name="y", warn=False, device=None):
    """One column"""
    return np.reshape(np.asarray(y), -1)
