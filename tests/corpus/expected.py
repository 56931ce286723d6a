"""The cases that are known to fail, as data: `expected_failures.txt` has one "group/case mode" a line."""

import pathlib

FILE = pathlib.Path(__file__).with_name("expected_failures.txt")
HEADER = "# Cases that s2sad does not yet differentiate; `python tests/corpus/run.py --write-expected` writes this.\n"


def read():
    """The expected failures as a set of ("group/case", mode)."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return {tuple(line.split()) for line in lines if line and not line.startswith("#")}


def write(results, skipped):
    """Expect exactly the failures among the results of a whole run; what was skipped stays as it is."""
    failed = {
        (f"{entry['group']}/{entry['case']}", entry["mode"]) for entry in results if not entry["passed"]
    }
    without_a_result = {str(what) for what in skipped}
    kept = {(case, mode) for case, mode in read() if {case, case.partition("/")[0]} & without_a_result}
    lines = [f"{case} {mode}\n" for case, mode in sorted(failed | kept)]
    FILE.write_text(HEADER + "".join(lines), encoding="utf-8")
