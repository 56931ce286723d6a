"""A module that was emitted as standalone runs on a Python that has neither s2sad nor what s2sad needs."""

import json
import math
import subprocess
import sys

import pytest

# Runs a file, and calls the function of this name in it.
RUNNER = """
import json, runpy, sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("s2sad", "astor", "black", "numpy", "model"):
            raise ImportError(f"{name} is not to be imported")

sys.meta_path.insert(0, Refuse())
path, name, arguments = sys.argv[1:]
print(json.dumps(runpy.run_path(path)[name](*json.loads(arguments))))
"""


def python(*arguments):
    """A finished Python without site-packages and without the environment's settings."""
    return subprocess.run(
        [sys.executable, "-I", "-S", *map(str, arguments)], capture_output=True, text=True, timeout=60
    )


@pytest.fixture
def derivative(run, model, tmp_path):
    """Emits a function of the model as a module of its own, and calls the derivative in it."""

    def call(name, arguments, *options):
        out = tmp_path / "emitted" / f"{name}.py"
        out.parent.mkdir()
        primal = name.rpartition("_")[0]
        assert run("emit", f"{model}:{primal}", "--standalone", "-o", out, *options) == (0, "", "")
        assert "s2sad" not in out.read_text(encoding="utf-8")
        done = python("-c", RUNNER, out, name, json.dumps(arguments))
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return call


def test_that_python_has_no_s2sad():
    done = python("-c", "import s2sad")
    assert "ModuleNotFoundError" in done.stderr


def numbers(value):
    """The numbers of nested lists, in one list."""
    return [number for item in value for number in numbers(item)] if isinstance(value, list) else [value]


HARMONIC = 1.0 + 1.0 / 2.0 + 1.0 / 3.0  # what `program` sums; the derivative of its helper is x


@pytest.mark.parametrize("style", ["folded", "flat"])
@pytest.mark.parametrize(
    "name, arguments, wanted",
    [
        ("price_grad", (2.0, 3.0), [math.cos(2.0) + 3.0, 2.0]),
        ("program_grad", (1.5, 3), [1.5 * HARMONIC]),
        ("program_grad", (-1.5, 3), [-3.0]),
        ("program_grad", (1.5, 0), [0.0]),
        ("both_vjp", (2.0, 3.0, 1.0, [0.0, 0.0]), [[6.0, [5.0, 6.0]], [3.0, 2.0]]),
    ],
)
def test_reverse(derivative, name, arguments, wanted, style):
    assert numbers(derivative(name, arguments, "--style", style)) == pytest.approx(numbers(wanted), rel=1e-12)


@pytest.mark.parametrize("style", ["folded", "flat"])
@pytest.mark.parametrize(
    "name, arguments, wanted",
    [
        ("price_jvp", (2.0, 3.0, 1.0, 0.0), [6.0 + math.sin(2.0), math.cos(2.0) + 3.0]),
        ("program_jvp", (1.5, 3, 2.0), [0.5 * 1.5**2 * HARMONIC, 2.0 * 1.5 * HARMONIC]),
    ],
)
def test_forward(derivative, name, arguments, wanted, style):
    assert derivative(name, arguments, "--mode", "forward", "--style", style) == pytest.approx(
        wanted, rel=1e-12
    )


def test_only_what_is_chosen(derivative):
    assert derivative("price_grad", (2.0, 3.0), "--wrt", "y") == 2.0
