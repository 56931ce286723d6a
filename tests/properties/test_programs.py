"""Random programs: the value to the bit, and every derivative after every stage, against duals.

S2SAD_PROGRAMS sets the number of programs of each test, which then are different ones in every run.
"""

import importlib
import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, assume, given, note, settings
from hypothesis import strategies as st

from s2sad.errors import DifferentiationError


def neighbours(*names):
    """Modules of this folder, which import each other by bare names; `sys.path` is left as it was."""
    folder = str(Path(__file__).parent)
    sys.path.insert(0, folder)
    try:
        return [importlib.import_module(name) for name in names]
    finally:
        sys.path.remove(folder)


random_programs, program_checks = neighbours("random_programs", "program_checks")

WANTED = int(os.environ.get("S2SAD_PROGRAMS", "0"))
SETTINGS = settings(
    max_examples=WANTED or 4,
    derandomize=not WANTED,
    deadline=None,
    database=None,
    phases=[Phase.generate],  # whole programs don't shrink to anything smaller
    suppress_health_check=list(HealthCheck),
)
# What is refused by design, and too rare to keep out of the programs.
REFUSED = ("kept as a value", "may be seen half done")

numbers = st.floats(-1.5, 1.5).map(lambda x: round(x, 6))
points = st.tuples(numbers, numbers, st.lists(numbers, min_size=1, max_size=3), st.integers(0, 4))


def check(random, point, groups, style, results, size):
    text = random_programs.Writer(random, groups, size).module(results)
    note(text)
    program = program_checks.Program(text, point)
    try:
        checks = program_checks.Check(program, style)
        assume(checks.is_tame())
        checks.all()
    except DifferentiationError as error:
        if not any(reason in str(error) for reason in REFUSED):
            raise
    finally:
        program.forget()


GROUPS = [
    ("straight",),
    ("branches",),
    ("loops",),
    ("functions",),
    ("branches", "loops"),
    ("branches", "loops", "functions"),
    ("lists",),
    ("shared",),
    tuple(group for group in random_programs.GROUPS if group != "shared"),
]


@pytest.mark.parametrize("groups", GROUPS, ids="-".join)
@SETTINGS
@given(
    random=st.randoms(use_true_random=True),  # evenly spread: the other sort writes much the same programs
    size=st.sampled_from([3, 5, 8, 12]),
    point=points,
    style=st.sampled_from(["folded", "flat"]),
    results=st.sampled_from([1, 1, 1, 2, 3]),
)
def test_programs(groups, random, size, point, style, results):
    check(random, point, groups, style, results, size)
