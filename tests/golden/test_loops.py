"""Golden files of compiled derivatives: a function in, the loops beside it.

`loops/NAME.py` holds a function `f` and a POINT, `NAME.loops.py` what Numba compiles of its gradient. The text is compared; and
the golden file itself is run, as Python, and held against central differences. `make golden` writes the files anew.
"""

import copy
import importlib.util
import re
from pathlib import Path

import numpy as np
import pytest

from s2sad import emit

CASES = Path(__file__).parent / "loops"
NAMES = sorted(path.stem for path in CASES.glob("*.py") if "." not in path.stem)
STEP = 1e-5


def module_of(name):
    spec = importlib.util.spec_from_file_location(f"golden_loops_{name}", CASES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def floats(point):
    return [name for name, value in point.items() if isinstance(value, np.ndarray)]


def loops_of(module):
    return emit(module.f, *module.POINT.values(), argnums=floats(module.POINT), target="numba")


@pytest.mark.parametrize("name", NAMES)
def test_text(name, update_golden):
    text, path = loops_of(module_of(name)), CASES / f"{name}.loops.py"
    if update_golden:
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_numbers(name):
    module = module_of(name)
    text = (CASES / f"{name}.loops.py").read_text(encoding="utf-8")
    names = {}
    exec(re.sub(r"^(from numba import njit|@njit\(.*\))\n", "", text, flags=re.MULTILINE), names)
    found = names["f_grad"](**copy.deepcopy(module.POINT))
    for arg, bar in zip(floats(module.POINT), found):
        assert bar == pytest.approx(differences(module, arg), rel=1e-7, abs=1e-9)


def differences(module, name):
    """The slope along each element of an argument."""
    found = np.zeros(module.POINT[name].shape)
    for place in np.ndindex(found.shape):
        values = []
        for step in (STEP, -STEP):
            point = copy.deepcopy(module.POINT)
            point[name][place] += step
            values.append(module.f(**point))
        found[place] = (values[0] - values[1]) / (2 * STEP)
    return found
