"""The adjoints by hand of the programs that write containers are right themselves, and ours agree with them."""

import importlib
import pathlib
import random
import sys

import pytest

import s2sad

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "benchmarks"
sys.path.insert(0, str(FOLDER))
try:
    programs = importlib.import_module("container_programs").PROGRAMS
finally:
    sys.path.remove(str(FOLDER))


@pytest.mark.parametrize("program", programs, ids=lambda program: program.function.__name__)
def test_by_hand_and_ours(program):
    numbers = random.Random(1)
    xs = [numbers.uniform(0.4, 0.9) for _ in range(16)]
    by_hand, width = program.by_hand(xs), 1e-6
    for i, partial in enumerate(by_hand):
        up, down = ([x + (j == i) * step for j, x in enumerate(xs)] for step in (width, -width))
        assert partial == pytest.approx(
            (program.function(up) - program.function(down)) / (2 * width), abs=1e-6
        )
    assert s2sad.grad(program.function)(xs) == pytest.approx(by_hand, rel=1e-12, abs=1e-12)
