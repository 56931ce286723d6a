"""Every operation that takes complex numbers, with differences in both parts: reverse, forward, second order."""

import cmath
import math
import pathlib
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from complex_checks import check_derivatives

Z, W, X = 0.7 - 1.3j, -0.4 + 0.6j, 0.8
ZV, WV = np.array([0.3 + 1.1j, -0.8 + 0.4j, 0.6 - 0.7j]), np.array([0.9 - 0.2j, 0.4 + 0.5j, -0.6 - 1.2j])
XV = np.array([0.4, 1.3, 0.7])
ZM = np.array([[0.9 + 0.3j, -0.4j, 0.2], [0.5 - 0.7j, 1.2 + 0.1j, -0.3], [0.1 + 0.6j, 0.8, -1.1 + 0.4j]])
WM = ZM[::-1].T + 0.3j
XM = np.array([[0.3, -2.0, 0.1], [1.5, 0.2, 0.4], [0.2, 0.6, -0.3]])
ZT = np.concatenate([ZM, 0.5j * ZM[:1] + 0.2])


def weights(shape):
    rng = np.random.default_rng(7)
    return rng.normal(size=shape) + 1j * rng.normal(size=shape)


def real_of(operation, args):
    """A real function of what an operation gives, which depends on both parts of it."""
    value = operation(*args)
    if isinstance(value, tuple):
        factors = [weights(np.shape(part)) for part in value]

        def parts(*args):
            total = 0.0
            for part, factor in zip(operation(*args), factors):
                total = total + np.sum(np.real(factor * part)) + np.sum(np.abs(part) ** 2)
            return total

        return parts
    factor = weights(np.shape(value))
    if not isinstance(value, (np.ndarray, np.generic)):
        number = complex(factor)
        return lambda *args: (number * operation(*args)).real + 0.3 * abs(operation(*args)) ** 2

    def whole(*args):
        value = operation(*args)
        return np.sum(np.real(factor * value)) + 0.3 * np.sum(np.abs(value) ** 2)

    return whole


def check(operation, *args, second=True):
    __tracebackhide__ = True
    check_derivatives(real_of(operation, args), args, second)


# ------------------------------------------------------------------------------------------------------ arithmetic

OPERATORS = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "pow": lambda a, b: a**b,
}
PAIRS = [(Z, W), (Z, X), (X, Z), (ZV, WV), (ZV, XV), (XV, ZV), (ZV, W), (Z, WV), (XV, W), (Z, XV), (XM, ZV)]
PAIRS += [(np.complex128(Z), X), (np.complex128(Z), XV), (np.float64(X), Z)]


@pytest.mark.parametrize(
    "args", PAIRS, ids=lambda args: "-".join(f"{type(a).__name__}{np.shape(a)}" for a in args)
)
@pytest.mark.parametrize("name", OPERATORS)
def test_operators(name, args):
    check(OPERATORS[name], *args, second=np.ndim(args[0]) == np.ndim(args[1]))


@pytest.mark.parametrize("exponent", [0, 1, 2, 3, -1, -2, 0.5, -2.3, 1j, 1 + 0.5j])
@pytest.mark.parametrize("base", [Z, ZV, np.complex128(Z), XV, X], ids=["z", "zs", "np z", "xs", "x"])
def test_powers_with_constant_exponents(base, exponent):
    check(lambda z: z**exponent, base)


@pytest.mark.parametrize("base", [2.0, -2.3, 1j, 0.5 - 1j, np.array([-0.7, 1.2, 2.0])], ids=str)
@pytest.mark.parametrize("exponent", [Z, ZV], ids=["z", "zs"])
def test_powers_of_constants(base, exponent):
    check(lambda z: base**z, exponent)


def test_powers_of_zero():
    check(lambda z: z**2 + (z * 0.0) ** 2, Z)
    check(lambda z: (z - Z) ** 2, Z)


# ------------------------------------------------------------------------------------------------------ elementwise

UFUNCS = "abs absolute conj conjugate exp log sqrt sin cos tan sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh square reciprocal log2 log10 log1p expm1 exp2 negative positive"
PARTS = "real imag angle real_if_close nan_to_num copy"
CMATH = "exp log sqrt sin cos tan sinh cosh tanh asin acos atan asinh acosh atanh log10 phase"


@pytest.mark.parametrize("name", f"{UFUNCS} {PARTS}".split())
def test_functions_of_numpy(name):
    function = getattr(np, name)
    for z in (Z, ZV, np.complex128(Z)):
        check(lambda z: function(z), z)
    check(lambda z: function(z[0]) * z[1], ZV)


@pytest.mark.parametrize("name", CMATH.split())
def test_functions_of_cmath(name):
    function = getattr(cmath, name)
    check(lambda z: function(z), Z)
    check(lambda z: function(z[0]) * z[1], ZV)
    check(lambda x: function(x), X)


