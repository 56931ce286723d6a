"""The gradients that derivatives are compared with in the benchmark are right themselves."""

import importlib
import pathlib
import sys

import pytest

import s2sad

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "benchmarks"


def neighbours(*names):
    """Modules of the folder of benchmarks, which import each other by their bare names."""
    sys.path.insert(0, str(FOLDER))
    try:
        return [importlib.import_module(name) for name in names]
    finally:
        sys.path.remove(str(FOLDER))


programs, by_hand = neighbours("programs", "by_hand")


def moved(args, place, step):
    """The arguments, with one number (a place is an argument and, in a list, an index) moved by a step."""
    number, index = place
    changed = list(args)
    if index is None:
        changed[number] += step
    else:
        changed[number] = list(changed[number])
        changed[number][index] += step
    return changed


def central_difference(function, args, place):
    """Richardson's extrapolation of central differences: their error is of fourth order."""
    number, index = place
    value = args[number] if index is None else args[number][index]
    step = 2e-5 * max(abs(value), 1e-2)

    def difference(step):
        return (function(*moved(args, place, step)) - function(*moved(args, place, -step))) / (2.0 * step)

    return (4.0 * difference(0.5 * step) - difference(step)) / 3.0


def numbers_of(gradient):
    """The numbers of a gradient in order."""
    if isinstance(gradient, (list, tuple)):
        return [number for part in gradient for number in numbers_of(part)]
    return [gradient]


def places_of(program):
    """The places of the numbers that a program is differentiated by, in the order of its gradient."""
    for number in program.argnums:
        argument = program.args[number]
        for index in range(len(argument)) if isinstance(argument, list) else [None]:
            yield number, index


@pytest.mark.parametrize("program", programs.PROGRAMS, ids=lambda program: program.name)
def test_gradient_by_hand_agrees_with_central_differences(program):
    args = (*program.args[:2], 100) if program.name == "logistic_map" else program.args
    gradient = numbers_of(getattr(by_hand, program.name)(*args))
    expected = [central_difference(program.function, args, place) for place in places_of(program)]
    assert gradient == pytest.approx(expected, rel=1e-6, abs=1e-8)


@pytest.mark.parametrize("program", programs.PROGRAMS, ids=lambda program: program.name)
def test_gradient_has_the_structure_of_the_arguments(program):
    gradient = getattr(by_hand, program.name)(*program.args)
    parts = gradient if len(program.argnums) > 1 else (gradient,)
    arguments = [program.args[number] for number in program.argnums]
    assert [type(part) for part in parts] == [type(argument) for argument in arguments]
    assert len(numbers_of(gradient)) == len(list(places_of(program)))


@pytest.mark.parametrize("program", programs.PROGRAMS, ids=lambda program: program.name)
def test_gradient_by_hand_is_what_the_compiler_gives(program):
    gradient = s2sad.grad(program.function, program.argnums)(*program.args)
    expected = numbers_of(getattr(by_hand, program.name)(*program.args))
    scale = max(map(abs, expected))
    assert numbers_of(gradient) == pytest.approx(expected, rel=1e-9, abs=1e-9 * scale)
