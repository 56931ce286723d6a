"""Remove single statements of the compiler, and show those that no test misses.

python tools/mutants.py [--seed N] [--minutes M]      statements of ad/, analysis/ and transform/, in an order that the seed gives
python tools/mutants.py --at s2sad/ad/sweep.py:120    those of a line, each with the test that misses it

Each statement is removed in a process of its own, in memory: no file is changed. The tests are collected once, and some run once as the code is;
which functions each of them calls is noted then. For a removal those run that call its function, those of the module's own file before others
and quick ones before slow ones, up to a limit of time, until one fails. What survives is shown with its line: either it is needless, or a
test that says what it is for is missing. It needs `os.fork`.
"""

import argparse
import gc
import importlib
import os
import pathlib
import pickle
import random
import resource
import sys
import tempfile
import threading
import time
import types
from collections import Counter

import pytest
from removals import codes_without, removals

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("ad", "analysis", "transform")
TESTS = (
    "tests/golden",
    "tests/ad",
    "tests/analysis",
    "tests/transform",
    "tests/containers",
    "tests/corpus",
    "tests/properties/test_random_programs.py",
    "tests/test_array_programs.py",
    "tests/test_numpy_programs.py",
    "tests/test_views_of_what_is_written.py",
)
FIRST = (
    "tests/golden",
    "tests/ad",
    "tests/analysis",
    "tests/transform/test_cse",
    "tests/transform/test_dead",
)
MOST_ONCE = 0.2  # of the time goes to running the tests as the code is, those of FIRST first, then others in a random order
UNKNOWN_SECONDS = 0.2  # that a test is taken to last which was not run once
MOST_SECONDS = 20.0  # of tests for a removal
MEMORY = 6 * 1024**3


