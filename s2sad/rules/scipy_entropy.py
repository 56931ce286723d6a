"""`scipy.special`: logistic functions, entropies, sums of exponentials, transformations and losses of statistics."""

import numpy as np
import scipy.special

from s2sad.rules.declare import Sample, adjoint, partials, present
from s2sad.runtime.broadcasting import unbroadcast
from s2sad.runtime.reductions import unreduce
from s2sad.runtime.scipy_helpers import shares_of

_X = np.array([0.3, -1.2, 2.0])
_A = np.array([[0.3, -1.2, 2.0], [2.5, 0.7, -0.4]])
_W = np.array([[0.5, 1.5, 0.2], [2.0, 0.7, 0.3]])

# ----------------------------------------------------------------------------------- logistic functions, entropy


@partials(scipy.special.expit, at=[0.3, -1.2, 40.0])
def expit(xp, x, *, out):
    """d expit(x) = expit(x) expit(-x) dx"""
    return out * scipy.special.expit(-x)


@partials(scipy.special.logit, at=[0.3, 0.9], singular=True)
def logit(xp, x, *, out):
    """d logit(x) = dx / (x (1 - x))"""
    return 1.0 / (x * (1.0 - x))


@partials(scipy.special.log_expit, at=[0.3, -1.2, 40.0])
def log_expit(xp, x, *, out):
    """d log expit(x) = expit(-x) dx"""
    return scipy.special.expit(-x)


@partials(*present(scipy.special, "softplus"), at=[0.3, -1.2, 40.0])
def softplus(xp, x, *, out):
    """d log(1 + exp(x)) = expit(x) dx"""
    return scipy.special.expit(x)


@partials(scipy.special.xlogy, at=[(0.3, 1.2), (-0.7, 0.4), (0.0, 0.5)], singular=True)
def xlogy(xp, x, y, *, out):
    """d(x log(y)) = log(y) dx + x / y dy, where the latter is 0 at (0, 0)"""
    return xp.log(y), x / (y + (x == 0) * (y == 0))


@partials(scipy.special.xlog1py, at=[(0.3, 1.2), (-0.7, -0.4), (0.0, 0.5)], singular=True)
def xlog1py(xp, x, y, *, out):
    """d(x log(1 + y)) = log(1 + y) dx + x / (1 + y) dy, where the latter is 0 at (0, -1)"""
    return xp.log1p(y), x / (1.0 + y + (x == 0) * (y == -1))


@partials(scipy.special.entr, at=[0.3, 1.2], singular=True)
def entr(xp, x, *, out):
    """d(-x log(x)) = -(log(x) + 1) dx"""
    return -xp.log(x) - 1.0


@partials(scipy.special.rel_entr, at=[(0.3, 1.2), (0.7, 0.4)], singular=True)
def rel_entr(xp, x, y, *, out):
    """d(x log(x / y)) = (log(x / y) + 1) dx - x / y dy; at (0, 0) as on the diagonal"""
    neither = (x == 0) * (y == 0)
    quotient = (x + neither) / (y + neither)
    return xp.log(quotient) + 1.0, -quotient


@partials(scipy.special.kl_div, at=[(0.3, 1.2), (0.7, 0.4)], singular=True)
def kl_div(xp, x, y, *, out):
    """d(x log(x / y) - x + y) = log(x / y) dx + (1 - x / y) dy; at (0, 0) as on the diagonal"""
    neither = (x == 0) * (y == 0)
    quotient = (x + neither) / (y + neither)
    return xp.log(quotient), 1.0 - quotient


# --------------------------------------------------------------------------------------- sums of exponentials


def weighted_tangent(a_dot, b_dot, a, axis=None, b=None, keepdims=False, *, out):
    weights = np.broadcast_to(1.0 if b is None else b, np.shape(a))
    shares = shares_of(a, out, axis, keepdims)
    by_a = np.sum(np.where(weights == 0, 0.0, shares) * weights * a_dot, axis=axis, keepdims=keepdims)
    return by_a, np.sum(shares * b_dot, axis=axis, keepdims=keepdims)


