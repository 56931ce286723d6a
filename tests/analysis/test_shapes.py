"""Which arrays have the same shape: also where one comes of another through hundreds of lines."""

import importlib.util

import numpy as np
import pytest

import s2sad


def test_hundreds_of_lines_of_arrays_take_no_deeper_stack(tmp_path, monkeypatch):
    lines = ["import numpy as np", "def f(x):", "    v = x", *["    v = 0.5 * np.sin(v) + x"] * 400]
    path = tmp_path / "long_line_of_arrays.py"
    path.write_text("\n".join([*lines, "    return np.sum(v)"]), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr("s2sad.stack._on_large_stack", lambda work: pytest.fail("the stack was too small"))
    x, h = np.array([0.3, 0.5]), 1e-6
    differences = [(module.f(x + step) - module.f(x - step)) / (2 * h) for step in h * np.eye(2)]
    assert s2sad.grad(module.f)(x) == pytest.approx(differences, rel=1e-8)
