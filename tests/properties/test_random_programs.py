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


@pytest.mark.parametrize("seed", range(COUNT))
@pytest.mark.parametrize("kind", list(samples.CHECKS))
def test_all_modes_agree(kind, seed):
    try:
        samples.CHECKS[kind](seed)
    except agreement.NearKink:
        pytest.skip("a kink is near")
    except DifferentiationError as error:
        pytest.skip(f"refused: {error}")
