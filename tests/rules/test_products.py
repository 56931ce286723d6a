"""Products of arrays: their rules at all samples, and what they do at the edges."""

import operator
import pathlib
import sys

import numpy as np
import pytest

import s2sad
from s2sad.rules import products
from s2sad.rules.book import STANDARD
from s2sad.rules.declare import RULES, Nondifferentiable, Program

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from array_checks import bound, check_rule, cotangents_by_rule, leaves, of_method, places_of

A = np.array([[0.3, -1.2, 2.0], [2.5, 0.7, -0.4], [0.1, 0.4, 1.2]])
X = np.array([0.3, -1.2, 0.8])
B = np.stack([A, A.T + 0.1])


def cases(module):
    """One test case for every rule of a module, function of it, and sample point."""
    return [
        pytest.param(rule, function, sample, id=f"{rule.name}-{getattr(function, '__name__', '?')}-{number}")
        for rule in vars(module).values()
        if isinstance(rule, RULES) and not isinstance(rule, Nondifferentiable)
        for function in rule.functions
        for number, sample in enumerate(rule.at)
    ]


def check_program(rule, function, sample, rtol=1e-13):
    """Assert that a program gives the value of its function, in shape and dtype too."""
    expected, found = (call(*sample.args, **sample.kwargs) for call in (function, rule.define))
    for one, other in zip(leaves(found), leaves(expected), strict=True):
        np.testing.assert_allclose(one, other, rtol=rtol, atol=rtol)
        assert np.shape(one) == np.shape(other)
        assert np.asarray(one).dtype == np.asarray(other).dtype


def in_single(value):
    """A sample's argument in single precision."""
    if isinstance(value, list):
        return [in_single(item) for item in value]
    if isinstance(value, np.ndarray) and value.dtype == np.float64:
        return value.astype(np.float32)
    return value.astype(np.complex64) if isinstance(value, np.ndarray) else value


def check_single(rule, function, sample):
    """Assert that the cotangents of arrays in single precision are so, if the value is."""
    sample = type(sample)(tuple(map(in_single, sample.args)), sample.kwargs)
    if isinstance(rule, Program):
        return check_program(rule, function, sample, 1e-4)
    args, kwargs = bound(rule, of_method(function, sample))
    out = function(*args, **kwargs)
    if any(np.asarray(value).dtype not in (np.float32, np.complex64) for value in leaves(out)[:1]):
        return None
    out_bar = tuple(out) if isinstance(out, tuple) else out
    found = cotangents_by_rule(rule, function, args, kwargs, out_bar, out)
    for place in places_of(rule, args):
        bars = found[rule.wrt.index(rule.signature.names[place])]
        for bar, value in zip(leaves(bars), leaves(args[place]), strict=True):
            if isinstance(value, np.ndarray) and bar is not None:
                assert np.asarray(bar).dtype in (np.float32, np.complex64)
    return None


def check_derivatives(function, at):
    """Assert that gradient, tangent and product with the Hessian of a compiled function are right."""
    rng = np.random.default_rng(3)
    v, h = rng.normal(size=at.shape), 1e-5
    derivative = s2sad.grad(function)
    slope = derivative(at)
    along = (function(at + h * v) - function(at - h * v)) / (2 * h)
    np.testing.assert_allclose(np.sum(slope * v), along, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(s2sad.jvp(function, (at,), (v,))[1], along, rtol=1e-6, atol=1e-6)
    curved = (derivative(at + h * v) - derivative(at - h * v)) / (2 * h)
    np.testing.assert_allclose(s2sad.hvp(function, (at,), (v,))[0], curved, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(("rule", "function", "sample"), cases(products))
def test_rules_at_their_samples(rule, function, sample):
    (check_program if isinstance(rule, Program) else check_rule)(rule, function, sample)


@pytest.mark.parametrize(("rule", "function", "sample"), cases(products))
def test_single_precision_is_kept(rule, function, sample):
    check_single(rule, function, sample)


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (np.add.outer, "add_outer"),
        (np.subtract.outer, "subtract_outer"),
        (np.multiply.outer, "multiply_outer"),
        (np.maximum.outer, "maximum_outer"),
        (operator.matmul, "matmul"),
    ],
)
def test_bound_methods_of_ufuncs_are_told_apart(function, name):
    assert STANDARD.lookup(function, 2).name == name


@pytest.mark.parametrize("shapes", [((0, 3), (3, 2)), ((2, 0), (0, 3)), ((0,), (0,)), ((0, 2, 3), (3,))])
def test_products_of_empty_arrays(shapes):
    left, right = map(np.ones, shapes)
    rule = STANDARD.lookup(np.matmul, 2)
    left_bar, right_bar = rule.define(np.ones_like(left @ right), left, right)
    assert np.shape(left_bar) == shapes[0] and np.shape(right_bar) == shapes[1]
    assert not np.any(left_bar) and not np.any(right_bar)