@adjoint(
    scipy.special.logsumexp,
    tangent=weighted_tangent,
    at=[
        (_A, None, _W),
        (_A, 1, _W),
        Sample((_A, 0, _W[0]), {"keepdims": True}),
    ],
    wrt=("a", "b"),
)
def weighted_logsumexp(out_bar, a, axis=None, b=None, keepdims=False, *, out):
    """d log(sum(b exp(a))) = sum((b da + db) exp(a)) / sum(b exp(a)); of weights that are no larger than a"""
    weights = np.broadcast_to(1.0 if b is None else b, np.shape(a))
    bar = unreduce(out_bar, np.shape(a), axis, keepdims)
    shares = shares_of(a, out, axis, keepdims)
    by_a = np.where(weights == 0, 0.0, shares) * weights * bar
    return by_a, None if b is None else unbroadcast(shares * bar, b)


def logsumexp_tangent(a_dot, a, axis=None, *, keepdims=False, out):
    return np.sum(shares_of(a, out, axis, keepdims) * a_dot, axis=axis, keepdims=keepdims)


@adjoint(
    scipy.special.logsumexp,
    tangent=logsumexp_tangent,
    at=[_X, 0.5, (_A, 1), Sample((_A,), {"axis": 0, "keepdims": True}), Sample((_A,), {"axis": (0, 1)})],
)
def logsumexp(out_bar, a, axis=None, *, keepdims=False, out):
    """d log(sum(exp(a))) = sum(exp(a) da) / sum(exp(a))"""
    return unreduce(out_bar, np.shape(a), axis, keepdims) * shares_of(a, out, axis, keepdims)


def softmax_tangent(x_dot, x, axis=None, *, out):
    return out * (x_dot - np.sum(out * x_dot, axis=axis, keepdims=True))


@adjoint(scipy.special.softmax, tangent=softmax_tangent, at=[_X, _A, (_A, 1), Sample((_A,), {"axis": 0})])
def softmax(out_bar, x, axis=None, *, out):
    """ds = s * (dx - sum(s dx))"""
    return out * (out_bar - np.sum(out * out_bar, axis=axis, keepdims=True))


def log_softmax_tangent(x_dot, x, axis=None, *, out):
    return x_dot - np.sum(np.exp(out) * x_dot, axis=axis, keepdims=True)


@adjoint(
    scipy.special.log_softmax, tangent=log_softmax_tangent, at=[_X, _A, (_A, 1), Sample((_A,), {"axis": 0})]
)
def log_softmax(out_bar, x, axis=None, *, out):
    """d log(s) = dx - sum(s dx)"""
    return out_bar - np.exp(out) * np.sum(out_bar, axis=axis, keepdims=True)


# ------------------------------------------------------------------------------------- transformations, losses


@partials(scipy.special.boxcox, at=[(1.7, 0.4), (0.3, -1.3), (1.7, 0.0), (2.0, 1e-4)])
def boxcox(xp, x, lmbda, *, out):
    """d((x**l - 1) / l) = x**(l - 1) dx + log(x)**2 1F1(2, 3, l log(x)) / 2 dl"""
    log = xp.log(x)
    return xp.power(x, lmbda - 1.0), log * log * 0.5 * scipy.special.hyp1f1(2.0, 3.0, lmbda * log)


@partials(scipy.special.boxcox1p, at=[(0.7, 0.4), (-0.3, -1.3), (0.7, 0.0)])
def boxcox1p(xp, x, lmbda, *, out):
    """As `boxcox` of 1 + x"""
    log = xp.log1p(x)
    return xp.power(1.0 + x, lmbda - 1.0), log * log * 0.5 * scipy.special.hyp1f1(2.0, 3.0, lmbda * log)


@partials(scipy.special.inv_boxcox, at=[(0.7, 0.4), (-0.3, 1.3), (0.7, 0.0)])
def inv_boxcox(xp, y, lmbda, *, out):
    """The reciprocal of the slope of `boxcox`, by l times minus that of `boxcox` by l"""
    log = xp.log(out)
    slope = xp.power(out, 1.0 - lmbda)
    return slope, -slope * log * log * 0.5 * scipy.special.hyp1f1(2.0, 3.0, lmbda * log)


