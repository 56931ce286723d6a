"""scikit-learn asks, before it computes, whether it was given arrays that it can compute with: arrays of numbers pass."""

import numpy as np
from sklearn.utils import _array_api, _set_output, validation

from s2sad.rules.declare import nondifferentiable, present, program
from s2sad.runtime.estimators import check_output

ASKED = nondifferentiable(
    "number", *present(validation, "check_consistent_length _num_samples assert_all_finite has_fit_parameter")
)
DTYPES = nondifferentiable(
    "other", *present(_array_api, "_find_matching_floating_dtype _max_precision_float_dtype")
)
OUTPUT = nondifferentiable("other", check_output)


@program(validation.check_array, at=[np.eye(2)])
def check_array(
    array, accept_sparse=False, *, accept_large_sparse=True, dtype="numeric", order=None, copy=False, force_writeable=False,
    force_all_finite=True, ensure_all_finite=True, ensure_non_negative=False, ensure_2d=True, allow_nd=False,
    ensure_min_samples=1, ensure_min_features=1, estimator=None, input_name="",
):  # fmt: skip
    """An array of floats as it is, or a copy"""
    return np.array(array) if copy else np.asarray(array)


@program(validation._check_sample_weight, at=[])
def check_sample_weight(sample_weight, X, *, dtype=None, force_float_dtype=True, ensure_non_negative=False,
    ensure_same_device=True, copy=False, allow_all_zero_weights=False,
):  # fmt: skip
    """Weights as they are, or ones"""
    if sample_weight is None:
        return np.ones(np.shape(X)[0])
    return np.array(sample_weight) if copy else np.asarray(sample_weight)


@program(validation.column_or_1d, at=[])
def column_or_1d(y, *, dtype=None, input_name="y", warn=False, device=None):
    """One column"""
    return np.reshape(np.asarray(y), -1)


@program(validation._check_y, at=[])
def check_y(y, multi_output=False, y_numeric=False, estimator=None):
    """One column, or several"""
    return np.asarray(y) if multi_output else np.reshape(np.asarray(y), -1)


@program(validation.check_X_y, at=[])
def check_X_y(
    X, y, accept_sparse=False, *, accept_large_sparse=True, dtype="numeric", order=None, copy=False, force_writeable=False,
    force_all_finite=True, ensure_all_finite=True, ensure_non_negative=False, ensure_2d=True, allow_nd=False,
    multi_output=False, ensure_min_samples=1, ensure_min_features=1, y_numeric=False, estimator=None,
):  # fmt: skip
    """An array and a column"""
    return validation.check_array(X, copy=copy), validation._check_y(y, multi_output)


@program(validation.validate_data, at=[])
def validate_data(
    _estimator, X="no_validation", y="no_validation", reset=True, validate_separately=False, skip_check_array=False,
    accept_sparse=False, accept_large_sparse=True, dtype="numeric", order=None, copy=False, force_writeable=False,
    force_all_finite=True, ensure_all_finite=True, ensure_non_negative=False, ensure_2d=True, allow_nd=False,
    multi_output=False, ensure_min_samples=1, ensure_min_features=1, y_numeric=False, estimator=None, input_name="",
):  # fmt: skip
    """What an estimator is given, as arrays"""
    if reset and ensure_2d:
        _estimator.n_features_in_ = np.shape(X)[1]
    if y is None or isinstance(y, str):
        return X if skip_check_array else validation.check_array(X, copy=copy)
    if isinstance(X, str):
        return y if skip_check_array else validation._check_y(y, multi_output)
    if skip_check_array:
        return X, y
    if validate_separately:
        of_x, of_y = validate_separately
        return validation.check_array(X, **of_x), validation.check_array(y, **of_y)
    return validation.check_X_y(X, y, copy=copy, multi_output=multi_output)


@program(validation.check_is_fitted, at=[])
def check_is_fitted(estimator, attributes=None, *, msg=None, all_or_any=all):
    """What is missing raises where it is read"""
    return None


@program(validation._check_feature_names, validation._check_n_features, at=[])
def check_features(estimator, X, *, reset):
    """An array has no names; how many columns fit is seen when they meet"""
    if reset:
        estimator.n_features_in_ = np.shape(X)[1]


@program(_set_output._wrap_data_with_container, at=[])
def wrap_data_with_container(method, data_to_wrap, original_input, estimator):
    """An array as it is: a data frame is refused"""
    check_output(method, getattr(estimator, "_sklearn_output_config", None))
    return data_to_wrap
