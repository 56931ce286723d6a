"""Helpers in the words that Numba takes."""

from s2sad.loops.helper_text import for_machine_code

TEXT = """import numpy as np


def turned(a):
    return np.conj(np.swapaxes(a, -1, -2)) if np.iscomplexobj(a) else np.swapaxes(a, -1, -2)


def joined(a, b):
    whole = np.matmul(a, np.real(b))
    if np.iscomplexobj(whole):
        whole = whole + 1.0j
    return np.concatenate([whole, np.eye(2, dtype=bool)], axis=-1)


def f_grad(a):
    return np.matmul(a, a)  # line 2
"""


def test_helpers_are_of_real_matrices():
    made = for_machine_code(TEXT, ("f_grad",))
    assert "def turned(a):\n    return a.T\n" in made
    assert "whole = a @ b\n    return np.concatenate((whole, np.eye(2, dtype=np.bool_)), axis=-1)" in made


def test_derivatives_stay_as_they_are():
    made = for_machine_code(TEXT, ("f_grad",))
    assert made.endswith("def f_grad(a):\n    return np.matmul(a, a)  # line 2\n")
