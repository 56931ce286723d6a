"""Loops with short inner loops go through these in blocks of rows."""

import numpy as np
import pytest

import s2sad

RNG = np.random.default_rng(0)


def mixture(x, means, scales):
    """The largest term of a row is taken out; rows with equal terms share."""
    z = (x[:, None] - means) / scales
    terms = -0.5 * z * z - np.log(scales)
    top = terms.max(axis=1)
    return -np.sum(top + np.log(np.sum(np.exp(terms - top[:, None]), axis=1)))


def soft_classes(x, means, scales):
    """Each row is a sum of several ways from the row's terms, which are read by their neighbours too."""
    total = 0.0
    t = np.empty(means.shape[0])
    for i in range(x.shape[0]):
        for j in range(means.shape[0]):
            t[j] = np.exp(-((x[i] - means[j]) ** 2) / scales[j])
        norm = 0.0
        for j in range(means.shape[0]):
            norm += t[j] + 0.1 * t[0]
        for j in range(means.shape[0]):
            total += (t[j] / norm) ** 2 * np.sqrt(scales[j])
    return total


def nearest(x, means, scales):
    """Branches within inner loops, and a truth that they carry."""
    d = np.abs(x[:, None] - means)
    close = np.where(d < 0.5, d * d * scales, 0.1 * d)
    shares = close / (1.0 + np.sum(close, axis=1))[:, None]
    return np.sum(shares * shares) + np.sum(np.min(close, axis=1))


def kept_from_before(x, means, scales):
    """What a row begins with is the row before: no row is private."""
    t = np.zeros(means.shape[0])
    total = 0.0
    for i in range(x.shape[0]):
        for j in range(means.shape[0]):
            t[j] = 0.5 * t[j] + x[i] * means[j]
        norm = 1.0
        for j in range(means.shape[0]):
            norm += t[j] * t[j]
        for j in range(means.shape[0]):
            total += t[j] / norm * scales[j]
    return total


def densities(x, means, scales):
    """A logarithm for each row, and a sum over all rows."""
    z = (x[:, None] - means) / scales
    return np.sum(np.log(np.sum(np.exp(-0.5 * z * z) / scales, axis=1)))


def entropies(x, means, scales):
    """Rows are read three times, and divided by what all of a row makes."""
    e = np.exp(-((x[:, None] - means) ** 2) * scales)
    p = e / np.sum(e, axis=1)[:, None]
    return -np.sum(p * np.log(p + 0.01))


def with_two_lengths(x, means, scales):
    """Two kinds of rows, which are of different lengths."""
    e = np.exp(-np.abs(x[:, None] - means))
    f = np.sin(x[:, None] * scales[1:])
    return np.sum(np.log(np.sum(e, axis=1)) * np.tanh(np.sum(f * f, axis=1)))


def neighbours(x, means, scales):
    """Each row has two numbers of its own."""
    z = (x[1:, None] - means + 0.1 * x[:-1, None]) / scales
    top = z.max(axis=1)
    return np.sum(np.log(np.sum(np.exp(z - top[:, None]), axis=1)) * x[1:])


IN_BLOCKS = [mixture, densities, entropies, with_two_lengths]
OTHERS = [neighbours, soft_classes, nearest, kept_from_before]


def both(fun, x, means, scales):
    argnums = (0, 1, 2)
    jitted = s2sad.value_and_grad(fun, argnums, jit=True)
    value, found = jitted(x.copy(), means.copy(), scales.copy())
    wanted_value, wanted = s2sad.value_and_grad(fun, argnums)(x.copy(), means.copy(), scales.copy())
    np.testing.assert_allclose(value, wanted_value, rtol=1e-12)
    for one, other in zip(found, wanted):
        np.testing.assert_allclose(one, other, rtol=1e-10, atol=1e-12)
    return jitted.source


@pytest.mark.parametrize("fun", IN_BLOCKS + OTHERS)
@pytest.mark.parametrize("m", [2, 5, 32, 33])
def test_as_without_loops(fun, m, in_python):
    for n in (2, 31, 32, 33, 70):
        text = both(fun, RNG.normal(size=n), RNG.normal(size=m), 1.0 + RNG.random(m))
    assert (", 32)" in text) == (fun in IN_BLOCKS), text


def test_one_row_and_one_column(in_python):
    both(mixture, np.array([0.3]), np.array([0.1, 0.4]), np.array([1.0, 2.0]))
    both(mixture, RNG.normal(size=40), np.array([0.1]), np.array([2.0]))


def test_equal_terms_and_what_is_not_finite(in_python):
    x = np.linspace(-1.0, 1.0, 40)
    both(mixture, x, np.array([0.5, 0.5, -0.5]), np.ones(3))
    x[3], x[35] = np.nan, np.inf
    gradient, plain = s2sad.grad(mixture, jit=True), s2sad.grad(mixture)
    args = x, np.array([0.5, -0.5, 0.1]), np.array([1.0, 2.0, 1.5])
    with np.errstate(all="ignore"):
        np.testing.assert_allclose(gradient(*args), plain(*args), rtol=1e-10)


def test_columns_stay(in_python):
    def softmax(logits):
        e = np.exp(logits - logits.max(axis=1)[:, None])
        return np.sum((e / e.sum(axis=1)[:, None]) ** 2)

    x = RNG.normal(size=(40, 4))
    gradient = s2sad.grad(softmax, jit=True)
    np.testing.assert_allclose(gradient(x), s2sad.grad(softmax)(x), rtol=1e-10, atol=1e-14)
    assert "rows" not in gradient.source
