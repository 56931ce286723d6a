"""Golden files of programs in place, each beside the adjoint that a person has written.

`textbook/NAME.py` holds a function `f`, its adjoint `by_hand` and a POINT, `NAME.reverse.py` the gradient that is emitted. The
text is compared, and it is run: its numbers are those of the adjoint by hand, which are those of central differences.
`make golden` writes the files anew.
"""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

import s2sad

FOLDER = Path(__file__).parent / "textbook"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py") if "." not in path.stem)


def module_of(name):
    spec = importlib.util.spec_from_file_location(f"textbook_{name}", FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def golden_file(name):
    return FOLDER / f"{name}.reverse.py"


def copies(point):
    return tuple(np.copy(x) if isinstance(x, np.ndarray) else x for x in point)


def parts(gradient):
    return gradient if isinstance(gradient, tuple) else (gradient,)


def emitted(module):
    places = tuple(range(len(module.POINT)))
    gradient = s2sad.grad(module.f, places if len(places) > 1 else 0)
    gradient(*copies(module.POINT))
    return gradient.source


@pytest.mark.parametrize("name", NAMES)
def test_the_text_is_what_it_was(name, update_golden):
    text = emitted(module_of(name))
    if update_golden:
        golden_file(name).write_text(text, newline="\n")
    assert (
        golden_file(name).read_text() == text
    ), "the emitted text has changed: `make golden` writes the files anew"


@pytest.mark.parametrize("name", NAMES)
def test_it_gives_what_the_adjoint_by_hand_gives(name):
    module = module_of(name)
    names = dict(vars(module))
    exec(compile(golden_file(name).read_text(), str(golden_file(name)), "exec"), names)
    found = parts(names["f_grad"](*copies(module.POINT)))
    wanted = parts(module.by_hand(*copies(module.POINT)))
    for one, other in zip(found, wanted, strict=True):
        assert one == pytest.approx(other, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_the_adjoint_by_hand_is_that_of_differences(name):
    module, rng = module_of(name), np.random.default_rng(4)
    by_hand = parts(module.by_hand(*copies(module.POINT)))
    for _ in range(3):
        directions = [rng.normal(size=np.shape(x)) for x in module.POINT]
        ahead, behind = (
            module.f(*(x + step * d for x, d in zip(module.POINT, directions))) for step in (1e-6, -1e-6)
        )
        slope = sum(np.sum(bar * d) for bar, d in zip(by_hand, directions))
        assert slope == pytest.approx((ahead - behind) / 2e-6, rel=1e-6, abs=1e-8)


def test_every_golden_file_has_its_input():
    assert set(FOLDER.glob("*.*.py")) == {golden_file(name) for name in NAMES}