def test_products_of_numbers():
    rule = STANDARD.lookup(np.dot, 2)
    assert rule.define(2.0, 0.5, 3.0) == (6.0, 1.0)
    left_bar, right_bar = rule.define(A, 0.5, A)
    assert left_bar == pytest.approx(np.sum(A * A))
    np.testing.assert_array_equal(right_bar, 0.5 * A)


def test_subscripts_that_are_no_text_are_refused():
    rule = STANDARD.lookup(np.einsum, 2)
    with pytest.raises(TypeError, match="one text"):
        rule.define(1.0, [0, 1], A)


def test_the_subscripts_of_cotangents():
    assert products.einsum_transposed("ij,jk->ik", [(2, 3), (3, 4)], 1) == ("ik,ij->jk", [])
    assert products.einsum_transposed("ij->i", [(2, 3)], 0) == ("i,j->ij", [(3, False)])
    text, sizes = products.einsum_transposed("ii->i", [(2, 2)], 0)
    assert text.startswith("i,i") and sizes == [(2, True)]


# ------------------------------------------------------------------------------------------- as compiled functions


def of_matrices(a):
    return np.sum((a @ a.T @ X) ** 2) + np.sum(np.dot(X, a) ** 3) + np.sum(np.inner(a, a) ** 2)


def of_stacks(b):
    return np.sum((b @ b) ** 2) + np.sum(np.matmul(b, X) ** 3) + np.sum(np.dot(b, b[0]) ** 2)


def of_einsum(a):
    two = np.sum(np.einsum("ij,j->i", a, X) ** 2) + np.sum(np.einsum("...i,...j", a, a) ** 2)
    return (
        two
        + np.einsum("ii->", a) ** 3
        + np.einsum("ij,jk,kl->", a, a, a)
        + np.sum(np.einsum("ii->i", a) ** 2)
    )


def of_einsum_of_many(a):
    five = np.einsum("ij,jk,kl,lm,mn->", a, a, a, a, a, optimize=True)
    return five + np.einsum("ij,jk,kl,lm->", a, a, a, a) + np.einsum("ij,ij->", a, a[:1])


def of_tensors(a):
    return np.sum(np.tensordot(a, B, (1, 1)) ** 2) + np.sum(np.kron(a, a) ** 2) + np.sum(np.cross(a, X) ** 3)


def of_outer_products(x):
    both = np.sum(np.outer(x, x) ** 3) + np.sum(np.multiply.outer(x, A) ** 2)
    return both + np.sum(np.add.outer(x, x) ** 3) + np.vdot(x, x) ** 2 + np.sum(np.divide.outer(x, x + 2.0))


@pytest.mark.parametrize(
    ("function", "at"),
    [
        (of_matrices, A),
        (of_stacks, B),
        (of_einsum, A),
        (of_einsum_of_many, A),
        (of_tensors, A),
        (of_outer_products, X),
    ],
)
def test_compiled_derivatives(function, at):
    check_derivatives(function, at)


# ------------------------------------------------------------------------------ axes and subscripts that aren't literals

PAIRS = [[0, 1], [1, 2], [0, 2]]
BOTH = [0, 1]


def subscripts_in_lists(x, n=2):
    order = list(range(n))
    total = np.einsum(x, order, order[::-1]) * np.einsum(x, [0, 1], [1, 0])
    total = total + np.einsum(x, BOTH, [1, 0]) + np.einsum(x, [..., 1], A[0], [1], [...])
    total = total + np.einsum(x, PAIRS[0], x, PAIRS[1], PAIRS[2]) + np.einsum(x, (30, 1), x, (1, 2))
    total = total * np.einsum(x, [0, 0]) + np.einsum(x, [0, 1], x, [1, 2], x, [2, 3], X, [3], [0])
    return np.sum(total * B[1]) + np.einsum(x, [0, 1], x, [0, 1], [], optimize=True) ** 2


def into_an_array(x):
    out = np.zeros_like(x)
    np.einsum(x, [0, 1], A, [1, 2], [0, 2], out=out)
    return np.sum(out**3)


def test_subscripts_in_lists():
    check_derivatives(subscripts_in_lists, A)
    check_derivatives(into_an_array, A)


@pytest.mark.parametrize(
    "axes", [0, 1, 2, (0, 0), (1, 0), (-1, 0), ([0, 1], [1, 0]), [[1], [1]], ((), ())], ids=str
)
def test_axes_from_a_closure(axes):
    check_derivatives(lambda x: np.sum(np.tensordot(x, x * x, axes=axes) ** 2), A)
    check_derivatives(lambda x: np.sum(np.tensordot(x, x, axes) ** 2), A)


def test_axes_that_change():
    check_derivatives(lambda x: sum(np.sum(np.tensordot(x, x, axes=i) ** 2) for i in range(3)), A)

    def with_default(x, axes=1):
        return np.sum(np.tensordot(np.tensordot(x, x, axes=axes), x, axes=axes + 1) ** 2)

    check_derivatives(with_default, A)
