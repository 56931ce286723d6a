import numpy as np


def _share_of_exp(x, y):
    """exp(x) / (exp(x) + exp(y)), without overflow: the derivative of logaddexp, cheaper than that itself."""
    small = np.exp(-np.abs(x - y))
    return np.where(x >= y, 1.0, small) / (1.0 + small)


def _unbroadcast_to(amount, shape):
    """An adjoint of a value of some shape that was broadcast, summed to that shape."""
    if np.shape(amount) == shape:
        return amount
    extra = np.ndim(amount) - len(shape)
    if extra > 0:
        amount = np.sum(amount, axis=tuple(range(extra)))
    elif extra < 0:
        amount = np.reshape(amount, (1,) * -extra + np.shape(amount))
    short = tuple(i for i, n in enumerate(shape) if n == 1 and np.shape(amount)[i] != 1)
    return np.sum(amount, axis=short, keepdims=True) if short else amount


def _unbroadcast(amount, like):
    """An adjoint of a broadcast value, summed to the shape of the value itself.

    `amount` may have more axes than `like`, and other lengths where `like` has 1. A number gets a number. It has fewer
    axes where `like` was written into a part of an array with fewer, as NumPy allows if those before are of length 1.
    """
    if isinstance(amount, float) and isinstance(like, float):
        return amount
    return _unbroadcast_to(amount, np.shape(like))


def loss_grad(weights, features, labels, penalty=0.1):
    features_weights = features @ weights
    margins = labels * features_weights
    weights_bar = 2.0 * weights * (0.5 * penalty)  # line 17: weights * weights
    margins_bar = _share_of_exp(-margins, 0.0) * labels
    # line 16: labels * (features @ weights)
    features_weights_bar = _unbroadcast(-margins_bar, features_weights)
    weights_bar += features.T @ features_weights_bar  # line 16: features @ weights
    return weights_bar
