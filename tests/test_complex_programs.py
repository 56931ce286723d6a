"""Programs in which real and complex numbers meet: against differences in both parts, in both modes, to second order."""

import cmath
import pathlib
import sys

import numpy as np
import pytest

import s2sad

sys.path.insert(0, str(pathlib.Path(__file__).parent / "rules"))
from complex_checks import check_derivatives, differences, same

X, Z = 0.8, 0.7 - 1.3j
XV = np.array([0.7, -1.2, 0.4])
ZV = np.array([1 + 2j, -0.4 + 1j, 0.3 - 0.8j])
W = np.array([0.3 - 1j, 1.2 + 0.5j, -0.7 + 0.2j])
M = np.array([[0.9, -0.4, 0.2], [0.5, 1.2, -0.3], [0.1, 0.8, -1.1]])


def check(function, *args):
    __tracebackhide__ = True
    check_derivatives(function, args)


# ------------------------------------------------------------------------------------- arrays whose dtype comes from others


def dtype_of_another(z):
    out = np.empty(z.shape, dtype=z.dtype)
    out[:] = z
    return np.sum((W * out).real)


def dtype_by_position(z):
    out = np.zeros(len(z), z.dtype)
    for i in range(len(z)):
        out[i] = z[i] * W[i]
    return np.sum(np.abs(out) ** 2) + out[1].imag


def dtype_of_an_expression(x, z):
    out = np.zeros(3, dtype=np.result_type(x, z))
    out += x
    out *= z
    return np.sum(np.abs(out * W) + out.imag)


def dtype_of_a_conversion(x, z):
    out = x.astype(z.dtype)
    out += z
    return np.sum((out * W).real * np.abs(out)) + np.sum(x.astype(complex).imag)


def dtype_of_zeros_like(z):
    out = np.zeros_like(z, shape=(2, 3))
    out[0] = z
    out[1] = z.conj()
    return np.sum((out[0] * out[1] * W).real)


def sum_that_begins_with_a_zero_of_a_dtype(z):
    s = z.dtype.type(0)
    for k in range(3):
        s = s + z[k] * np.conj(W[k])
    return (abs(s) ** 2 * s).real + s.imag


def number_of_a_dtype(x, z):
    s = z.dtype.type(x[0]) * z[1]
    return abs(s) + s.real


def dtype_that_a_helper_gets(z):
    def zeros(n, dtype):
        return np.zeros(n, dtype=dtype)

    out = zeros(3, z.dtype)
    out[1:] = z[:2] * z[1:]
    return np.sum(np.abs(out) * out.real)


@pytest.mark.parametrize(
    "function",
    [dtype_of_another, dtype_by_position, dtype_of_zeros_like, sum_that_begins_with_a_zero_of_a_dtype],
)
def test_dtypes_of_arguments(function):
    check(function, ZV)


def test_dtypes_of_other_values():
    check(dtype_of_an_expression, XV, ZV)
    check(dtype_of_a_conversion, XV, ZV)
    check(number_of_a_dtype, XV, ZV)
    check(dtype_that_a_helper_gets, ZV)


# --------------------------------------------------------------------------------------- real parts between complex ones


def test_real_values_between_complex_ones():
    def s(z):
        return z[0] * np.conj(W[0])

    check(lambda z: (abs(s(z)) ** 2 * s(z)).real, ZV)
    check(lambda z: abs(s(z)) * s(z).real, ZV)
    check(lambda z, d: ((d[0].real - abs(s(z)) ** 2) * s(z)).real, ZV, ZV[::-1])
    check(lambda x, z: (x * z).real + abs(x + z), X, Z)
    check(lambda x, z: np.sum((x * z).real + np.abs(x + z)), XV, ZV)
    check(lambda z: abs(z.real * z) * (z.imag * z.conjugate()).imag, Z)


def phase(z):
    if abs(z) < 1e-3:
        return 0
    return z / abs(z)


def test_helpers_that_return_a_real_number_or_a_complex_one():
    check(lambda z: (phase(z) * (1 - 2j)).real, Z)
    check(lambda z: sum(phase(v) * v for v in z).imag, ZV)
    check(lambda z: np.sum(np.array([phase(v) for v in z]).real * XV), ZV)
    assert s2sad.grad(lambda z: abs(phase(z)))(1e-5j) == 0.0


def one_of_two_numbers(x, z):
    a = x[0] if x[1] > 0 else z[0]
    b = x[0] if x[1] < 0 else z[0]
    return abs(a) * (a * W[0]).real + abs(b) * (b * W[1]).imag


def one_of_two_arrays(x, z):
    total = 0.0
    for a in (x if x[0] < 0 else z, x if x[0] > 0 else z):
        b = a * W
        total = total + np.sum((np.abs(a) + b.real) * np.abs(b)) + np.sum(a).real
    return total


def loop_that_becomes_complex(x, z):
    a = x[0]
    for k in range(3):
        a = a * z[k] + abs(a)
    return a.imag * a.real


