"""Golden files: a function in, the emitted text beside it.

`cases/NAME.py` holds a function `f` and a POINT, `NAME.MODE.STYLE.py` what is emitted for it. The text is compared;
and the golden file itself is run and its numbers are held against central differences, so that it can't enshrine a
wrong derivative. `make golden` writes the files anew.
"""

import contextlib
import copy
import importlib.util
import io
import math
from pathlib import Path

import pytest

from s2sad import emit
from s2sad.annotations import differentiable_places

CASES = Path(__file__).parent / "cases"
NAMES = sorted(path.stem for path in CASES.glob("*.py") if "." not in path.stem)
MODES = ("reverse", "forward")
STYLES = ("folded", "flat")
STEP = 1e-3
TOLERANCE = 1e-8


def module_of(name):
    """The input module; imported as a file, so that its function has a source."""
    spec = importlib.util.spec_from_file_location(f"golden_{name}", CASES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def golden_file(name, mode, style):
    return CASES / f"{name}.{mode}.{style}.py"


def quietly(function, *args):
    with contextlib.redirect_stdout(io.StringIO()) as output:
        result = function(*copy.deepcopy(args))
    return result, output.getvalue()


# ------------------------------------------------------------------------------------------------------ numbers


def flat(value):
    """The floats in a value, in order."""
    if isinstance(value, (list, tuple)):
        return [number for item in value for number in flat(item)]
    return [value]


def refilled(value, numbers):
    """A value of the same structure with other floats; takes them off the front of `numbers`."""
    if isinstance(value, (list, tuple)):
        return type(value)(refilled(item, numbers) for item in value)
    return numbers.pop(0)


class Reference:
    """The function at its point, as a function of a vector: its Jacobian by extrapolated central differences."""

    def __init__(self, module):
        self.function = module.f
        self.args = tuple(module.POINT.values())
        self.places = differentiable_places(module.f)
        self.differentiated = [self.args[i] for i in self.places]
        self.vector = flat(self.differentiated)
        self.value, self.printed = quietly(module.f, *self.args)

    def at(self, vector):
        args = list(self.args)
        for place, value in zip(self.places, refilled(self.differentiated, list(vector))):
            args[place] = value
        return flat(quietly(self.function, *args)[0])

    def differences(self, direction, step):
        ahead = self.at([x + step * d for x, d in zip(self.vector, direction)])
        behind = self.at([x - step * d for x, d in zip(self.vector, direction)])
        return [(a - b) / (2.0 * step) for a, b in zip(ahead, behind)]

    def along(self, direction):
        """The derivative along a direction: Richardson's extrapolation of three steps."""
        coarse, middle, fine = (self.differences(direction, STEP / 2**k) for k in range(3))
        return [
            (64.0 * three - 20.0 * two + one) / 45.0
            for one, two, three in zip(coarse, middle, fine, strict=True)
        ]

    def jacobian(self):
        """A column for every number of the arguments."""
        count = len(self.vector)
        return [self.along([float(i == k) for i in range(count)]) for k in range(count)]


def direction_of(count):
    return [math.cos(1.0 + 2.0 * i) for i in range(count)]


def close(found, wanted):
    return found == pytest.approx(wanted, rel=TOLERANCE, abs=TOLERANCE)


# -------------------------------------------------------------------------------------------------------- tests


def function_in(path, module):
    """The function that a golden file defines first, run among the names of the input module."""
    names = dict(vars(module))
    before = set(names)
    exec(compile(path.read_text(), str(path), "exec"), names)
    suffixes = ("_grad", "_vjp", "_jvp")
    (found,) = (names[f"f{suffix}"] for suffix in suffixes if f"f{suffix}" in set(names) - before)
    return found


def check_reverse(function, reference):
    jacobian = reference.jacobian()
    if function.__name__ == "f_grad":
        gradient, printed = quietly(function, *reference.args)
        weights = [1.0]
    else:
        weights = direction_of(len(flat(reference.value)))
        (value, gradient), printed = quietly(function, *reference.args, *weights)
        assert value == reference.value
    assert printed == reference.printed
    wanted = [sum(w * d for w, d in zip(weights, column, strict=True)) for column in jacobian]
    assert close(flat(gradient), wanted)


def check_forward(function, reference):
    direction = direction_of(len(reference.vector))
    (value, tangent), printed = quietly(
        function, *reference.args, *refilled(reference.differentiated, list(direction))
    )
    assert value == reference.value and printed == reference.printed
    assert close(flat(tangent), reference.along(direction))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", NAMES)
def test_golden(name, mode, style, update_golden):
    module = module_of(name)
    text = emit(module.f, mode=mode, style=style)
    path = golden_file(name, mode, style)
    if update_golden:
        path.write_text(text, newline="\n")
    assert path.read_text() == text, "the emitted text has changed: `make golden` writes the files anew"
    check = check_reverse if mode == "reverse" else check_forward
    check(function_in(path, module), Reference(module))


@pytest.mark.parametrize("name", NAMES)
def test_the_text_is_black_and_knows_nothing_of_this_machine(name):
    black = pytest.importorskip("black")
    for mode in MODES:
        for style in STYLES:
            text = golden_file(name, mode, style).read_text()
            assert black.format_str(text, mode=black.Mode(line_length=110)) == text
            assert "cases" not in text and name + ".py" not in text


@pytest.mark.parametrize("name", NAMES[::6])
def test_the_text_does_not_depend_on_what_was_emitted_before(name):
    for mode in MODES:
        assert emit(module_of(name).f, mode=mode) == golden_file(name, mode, "folded").read_text()


def test_every_golden_file_has_its_input():
    expected = {golden_file(name, mode, style) for name in NAMES for mode in MODES for style in STYLES}
    assert {path for path in CASES.glob("*.*.py")} == expected
