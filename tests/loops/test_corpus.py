"""The corpus with `jit=True`, its loops as Python runs them: a part of what `python tests/corpus/run.py --jit` does."""

import importlib
import pathlib
import sys

import pytest

import s2sad

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "corpus"
sys.path.insert(0, str(FOLDER))
try:
    corpus, checks, compiled = map(importlib.import_module, ("corpus", "checks", "compiled"))
    CASES, _ = corpus.load()
finally:
    sys.path.remove(str(FOLDER))

LISTED = compiled.read()
PART = [item for item in CASES if item.group != "errors"][::5]


@pytest.mark.parametrize("item", PART, ids=str)
def test_passes_or_is_refused_as_listed(item, in_python):
    for mode in checks.modes_of(item)[:2]:
        kind, reason = compiled.outcome(item, mode, s2sad)
        assert kind != "failed", reason
        assert kind == "passed" or (str(item), mode) in LISTED, reason


def test_the_list_names_cases_with_their_reasons():
    known = {(str(item), mode) for item in CASES for mode in checks.modes_of(item)}
    assert LISTED.keys() <= known
    assert all(LISTED.values())