def items_of_a_list(x, z):
    items = [x[0], z[0], x[1] * z[1]]
    total = 0.0
    for v in items:
        total += abs(v) * (v * W[1]).real
    return total


def values_of_a_dict(x, z):
    table = {"a": x[0], "b": z[0]}
    table["c"] = table["a"] * table["b"]
    return sum((abs(v) * (v * W[1]).imag for v in table.values()), 0.0)


def appended(x, z):
    items = []
    for i in range(3):
        items.append(x[i])
        items.append(z[i] * x[i])
    return sum(abs(v) ** 2 * (v * (1 + 2j)).real for v in items)


def arrays_in_a_list(x, z):
    items = [x, z]
    items[1] = items[0] * items[1]
    return sum(np.sum(np.abs(v) * (v * W).real) for v in items)


def complex_array_from_a_real_one(x, z):
    out = x + 0j
    out[:] = z * W
    out[1:] += x[:-1]
    other = np.array([x[0], 1j, x[1]])
    other[0] = z[2] * out[0]
    return np.sum((out * W).imag) + np.sum(np.abs(other))


def real_array_from_complex_numbers(x, z):
    out = np.zeros(3)
    for i in range(3):
        out[i] = (x[i] * z[i]).real
    return np.sum(np.abs(out * z))


@pytest.mark.parametrize(
    "function",
    [
        one_of_two_numbers,
        one_of_two_arrays,
        loop_that_becomes_complex,
        items_of_a_list,
        values_of_a_dict,
        appended,
        arrays_in_a_list,
        complex_array_from_a_real_one,
        real_array_from_complex_numbers,
    ],
)
def test_values_that_are_real_or_complex(function):
    check(function, XV, ZV)


def test_numbers_alone():
    check(lambda x: abs((-x + cmath.sqrt(x * x - 4)) / 2) * cmath.sqrt(x * x - 4).imag, X)
    check(lambda x: ((cmath.exp(1j * x) + 1 / cmath.exp(1j * x)) / 2).real ** 3, X)
    check(lambda x, z: (x**2 * z**3 / (1 + z * z.conjugate())).imag, X, Z)
    check(lambda z: cmath.polar(z)[0] * cmath.phase(z), Z)


# ----------------------------------------------------------------------------------------- parts of arrays that are written


def imaginary_part_of_what_was_written(z):
    u = z.copy()
    total = 0.0
    for _ in range(3):
        u[1:] = u[:-1] * (0.5 + 0.3j)
        total = total + np.sum(u.imag**2) + np.imag(u)[0] * u.real[1]
    return total


def views_of_parts(z):
    u = z.copy()
    u *= z
    real, imaginary = u.real, u.imag[::-1]
    return np.sum(real * imaginary)


def real_part_written(z):
    u = z.copy()
    part = u.real
    part[1] = z[0].imag ** 2
    u.real[0] = 2 * z.imag[1]
    return np.sum((u * W).imag)


@pytest.mark.parametrize("function", [imaginary_part_of_what_was_written, views_of_parts, real_part_written])
def test_parts_of_arrays_that_are_written(function):
    check(function, ZV)


def imaginary_part_written(z):
    u = z.copy()
    u.imag[0] = 2.0
    return np.sum(np.abs(u))


def imaginary_part_read_late(z):
    u = z.copy()
    part = u.imag
    u[0] = 3.0 * z[1]
    return np.sum(part**2)


@pytest.mark.parametrize(
    "function, reason",
    [(imaginary_part_written, "is written in place"), (imaginary_part_read_late, "written to since")],
)
def test_imaginary_parts_that_are_refused(function, reason):
    with pytest.raises(s2sad.UnsupportedValue, match=f"the imaginary part .* {reason}"):
        s2sad.grad(function)(ZV)


# ---------------------------------------------------------------------------------------- where values decide what is complex