def test_other_functions_of_cmath():
    check(lambda r, phi: cmath.rect(r, phi), 1.3, 0.4)
    check(lambda z: cmath.polar(z), Z)
    check(lambda z: cmath.log(z, 2.0), Z)
    check(lambda z, base: cmath.log(z, base), Z, W)


def test_parts_and_conjugates():
    check(lambda z: z.real * z.imag, Z)
    check(lambda z: z.real * z.imag, ZV)
    check(lambda z: z[1].real * z[0].imag, ZV)
    check(lambda z: z[1].conjugate() * z[0].conj(), ZV)
    check(lambda z: z.conjugate() * z, Z)
    check(lambda z: z.conj() * z.T, ZM)
    check(lambda z: np.angle(z, deg=True), ZV)
    check(lambda z: -z + +z * 2.0, Z)


def test_numbers_made():
    check(lambda x, y: complex(x, y), X, 0.3)
    check(lambda x: complex(x), X)
    check(lambda z: complex(z), Z)
    check(lambda z, x: complex(z, x), Z, X)
    check(lambda x, z: complex(x, z), X, Z)
    check(lambda z: complex(z[0]) * z[1], ZV)
    check(lambda x: np.complex128(x) * 1j, X)
    check(lambda z: np.complex128(z) * 1j, Z)
    check(lambda z: float(z.real) + 1j * float(z.imag) ** 2, Z)
    check(lambda x, y: x + 1j * y, XV, ZV.real)


# ------------------------------------------------------------------------------------------------------- reductions


@pytest.mark.parametrize(
    "name", "sum mean prod cumsum cumprod var std nansum nanmean nanprod nanvar nanstd".split()
)
def test_reductions(name):
    function = getattr(np, name)
    check(lambda a: function(a), ZM)
    check(lambda a: function(a), ZV)
    check(lambda a: function(a, axis=0), ZM)
    if not name.startswith("cum"):
        check(lambda a: function(a, axis=1, keepdims=True), ZM)


def test_other_reductions():
    check(lambda a: np.var(a, axis=1, ddof=1), ZM)
    check(lambda a: a.std(axis=0, ddof=1), ZM)
    check(lambda a: np.cov(a), ZM)
    check(lambda a: np.corrcoef(a), ZM)
    check(lambda a, w: np.average(a, weights=w), ZV, XV)
    check(lambda a: np.sum(a, dtype=complex), XV)
    check(lambda a: np.sum(a, initial=1j), ZV)
    check(lambda a: sum(a), ZV)
    check(lambda a, b: sum([a, b, a * b]), Z, X)
    check(lambda a, b: sum([a, b], 1j), X, 0.3)
    check(lambda a, b: math.prod([a, b, a]), Z, X)
    check(lambda a: np.multiply.accumulate(a) + np.add.reduce(a), ZV)
    check(lambda a: np.trace(a) * np.diff(np.diagonal(a)), ZM)
    check(lambda a: np.trapezoid(a) if hasattr(np, "trapezoid") else np.trapz(a), ZV)


# --------------------------------------------------------------------------------------------------------- products


@pytest.mark.parametrize("name", "dot matmul outer vdot inner kron cross convolve correlate".split())
def test_products_of_vectors(name):
    function = getattr(np, name)
    for args in ((ZV, WV), (ZV, XV), (XV, WV)):
        check(lambda a, b: function(a, b), *args)


@pytest.mark.parametrize("name", "dot matmul inner kron outer cross".split())
def test_products_of_matrices(name):
    function = getattr(np, name)
    for args in ((ZM, WM), (ZM, XM), (XM, WM), (XM, ZV), (ZM, XV), (XV, ZM)):
        check(lambda a, b: function(a, b), *args)


@pytest.mark.parametrize("args", [(ZM, WM), (ZM, XM), (XM, WM)], ids=["zz", "zx", "xz"])
def test_contractions(args):
    check(lambda a, b: np.vdot(a, b) + np.sum(np.multiply.outer(a[0], b[1])), *args)
    for text in ("ij,jk->ik", "ij,ij->", "ii,jk->k", "ij,jk"):
        check(lambda a, b, text=text: np.einsum(text, a, b), *args)
    check(lambda a, b: np.einsum("i,ij,j,i->i", np.conj(a[0]), b, a[1], b[2]), *args)
    check(lambda a, b: np.linalg.multi_dot([a, b, a]), *args)


# --------------------------------------------------------------------------------------------------- Fourier transforms


@pytest.mark.parametrize("name", "fft ifft fft2 ifft2 fftn ifftn hfft fftshift".split())
def test_transforms(name):
    function = getattr(np.fft, name)
    check(lambda a: function(a), ZM)
    check(lambda a: function(a), XM)


