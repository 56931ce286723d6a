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

COUNT = int(os.environ.get("S2SAD_PROGRAMS", "6"))
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
    "views": 0.2,
    "items": 0.1,
    "objects": 0.5,
    "sharing": 0.1,
}
"""The greatest share of programs that may be refused."""
LONG = ("containers", "held", "views", "items", "objects")  # they take many times as long to compile


@pytest.mark.parametrize("kind", list(samples.CHECKS))
def test_all_modes_agree_and_few_are_refused(kind):
    refused, count = [], COUNT // 3 if kind in LONG else COUNT
    for seed in range(count):
        try:
            samples.CHECKS[kind](seed)
        except agreement.NearKink:
            continue
        except DifferentiationError as error:
            refused.append(f"{seed}: {error}")
        except Exception as error:
            raise AssertionError(f"{kind}, program {seed}") from error
    assert len(refused) <= MOST_REFUSED[kind] * count, refused
