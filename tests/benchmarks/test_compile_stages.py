"""The stages whose time is measured are there, and each has a part in a compilation."""

import importlib
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "benchmarks"


def benchmark(name):
    sys.path.insert(0, str(FOLDER))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(FOLDER))


def test_every_stage_takes_time(monkeypatch):
    compile_stages = benchmark("compile_stages")
    monkeypatch.setattr(compile_stages, "REPEATS", 1)
    parts = compile_stages.shares(*compile_stages.PROGRAMS["20 lines"])
    without = {stage for stage in compile_stages.STAGES if not parts[stage]}
    assert without <= {"derivative rules"}, "these may be known already"