@pytest.mark.parametrize("name", "rfft rfft2 rfftn ihfft".split())
def test_transforms_of_real_numbers(name):
    function = getattr(np.fft, name)
    check(lambda a: function(a), XM)


@pytest.mark.parametrize("name", "irfft irfft2 irfftn".split())
def test_transforms_to_real_numbers(name):
    function = getattr(np.fft, name)
    check(lambda a: function(a), ZM)
    check(lambda a: function(a), XM)


# ----------------------------------------------------------------------------------------------------- linear algebra


@pytest.mark.parametrize("name", "inv det slogdet pinv".split())
def test_inverses(name):
    function = getattr(np.linalg, name)
    check(lambda a: function(a), ZM)
    check(lambda a: function(a), XM)


@pytest.mark.parametrize("args", [(ZM, WM), (ZM, WV), (ZM, XV), (XM, WV), (XM, WM), (ZM, XM)])
def test_equations(args):
    check(lambda a, b: np.linalg.solve(a, b), *args)
    check(lambda a, b: np.linalg.lstsq(a, b, rcond=None)[0], *args)


@pytest.mark.parametrize(
    "a", [ZM, XM, np.array([[0.3, 1.2], [0.4, 0.1]])], ids=["complex", "rotating", "real"]
)
def test_eigenvalues(a):
    check(lambda a: np.linalg.eigvals(a), a)
    check(lambda a: np.linalg.eig(a)[0], a)
    check(lambda a: np.abs(np.linalg.eig(a)[1]) @ np.linalg.eig(a)[0], a)


def hermitian(a):
    return (a + np.conj(a.T)) / 2.0


@pytest.mark.parametrize("a", [ZM @ ZM.conj().T + np.eye(3), XM @ XM.T + np.eye(3)], ids=["complex", "real"])
def test_hermitian_matrices(a):
    check(lambda a: np.linalg.eigvalsh(hermitian(a)), a)
    check(lambda a: np.linalg.eigh(hermitian(a))[0], a)
    check(lambda a: np.abs(np.linalg.eigh(hermitian(a))[1]), a)
    check(lambda a: np.linalg.cholesky(hermitian(a)), a)


@pytest.mark.parametrize("a", [ZM, XM, ZT], ids=["complex", "real", "tall"])
def test_singular_values_and_triangles(a):
    def again(a):
        u, s, vh = np.linalg.svd(a, full_matrices=False)
        return (u * s**2) @ vh

    check(again, a)
    check(lambda a: np.linalg.svd(a, compute_uv=False), a)
    check(lambda a: np.abs(np.linalg.svd(a, full_matrices=False)[0]), a)
    check(lambda a: np.linalg.qr(a)[1], a)
    check(lambda a: np.linalg.qr(a)[0], a)


@pytest.mark.parametrize("order", [None, "fro", "nuc", 1, -1, np.inf, -np.inf, 2, -2])
def test_norms_of_matrices(order):
    check(lambda a: np.linalg.norm(a, order), ZM)
    check(lambda a: np.linalg.norm(a, order) * a, ZT)


@pytest.mark.parametrize("order", [None, 1, 2, 3, np.inf, -np.inf, 0.5])
def test_norms_of_vectors(order):
    check(lambda a: np.linalg.norm(a, order), ZV)
    check(lambda a: np.linalg.norm(a, order, axis=1, keepdims=True) * a, ZM)


# ----------------------------------------------------------------------------------------------- shapes, choosing, writing


def written(z, x):
    out = np.zeros(4, complex)
    out[:3] = z
    out[1:] += x
    out[0] *= z[1]
    out[2] = x[0]
    return out


def test_indexing_and_shapes():
    check(lambda a: a[1:] * a[:-1], ZV)
    check(lambda a: a[[0, 2, 0]] * a[::-1], ZV)
    check(lambda a: a[np.abs(a) > 0.9], ZV)
    check(lambda a: np.reshape(a, -1)[::2] * a.T[0, 0] + a.ravel()[1], ZM)
    check(written, ZV, XV)


def test_joining_and_choosing():
    check(lambda a, b: np.stack([a, b]), ZV, XV)
    check(lambda a, b: np.concatenate([b, a, b]), ZV, XV)
    check(lambda a, b: np.array([a, b, a * b]), Z, X)
    check(lambda a, b: np.where(np.abs(a) > 0.9, a, b), ZV, XV)
    check(lambda a, b: np.where(np.abs(a) > 0.9, b, a) * b, ZV, XV)
    check(lambda a, b: np.sort(a) * np.max(a) + b, ZV, XV)
    check(lambda a, b: np.full(3, a) + np.full_like(b, b[0]), Z, ZV)
    check(lambda a, b: np.linspace(a, b, 4), Z, X)
