"""Derivatives that Numba compiles, for what Python alone can't tell: types, and machine code that is kept."""

import subprocess
import sys

import numpy as np
import pytest

import s2sad
from s2sad.errors import DifferentiationError

numba = pytest.importorskip("numba")


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("S2SAD_CACHE_DIR", str(tmp_path))
    return tmp_path


def relaxed(u, steps):
    for _ in range(steps):
        u[1:-1] = 0.5 * (u[2:] + u[:-2]) + 0.1 * np.sin(u[1:-1])
    return np.sum(u * u)


def filtered(x):
    h, total = 0.0, 0.0
    for i in range(x.shape[0]):
        if x[i] < -1.0:
            continue
        h = np.tanh(0.5 * h + x[i])
        total += h * h
    while total > 0.5:
        total = 0.8 * np.log(1.0 + total)
    return total


X = np.array([0.3, -0.7, 1.1, 0.4, -1.2, 0.6])


def wanted(fun, *args):
    units = np.eye(X.size) * 1e-6
    return [(fun(X + e, *args) - fun(X - e, *args)) / 2e-6 for e in units]


def test_an_array_written_in_place():
    gradient = s2sad.grad(relaxed, jit=True)
    assert gradient(X, 3) == pytest.approx(wanted(lambda x, n: relaxed(x.copy(), n), 3), rel=1e-6, abs=1e-8)
    assert gradient.emitted is not None


def test_a_recurrence_with_branches():
    value, gradient = s2sad.value_and_grad(filtered, jit=True)(X)
    assert value == pytest.approx(filtered(X), rel=1e-12)
    assert gradient == pytest.approx(wanted(filtered), rel=1e-6, abs=1e-8)


def test_second_order():
    def quadratic(x):
        return np.sum((x[1:] - x[:-1]) ** 2) + np.sum(x**3)

    band = 2.0 * np.diag([1.0, 2, 2, 2, 2, 1]) - 2.0 * np.eye(6, k=1) - 2.0 * np.eye(6, k=-1)
    assert s2sad.hessian(quadratic, jit=True)(X) == pytest.approx(band + np.diag(6.0 * X), abs=1e-10)


def test_what_numba_does_not_compile_is_refused():
    def text(x, name):
        return x * len(name.upper())

    with pytest.raises(DifferentiationError, match="jit=True"):
        s2sad.grad(text, jit=True)(2.0, {"a": 1})


def test_what_numba_lacks_is_shown_where_it_is_called():
    pytest.importorskip("numba")

    def ordered(x, keys):
        first = x * 2
        return np.sum(first * np.lexsort((keys, keys)))

    with pytest.raises(DifferentiationError, match=r"first \* np.lexsort\(\(keys, keys\)\)\)\n") as error:
        s2sad.grad(ordered, jit=True)(X, X)
    assert "lexsort" in error.value.location.text


_PROGRAM = """
import sys
import numpy as np
import s2sad
sys.path.insert(0, {folder!r})
from model import f
gradient = s2sad.grad(f, jit=True)
print(gradient(np.array([1.0, 2.0, 3.0])).tolist())
compiled = gradient._last.loaded.compiled
print(sum(compiled.stats.cache_hits.values()))
"""


def run(folder):
    program = _PROGRAM.format(folder=str(folder))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return done.stdout.split("\n")[:2]


def test_a_second_process_finds_the_machine_code_and_runs_none_that_was_changed(own_folder):
    model = own_folder / "model.py"
    model.write_text("import numpy as np\n\n\ndef f(x):\n    return np.sum(x * x)\n")
    assert run(own_folder) == ["[2.0, 4.0, 6.0]", "0"]
    assert run(own_folder) == ["[2.0, 4.0, 6.0]", "1"]
    kept = next(own_folder.glob("*/__pycache__/*.nbc"))
    kept.write_bytes(kept.read_bytes() + b"x")
    assert run(own_folder) == ["[2.0, 4.0, 6.0]", "0"]
