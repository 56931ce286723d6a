"""Random programs of each kind: reverse against forward against differences, and forward over reverse.

S2SAD_PROGRAMS says how many of each; they are the same in every run. `tally.py` runs more, and counts.
"""

import importlib
import os
import sys
from pathlib import Path

import pytest

from s2sad.errors import DifferentiationError

FOLDER = str(Path(__file__).parent)
sys.path.insert(0, FOLDER)
try:
    samples, agreement = importlib.import_module("samples"), importlib.import_module("agreement")
finally:
    sys.path.remove(FOLDER)

COUNT = int(os.environ.get("S2SAD_PROGRAMS", "40"))
MOST_REFUSED = {
    "scalars": 0.05,
    "arrays": 0.35,
    "containers": 0.15,
    "held": 0.4,
    "nested": 0.35,
    "nests": 0.05,
    "settings": 0.1,
    "sweeps": 0.1,
    "compiled": 0.45,
}
"""The greatest share of programs that may be refused."""


@pytest.fixture(scope="module")
def outcomes():
    """Whether each program that has run was refused, by kinds."""
    return {kind: [] for kind in samples.CHECKS}


@pytest.mark.parametrize("seed", range(COUNT))
@pytest.mark.parametrize("kind", list(samples.CHECKS))
def test_all_modes_agree(kind, seed, outcomes):
    try:
        outcomes[kind].append(False)
        samples.CHECKS[kind](seed)
    except agreement.NearKink:
        pytest.skip("a kink is near")
    except DifferentiationError as error:
        outcomes[kind][-1] = True
        pytest.skip(f"refused: {error}")


@pytest.mark.parametrize("kind", list(samples.CHECKS))
def test_few_are_refused(kind, outcomes):
    refused = outcomes[kind]
    if len(refused) < 30:
        pytest.skip("too few programs have run here")
    assert sum(refused) <= MOST_REFUSED[kind] * len(refused)
