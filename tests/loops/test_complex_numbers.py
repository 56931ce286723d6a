"""Complex numbers and arrays of them in compiled derivatives."""

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.7, 1.1, 0.4])
Z = np.array([[2.0 + 0.4j, -0.7 + 0.1j], [1.1j, 0.4 - 1j]])


def spectrum(x):
    total = 0.0
    for k in range(3):
        s = 0j
        for n in range(len(x)):
            s += x[n] * np.exp(-2j * np.pi * k * n / len(x))
        total += abs(s) ** 2
    return total


def spectrum_by_arrays(x):
    k = np.arange(len(x))
    found = np.zeros(len(x), dtype=complex)
    found += np.exp(-2j * np.pi * np.outer(k, k) / len(x)) @ x
    return np.sum(k * np.abs(found) ** 2) + np.linalg.norm(found)


def layers(x):
    """The reflectance of layers, by their matrices."""
    m = np.eye(2, dtype=complex)
    for n in x:
        d = 2.1 * (2 + n)
        m = m @ np.array([[np.cos(d), 1j * np.sin(d) / (2 + n)], [1j * (2 + n) * np.sin(d), np.cos(d)]])
    r = (m[0, 0] + m[0, 1] - m[1, 0] - m[1, 1]) / (m[0, 0] + m[0, 1] + m[1, 0] + m[1, 1])
    return abs(r) ** 2


def wave(x):
    psi = np.exp(-np.arange(4.0) ** 2 + 0.5j * np.arange(4))
    for _ in range(3):
        new = psi.copy()
        for i in range(1, 3):
            new[i] = psi[i] - 0.1j * (psi[i + 1] - 2 * psi[i] + psi[i - 1] + x[i] * psi[i])
        psi = new / np.sqrt(np.sum(np.abs(new) ** 2))
    return np.real(np.sum(np.conj(psi) * x * psi)) + np.sum(psi.imag * psi.real)


def steps(x):
    z, roots = x[0] + 1j * x[1], [complex(v, 1.0) for v in x]
    for root in roots:
        z = z * z.conjugate() + root if abs(z) < 2 else np.where(z.real > 0, z, -z * root) * 0.5
    return abs(z) + np.angle(z) + np.abs(np.mean(np.array(roots)))


def solved(x):
    return np.abs(np.linalg.solve(Z * x[0] + np.eye(2), np.ones(2) + 1j * x[1:3])[0]) ** 2


FUNCTIONS = (spectrum, spectrum_by_arrays, layers, wave, steps, solved)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_gradients(check, function):
    check(function, X)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_second_derivatives(in_python, function):
    (found,) = s2sad.hvp(function, (X,), (X[::-1].copy(),), jit=True)
    (wanted,) = s2sad.hvp(function, (X,), (X[::-1].copy(),))
    assert found == pytest.approx(wanted, rel=1e-9)


def test_by_complex_arrays(in_python):
    def size(z, x):
        return np.sum(np.abs(z @ z) ** 2 * x)

    arguments = Z, np.array([0.5, 2.0])
    found, wanted = (s2sad.grad(size, (0, 1), **with_)(*arguments) for with_ in ({"jit": True}, {}))
    for one, other in zip(found, wanted):
        assert one.dtype == other.dtype and one == pytest.approx(other)
    single = s2sad.grad(size, jit=True)(Z.astype(np.complex64), arguments[1])
    assert single.dtype == np.complex64 and single == pytest.approx(wanted[0], rel=1e-5)


def inverted(x):
    return np.abs(np.linalg.inv(Z * x[0])[0, 1]) ** 2


def largest(x):
    return np.max(x + 1j * x).imag


@pytest.mark.parametrize("function", (inverted, largest), ids=lambda function: function.__name__)
def test_what_is_written_for_real_numbers_is_refused(in_python, function):
    with pytest.raises(s2sad.UnsupportedSyntax, match="complex numbers") as error:
        s2sad.grad(function, jit=True)(X)
    assert "return np." in str(error.value)


def test_with_numba(tmp_path, monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setenv("S2SAD_CACHE_DIR", str(tmp_path))
    for function in (layers, wave):
        assert s2sad.grad(function, jit=True)(X) == pytest.approx(s2sad.grad(function)(X))
