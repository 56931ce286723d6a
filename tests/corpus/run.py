"""Run the corpus against s2sad.

    python tests/corpus/run.py                        every case in every mode
    python tests/corpus/run.py -k power -g arithmetic --mode reverse
    python tests/corpus/run.py --list                 the table of cases; needs no s2sad
    python tests/corpus/run.py --self-check           the corpus alone: is the reference reliable?
    python tests/corpus/run.py --json results.json    the results as data as well
    python tests/corpus/run.py --write-expected       write down what fails as what is expected to fail
    python tests/corpus/run.py --jit                  compiled by Numba: passed, or refused as the list says
    python tests/corpus/run.py --jit --in-python      the loops that Numba compiles, as Python runs them

One line per group with passed/total for each mode, then the failures with a short reason, then the sum.
The exit status is 1 if anything failed that is not expected to, or passed that is.
"""

import argparse
import json
import pathlib
import sys
import time

import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER))
sys.path.append(str(FOLDER.parent.parent))  # a checkout that is not installed

import checks  # noqa: E402
import compiled  # noqa: E402
import corpus  # noqa: E402
import expected  # noqa: E402


def main():
    options = parse()
    cases, skipped = corpus.load(options.group, options.substring)
    if options.list:
        table([*cases, *(item for item in skipped if isinstance(item, corpus.Case))])
        return 0
    for what, why in skipped.items():
        print(f"skipped  {what}: {why}")
    if options.jit:
        return run_compiled(cases, options)
    results = self_check(cases) if options.self_check else run(cases, options)
    if options.write_expected:
        expected.write(results, skipped)
    surprises = report(results, set() if options.self_check else expected.read())
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(results, indent=1) + "\n")
    return 1 if surprises else 0


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "-k", dest="substring", metavar="SUBSTRING", help="only cases whose group/name has it"
    )
    parser.add_argument(
        "-g", "--group", choices=corpus.GROUPS, metavar="GROUP", help=", ".join(corpus.GROUPS)
    )
    parser.add_argument("--mode", choices=checks.MODES, help="only this mode")
    parser.add_argument("--list", action="store_true", help="print the cases and stop")
    parser.add_argument("--self-check", action="store_true", help="check the corpus itself, without s2sad")
    parser.add_argument("--jit", action="store_true", help="with `jit=True`")
    parser.add_argument("--in-python", action="store_true", help="with --jit: without Numba")
    parser.add_argument("--json", metavar="OUT", help="write the results to this file")
    parser.add_argument("--write-expected", action="store_true", help=f"write {expected.FILE.name}")
    parser.add_argument("--timeout", type=int, default=60, metavar="SECONDS", help="for one case in one mode")
    options = parser.parse_args()
    if options.write_expected and (
        options.substring or options.group or options.mode or options.self_check or options.list
    ):
        parser.error("--write-expected needs a run of every case in every mode")
    return options


def table(cases):
    """group | case | what it is about"""
    wide = max((len(item.name) for item in cases), default=0)
    for item in sorted(cases, key=corpus.CASES.index):
        print(f"{item.group:<22} | {item.name:<{wide}} | {item.doc}")
    print(f"{len(cases)} cases")


def run(cases, options):
    try:
        import s2sad
    except ImportError as error:
        sys.exit(f"s2sad can't be imported: {error}")
    results = []
    for item in cases:
        for mode in checks.modes_of(item):
            if options.mode in (None, mode):
                start = time.perf_counter()
                try:
                    checks.check(item, mode, s2sad, options.timeout)
                    reason = None
                except checks.Failure as failure:
                    reason = str(failure)
                results.append(result(item, mode, reason, time.perf_counter() - start))
    return results


def run_compiled(cases, options):
    """Every case with `jit=True`: the number of those that fail, or are refused without being on the list."""
    import s2sad

    if options.in_python:
        compiled.run_in_python()
    cases = [item for item in cases if item.group != "errors"]
    counts, refused, failed, fail_anyway = {}, {}, [], expected.read()
    for item in cases:
        for mode in checks.modes_of(item):
            if options.mode in (None, mode) and (str(item), mode) not in fail_anyway:
                kind, reason = compiled.outcome(item, mode, s2sad, options.timeout)
                group = counts.setdefault(item.group, dict.fromkeys(("passed", "refused", "failed"), 0))
                group[kind] += 1
                if kind == "refused":
                    refused[str(item), mode] = reason
                elif kind == "failed":
                    failed.append(f"{item} [{mode}]  {reason}")
    for group, numbers in counts.items():
        print(f"{group:<22}  " + "   ".join(f"{kind} {count:>3}" for kind, count in numbers.items()))
    if options.write_expected:
        compiled.write(refused)
    listed = compiled.read()
    failed += [f"{case} [{mode}]  refused: {refused[case, mode]}" for case, mode in refused.keys() - listed]
    print("\n".join(f"FAILED  {line}" for line in failed))
    passed = sum(numbers["passed"] for numbers in counts.values())
    print(f"{passed} passed, {len(refused)} refused, {len(failed)} failed")
    return 1 if failed else 0