class Mutants:
    """A plugin of pytest, which runs the collected tests in forks in place of the usual way."""

    def __init__(self, options, folder):
        self.options = options
        self.started = time.monotonic()
        self.folder = pathlib.Path(folder)
        self.functions = functions_by_code()
        self.tests = {}
        self.counts = Counter()

    def pytest_runtestloop(self, session):
        self.run_once(session)
        found = self.removals()
        random.Random(self.options.seed).shuffle(found)
        print(f"{len(self.tests)} tests, {len(found)} statements, seed {self.options.seed}", flush=True)
        running = {}
        while running or found:
            while found and len(running) < self.options.jobs and self.has_time():
                removal = found.pop()
                running[forked(lambda one=removal: self.run_without(session, one))] = removal
            if not running:
                break
            pid, status = os.wait()
            self.report(running.pop(pid), pid, status)
        print(", ".join(f"{n} {what}" for what, n in sorted(self.counts.items())), flush=True)
        return True

    def has_time(self, share=1.0):
        return time.monotonic() - self.started < 60.0 * self.options.minutes * share

    def removals(self):
        if self.options.at:
            path, _, line = self.options.at.partition(":")
            return [one for one in removals(ROOT / path) if not line or one.line == int(line)]
        paths = [path for name in FOLDERS for path in sorted((ROOT / "s2sad" / name).glob("*.py"))]
        return [one for path in paths for one in removals(path)]

    # ------------------------------------------------------------------------------------- as the code is

    def run_once(self, session):
        """Which tests pass, how long each takes, and which functions it calls."""
        items = session.items[:]
        random.Random(self.options.seed).shuffle(items)
        items.sort(
            key=lambda item: next(
                (i for i, name in enumerate(FIRST) if item.nodeid.startswith(name)), len(FIRST)
            )
        )
        pids = []
        for k in range(self.options.jobs):
            part = items[k :: self.options.jobs]
            pids.append(forked(lambda part=part, k=k: self.note(session, part, self.folder / f"once{k}")))
        for _ in pids:
            os.wait()
        for k in range(self.options.jobs):
            self.tests.update(pickle.loads((self.folder / f"once{k}").read_bytes()))

    def note(self, session, items, file):
        called, found = set(), {}

        def trace(frame, event, argument):
            if frame.f_code.co_filename.startswith(str(ROOT / "s2sad")):
                called.add(key_of(frame.f_code))

        threading.settrace(trace)
        sys.settrace(trace)
        for item, following in zip(items, [*items[1:], None]):
            if not self.has_time(MOST_ONCE):
                break
            called.clear()
            start, failed = time.process_time(), session.testsfailed
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            sys.settrace(trace)
            functions = frozenset(called) if session.testsfailed == failed else None
            found[item.nodeid] = time.process_time() - start, functions
        sys.settrace(None)
        file.write_bytes(pickle.dumps(found))

    # ----------------------------------------------------------------------------------- without a statement

    def run_without(self, session, removal):
        """Ends the process with 1 if a test misses the statement."""
        for key, code in codes_without(removal).items():
            for function in self.functions.get((removal.path, *key), ()):
                function.__code__ = code
        chosen = self.chosen(session, removal)
        seconds = 10 + 4 * int(sum(map(self.seconds, chosen)))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        note = self.folder / str(os.getpid())
        for item, following in zip(chosen, [*chosen[1:], None]):
            note.write_text(f"{len(chosen)} {item.nodeid}")
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                os._exit(1)
        note.write_text(f"{len(chosen)} ")

    def chosen(self, session, removal):
        """The tests that may miss a statement: the module's own, then the quick ones, up to a limit of time."""
        own = mirrored(pathlib.Path(removal.path))
        items = [item for item in session.items if self.may_miss(item.nodeid, removal, own)]
        items.sort(key=lambda item: (not item.nodeid.startswith(own), self.seconds(item)))
        found, seconds = [], 0.0
        for item in items:
            seconds += self.seconds(item)
            if seconds < MOST_SECONDS:
                found.append(item)
        return found

    def may_miss(self, name, removal, own):
        """Whether a test passes and calls the function; of those that weren't run once, the module's own may."""
        if name not in self.tests:
            return name.startswith(own)
        functions = self.tests[name][1]
        return functions is not None and (removal.path, *removal.functions[-1]) in functions

    def seconds(self, item):
        return self.tests.get(item.nodeid, (UNKNOWN_SECONDS,))[0]

    def report(self, removal, pid, status):
        """Counts what became of a statement, and shows it if it isn't missed."""
        note = self.folder / str(pid)
        count, _, test = note.read_text().partition(" ") if note.exists() else ("0", "", "")
        where = f"{pathlib.Path(removal.path).relative_to(ROOT)}:{removal.line}: {removal.text}"
        if status:
            own = test.startswith(mirrored(pathlib.Path(removal.path)))
            self.counts["missed by the module's tests" if own else "missed by others"] += 1
            if self.options.at:
                print(f"{where}\n    missed by {test or 'a crash'}", flush=True)
            return
        self.counts["survived"] += 1
        print(
            f"{where}\n    " + (f"{count} tests pass" if count != "0" else "no test calls the function"),
            flush=True,
        )


def mirrored(path):
    """The test file of a module."""
    folder = path.relative_to(ROOT / "s2sad").parent
    return f"tests/{folder.as_posix()}/test_{path.name}"


def functions_by_code():
    """All functions of the modules whose statements are removed, by file, name and first line."""
    for name in FOLDERS:
        for path in sorted((ROOT / "s2sad" / name).glob("*.py")):
            importlib.import_module(f"s2sad.{name}.{path.stem}")
    found = {}
    for thing in gc.get_objects():
        if isinstance(thing, types.FunctionType):
            found.setdefault(key_of(thing.__code__), []).append(thing)
    return found


def key_of(code):
    return code.co_filename, code.co_name, code.co_firstlineno


def forked(work):
    """A process that does something and says nothing; its id."""
    pid = os.fork()
    if pid:
        return pid
    try:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        work()
        os._exit(0)
    finally:
        os._exit(2)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10000))
    parser.add_argument("--minutes", type=float, default=9.0, help="no removal begins later")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--at", help="FILE:LINE, or FILE for all its statements")
    parser.add_argument("tests", nargs="*", help="files or folders of tests, in place of the usual ones")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    os.chdir(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = folder
        flags = ["-q", "-s", "--no-header", "--no-summary", "-p", "no:cacheprovider", "-p", "no:xdist"]
        plugin = Mutants(options, folder)
        pytest.main([*flags, *(options.tests or TESTS)], plugins=[plugin])
    return 1 if plugin.counts["survived"] else 0


if __name__ == "__main__":
    sys.exit(main())
