"""The corpus as pytest cases: one test for every case in every mode.

What `expected_failures.txt` lists has to fail: a case that begins to pass is reported until its line is gone.
"""

import importlib
import pathlib
import sys

import pytest

FOLDER = pathlib.Path(__file__).resolve().parent


def corpus_modules(*names):
    """The corpus's own modules, which import each other by bare names; `sys.path` is left as it was."""
    sys.path.insert(0, str(FOLDER))
    try:
        modules = [importlib.import_module(name) for name in names]
        return *modules, *modules[0].load()
    finally:
        sys.path.remove(str(FOLDER))


corpus, checks, expected, CASES, SKIPPED = corpus_modules("corpus", "checks", "expected")
EXPECTED = expected.read()


def parameters():
    """A case and a mode each."""
    for item in CASES:
        for mode in checks.modes_of(item):
            fails = (str(item), mode) in EXPECTED
            mark = pytest.mark.xfail(strict=True, raises=checks.Failure, reason="not yet differentiated")
            yield pytest.param(item, mode, id=f"{item}-{mode}", marks=mark if fails else ())
    for what, why in SKIPPED.items():
        yield pytest.param(what, None, id=f"{what}", marks=pytest.mark.skip(reason=why))


@pytest.mark.parametrize("item, mode", list(parameters()))
def test_case(item, mode):
    import s2sad

    checks.check(item, mode, s2sad)


def test_expected_failures_are_cases():
    known = {(str(item), mode) for item in CASES for mode in checks.modes_of(item)}
    skipped = {str(what) for what in SKIPPED}
    stale = [
        f"{case} {mode}"
        for case, mode in sorted(EXPECTED - known)
        if not {case, case.partition("/")[0]} & skipped
    ]
    assert stale == []


def test_expected_failures_are_written_and_read(tmp_path, monkeypatch):
    monkeypatch.setattr(expected, "FILE", tmp_path / "expected.txt")
    expected.FILE.write_text("# old\na/gone reverse\na/skipped forward\ngroup/case hvp\n")
    results = [
        {"group": "a", "case": "one", "mode": "reverse", "passed": False},
        {"group": "a", "case": "gone", "mode": "reverse", "passed": True},
    ]
    expected.write(results, {"a/skipped": "needs scipy", "group": "no module named scipy"})
    assert expected.read() == {("a/one", "reverse"), ("a/skipped", "forward"), ("group/case", "hvp")}
