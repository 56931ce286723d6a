"""Functions of `scipy.special` in compiled derivatives."""

import numpy as np
import pytest

import s2sad

special = pytest.importorskip("scipy.special")

X, P = np.array([0.3, -1.2, 0.7, 2.1]), np.array([0.3, 0.2, 0.7, 0.9])
A = np.array([[0.5, -1.2, 0.3], [1.4, 0.2, -0.6]])


def errors(x):
    return np.sum(special.erf(x) * special.erfc(0.5 * x) + special.ndtr(x) ** 2)


def gammas(p):
    return np.sum(special.gamma(p) * special.gammaln(p + 1.0))


def logistics(x):
    return np.sum(special.expit(x) * special.log_expit(x)) + np.sum(special.logit(special.expit(x)) ** 2)


def entropies(p):
    return np.sum(special.entr(p) + special.rel_entr(p, p**2) + special.kl_div(p, p**3)) + np.sum(
        special.xlogy(p, p) * special.xlog1py(p, p)
    )


def whole_sum(a):
    return special.logsumexp(a) ** 2 + special.logsumexp(np.ravel(a)[:1])


def sums_of_pairs(a):
    return np.sum(np.logaddexp.reduce(a) ** 2) + np.sum(np.logaddexp.reduce(a, axis=1) * a[:, 0])


def sums_by_rows(a):
    return np.sum(special.logsumexp(a, axis=1) ** 2 + special.logsumexp(a, axis=1, keepdims=True) * a[:, 0])


def shares(a):
    return np.sum(special.softmax(a, axis=1) ** 2 * a) + np.sum(
        special.softmax(a) * special.log_softmax(a, axis=0)
    )


def shares_of_vector(x):
    return special.softmax(x) @ x


@pytest.mark.parametrize(
    "function, at",
    [
        (errors, X),
        (gammas, P),
        (logistics, X),
        (entropies, P),
        (whole_sum, A),
        (sums_by_rows, A),
        (sums_of_pairs, A),
        (shares, A),
        (shares_of_vector, X),
    ],
)
def test_gradients(check, function, at):
    check(function, at)


def test_a_price_by_the_normal_distribution(check):
    stats = pytest.importorskip("scipy.stats")

    def price(spot, strikes, volatility):
        d = (np.log(spot / strikes) + 0.5 * volatility**2) / volatility
        return np.sum(spot * stats.norm.cdf(d) - strikes * stats.norm.cdf(d - volatility))

    check(price, 1.1, np.array([0.9, 1.0, 1.2]), 0.3)


@pytest.mark.parametrize("top", [np.inf, 700.0])
def test_sums_of_exponentials_don_t_overflow(in_python, top):
    a = np.array([top, 1.0, top])
    with np.errstate(all="ignore"):
        value, bar = s2sad.value_and_grad(lambda a: special.logsumexp(a), jit=True)(a)
        assert value == special.logsumexp(a)
    assert np.isinf(top) or bar == pytest.approx([0.5, 0.0, 0.5])


def test_the_text_needs_no_scipy(in_python):
    derivative = s2sad.grad(errors, jit=True)
    derivative(X)
    assert "scipy" not in derivative.source
    assert "def _erf(x):" in derivative.source


def test_a_sum_with_weights_is_refused(in_python):
    with pytest.raises(s2sad.UnsupportedSyntax, match="with weights"):
        s2sad.grad(lambda a: special.logsumexp(a, b=2.0), jit=True)(X)