def self_check(cases):
    """Every function runs, and two families of steps agree on its derivatives."""
    results = []
    for item in cases:
        if item.raises:
            continue
        start = time.perf_counter()
        try:
            reason = unreliable(item)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
        results.append(result(item, "reference", reason, time.perf_counter() - start))
    return results


def unreliable(item):
    """Why the reference of a case can't be trusted, or None."""
    for args, spare in zip(item.argument_sets(), item.argument_sets()):
        with corpus.quiet():
            value = corpus.evaluate(item, spare)
        if not corpus.flatten(value).size:
            return "the result holds no float"
        if not item.smooth:
            shapes = [
                [np.shape(leaf) for _, leaf in corpus.leaves(tree)]
                for tree in (checks.expected(item), corpus.active_arguments(item, args))
            ]
            return (
                None
                if checks.is_scalar(value) and shapes[0] == shapes[1]
                else "`expect` has another structure"
            )
        for what, first, second in both_families(item, args, value):
            tol = max(1e-5, 100 * item.tol) if what == "hvp" else item.tol
            reason = disagreement(first, second, tol)
            if reason:
                return f"{what}: {reason}"
    return None


def both_families(item, args, value):
    """Every reference of a case, by two families of steps: (what, reference, the other one)."""
    function = corpus.flat_function(item, args)
    at = corpus.flatten(corpus.active_arguments(item, args))
    along = corpus.direction(item, at, 2)
    size = corpus.flatten(value).size
    weights = np.ones(1) if checks.is_scalar(value) else corpus.direction(item, np.zeros(size), 1)

    def number(vector):
        return np.sum(weights * function(vector))

    yield "gradient", *(corpus.reference_gradient(number, at, step=item.step, family=i) for i in (0, 1))
    yield "tangent", *(
        corpus.reference_derivative(function, at, along, step=item.step, family=i) for i in (0, 1)
    )
    if "hvp" in checks.modes_of(item):
        yield "hvp", *(corpus.reference_hvp(number, at, along, step=item.step, family=i) for i in (0, 1))


def disagreement(first, second, tol):
    """Where two references differ by more than a tenth of the tolerance, or are worse than they should be."""
    (one, error), (other, _) = first, second
    largest = np.max(abs(one), initial=0.0)
    agree = abs(one - other) <= 0.1 * tol * (abs(one) + largest) + 1e-9
    good = agree & (10 * error <= tol * (1 + abs(one)))
    if np.all(good):
        return None
    i = int(np.argmin(good))
    return f"number {i} is {one[i]:.12g} or {other[i]:.12g}, error {error[i]:.1e}"


def result(item, mode, reason, seconds):
    return {
        "group": item.group,
        "case": item.name,
        "mode": mode,
        "passed": reason is None,
        "reason": reason,
        "seconds": round(seconds, 3),
    }


def report(results, expected_failures):
    """Print the results; the number of those that are not as expected."""
    groups = dict.fromkeys(entry["group"] for entry in results)
    modes = dict.fromkeys(entry["mode"] for entry in results)
    for group in groups:
        counts = []
        for mode in modes:
            those = [entry["passed"] for entry in results if (entry["group"], entry["mode"]) == (group, mode)]
            counts.append(f"{mode} {sum(those):>3}/{len(those):<3}" if those else " " * (len(mode) + 8))
        print(f"{group:<22}  " + "   ".join(counts).rstrip())
    counts = dict.fromkeys(("passed", "FAILED", "expected", "UNEXPECTED PASS"), 0)
    for entry in results:
        case = f"{entry['group']}/{entry['case']}"
        if (case, entry["mode"]) in expected_failures:
            kind = "UNEXPECTED PASS" if entry["passed"] else "expected"
        else:
            kind = "passed" if entry["passed"] else "FAILED"
        counts[kind] += 1
        if kind != "passed":
            print(f"{kind}  {case} [{entry['mode']}]  {entry['reason'] or ''}".rstrip())
    surprises = counts["FAILED"] + counts["UNEXPECTED PASS"]
    passed = counts["passed"] + counts["UNEXPECTED PASS"]
    print(f"{passed} passed, {counts['FAILED']} failed, {counts['expected']} failed as expected", end="")
    print(f", {counts['UNEXPECTED PASS']} passed unexpectedly" if counts["UNEXPECTED PASS"] else "")
    return surprises


if __name__ == "__main__":
    sys.exit(main())