def test_eigenvalues_that_may_be_complex():
    turning = M + np.array([[0.0, 3.0, 0.0], [-3.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    for matrix in (M, turning):
        check(lambda a: np.sum(np.abs(np.linalg.eigvals(a)) ** 3), matrix)
        check(lambda a: np.max(np.linalg.eigvals(a).real) + np.sum(np.linalg.eigvals(a)).real, matrix)
        check(lambda a: np.sum((np.linalg.eigvals(a) * (1 + 2j)).imag ** 2), matrix)


def test_real_if_close():
    check(lambda z: np.sum(np.imag(np.real_if_close(z)) * XV), ZV)
    check(lambda x: np.sum(np.real_if_close(x * (1 + 0j)) * XV), XV)
    near = ZV.real + 1e-16j
    assert s2sad.grad(lambda z: np.sum(np.real_if_close(z) * XV))(near).tolist() == XV.tolist()


# ------------------------------------------------------------------------------------------------- what comes out is like what goes in


def test_the_gradient_of_a_complex_number_is_complex():
    for function in (np.real, lambda z: z.real, lambda z: z.real + 2.0 * z.imag * 0.0):
        found = s2sad.grad(function)(1 + 2j)
        assert type(found) is complex and found == 1.0
        assert type(s2sad.grad(function)(np.complex128(1 + 2j))) is np.complex128
    one, other = s2sad.grad(lambda z, x: abs(z * x), (0, 1))(3 + 4j, 2.0)
    assert isinstance(one, complex) and isinstance(other, float)
    assert (one, other) == (1.2 - 1.6j, 5.0)
    assert type(s2sad.vjp(lambda z: z.real, 1j)[1](2.0)[0]) is complex
    assert s2sad.grad(lambda p: p["z"].imag * p["x"])({"z": 2j, "x": 3.0}) == {"z": -3j, "x": 2.0}


# ------------------------------------------------------------------------------------------- complex numbers that come from outside


class Filter:
    def __init__(self):
        self.weights, self.shift, self.gain = W, 0.3 + 0.4j, 0.5


FILTER = Filter()


def beside_unknown_weights(x, filter_):
    out = np.zeros(3)
    out[0] = x[0] * filter_.gain
    for i in range(1, 3):
        out[i] = out[i - 1] * x[i] + abs(out[i - 1] * filter_.weights[i])
    part = x * filter_.gain
    return np.sum(np.abs(out * filter_.weights)) + np.abs(part[0] * filter_.shift) + np.sum(part * out)


def given(x, filter_):
    scaled = x * filter_.gain
    moduli = np.abs(scaled * filter_.weights)
    return np.sum(np.abs(moduli * filter_.weights + x)) + (scaled[1] * filter_.shift).real


@pytest.mark.parametrize("function", [beside_unknown_weights, given])
def test_complex_numbers_in_objects(function):
    found = s2sad.grad(function, 0)(XV, FILTER)
    same(found, differences(lambda x: function(x, FILTER), (XV,), 0), 2e-6)
    assert s2sad.jvp(function, (XV, FILTER), (XV, None))[1] == pytest.approx(np.sum(found * XV), rel=1e-12)


@s2sad.custom_derivative
def square(z):
    return z * z


square.defvjp(lambda z: (z * z, z), lambda z, bar: 2 * z * bar)
square.defjvp(lambda primals, tangents: (primals[0] ** 2, 2 * primals[0] * tangents[0]))


def test_derivatives_of_the_users_own():
    check(lambda z: (square(z) * (1 + 2j)).real + abs(square(z)), Z)
    check(lambda x, z: square(z * x).imag * x, X, Z)


@pytest.mark.skipif(
    np.lib.NumpyVersion(np.__version__) < "2.0.0", reason="there it is the sign of the real part"
)
def test_the_sign_of_a_complex_number():
    check(lambda z: np.sum(np.sign(z) * W).real, ZV)
    check(lambda z: (np.sign(z[0]) * z[1]).imag + np.sum(np.sign(z.real)), ZV)
    assert s2sad.grad(lambda x: np.sum(np.sign(x) * x))(XV).tolist() == [1.0, -1.0, 1.0]


def test_hermitian_matrices_of_scipy():
    linalg = pytest.importorskip("scipy.linalg")
    factor = M + 1j * M.T[::-1]

    def hermitian(a):
        return a @ np.conj(a.T) + np.eye(3)

    for lower in (True, False):
        check(lambda a, lower=lower: np.sum(np.abs(linalg.cholesky(hermitian(a), lower=lower)) * M), factor)
        check(lambda a, lower=lower: np.sum(linalg.eigh(hermitian(a), lower=lower)[0] * XV), factor)
        check(lambda a, lower=lower: np.sum(np.abs(linalg.eigh(hermitian(a), lower=lower)[1]) * M), factor)
    check(lambda a, b: np.sum(np.abs(linalg.solve(a, b))), factor, ZV)
    with pytest.raises(NotImplementedError, match="assume_a"):
        s2sad.grad(lambda a: np.sum(np.abs(linalg.solve(hermitian(a), ZV, assume_a="pos"))))(factor)


def two_sums(x, k):
    """Two sums over the same complex coefficients, of which a caller may want one."""
    count = int(k) + 3
    waves = np.exp(1j * x * np.arange(1, count + 1))
    damped = np.array([x * 0.5, x * x, x - 1.0, 2.0 * x, x + 3.0][:count])
    even, odd = np.zeros(count), np.zeros(count)
    even[0], odd[0] = 1.0, x
    for n in range(1, count):
        even[n] = (2 * n + 1) * x * even[n - 1] - n * odd[n - 1]
        odd[n] = (n + 1) * x * even[n] - (n + 2) * even[n - 1]
    first = np.sum(damped * (waves * even[0:count] + waves * waves * odd[0:count]))
    second = np.sum(damped * (waves * odd[0:count] + waves * waves * even[0:count]))
    return first, second


def of_one_of_two_sums(x):
    return abs(two_sums(x, 1)[0]) + abs(two_sums(2.0 * x, 2)[1])


def test_a_complex_result_that_nobody_reads():
    s2sad.check_grads(of_one_of_two_sums, (0.7,))