@partials(scipy.special.inv_boxcox1p, at=[(0.7, 0.4), (-0.3, 1.3), (0.7, 0.0)])
def inv_boxcox1p(xp, y, lmbda, *, out):
    """As `inv_boxcox`, less 1"""
    log = xp.log1p(out)
    slope = xp.power(1.0 + out, 1.0 - lmbda)
    return slope, -slope * log * log * 0.5 * scipy.special.hyp1f1(2.0, 3.0, lmbda * log)


@partials(scipy.special.huber, at=[(1.2, 0.3), (1.2, -2.3), (0.7, 0.9)])
def huber(xp, delta, r, *, out):
    """r**2 / 2 up to delta, and a straight line from there"""
    inside = xp.abs(r) <= delta
    return xp.where(inside, 0.0, xp.abs(r) - delta), xp.where(inside, r, delta * xp.sign(r))


@partials(scipy.special.pseudo_huber, at=[(1.2, 0.3), (1.2, -2.3)])
def pseudo_huber(xp, delta, r, *, out):
    """d delta**2 (sqrt(1 + (r / delta)**2) - 1)"""
    quotient = r / delta
    root = xp.sqrt(1.0 + quotient * quotient)
    return 2.0 * out / delta - r * quotient / root, r / root


@partials(scipy.special.powm1, at=[(1.7, 2.4), (0.4, -1.3)])
def powm1(xp, x, y, *, out):
    """d(x**y - 1) = y x**(y - 1) dx + x**y log(x) dy"""
    return y * xp.power(x, y - 1.0), (out + 1.0) * xp.log(x)


@partials(scipy.special.exprel, at=[0.3, -1.2, 0.0])
def exprel(xp, x, *, out):
    """d((exp(x) - 1) / x) = 1F1(2, 3, x) / 2 dx"""
    return 0.5 * scipy.special.hyp1f1(2.0, 3.0, x)


@partials(scipy.special.exp10, at=[0.3, -1.2])
def exp10(xp, x, *, out):
    """d 10**x = 10**x log(10) dx"""
    return 2.302585092994046 * out


@partials(scipy.special.exp2, at=[0.3, -1.2])
def exp2(xp, x, *, out):
    """d 2**x = 2**x log(2) dx"""
    return 0.6931471805599453 * out


@partials(scipy.special.expm1, at=[0.3, -1.2])
def expm1(xp, x, *, out):
    """d(exp(x) - 1) = exp(x) dx"""
    return out + 1.0


@partials(scipy.special.log1p, at=[0.3, -0.9], singular=True)
def log1p(xp, x, *, out):
    """d log(1 + x) = dx / (1 + x)"""
    return 1.0 / (1.0 + x)


@partials(scipy.special.cbrt, at=[0.3, -4.0], singular=True)
def cbrt(xp, x, *, out):
    """d cbrt(x) = dx / (3 cbrt(x)**2), infinite at 0"""
    return 1.0 / (3.0 * out * out)


@partials(scipy.special.cosm1, at=[0.3, -1.2])
def cosm1(xp, x, *, out):
    """d(cos(x) - 1) = -sin(x) dx"""
    return -xp.sin(x)


@partials(scipy.special.sindg, at=[30.0, -70.0])
def sindg(xp, x, *, out):
    """d sin(x) = pi / 180 cos(x) dx, of degrees"""
    return 0.017453292519943295 * scipy.special.cosdg(x)


@partials(scipy.special.cosdg, at=[30.0, -70.0])
def cosdg(xp, x, *, out):
    """d cos(x) = -pi / 180 sin(x) dx, of degrees"""
    return -0.017453292519943295 * scipy.special.sindg(x)


@partials(scipy.special.tandg, at=[30.0, -70.0])
def tandg(xp, x, *, out):
    """d tan(x) = pi / 180 (1 + tan(x)**2) dx, of degrees"""
    return 0.017453292519943295 * (1.0 + out * out)
