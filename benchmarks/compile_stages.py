"""The share of each stage in the time from `grad(f)(x)` to the first gradient, of 20 straight lines and of a large program.

    python benchmarks/compile_stages.py

Each program is compiled several times in one process, each time as if it were new; the shortest time counts. It is the
time of the processor. What a stage calls of another counts for that one.
"""

import argparse
import importlib.util
import itertools
import pathlib
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

from scaling_programs import straight, straight_arrays

import s2sad
from s2sad import pipeline
from s2sad.ad import apply_rule, context, derive, split
from s2sad.backend import load
from s2sad.frontend import program

REPEATS = 7
STAGES: dict[str, list[tuple[Any, str]]] = {
    "source": [(program, "find_source"), (program, "with_stored_names")],
    "lowering": [(pipeline.Compiler, "lowered"), (pipeline.Compiler, "lower_more")],
    "analysis": [
        (context, "infer"),
        (context, "find_numbers"),
        (derive, "active_vars"),
        (split, "active_vars"),
        (pipeline, "pure_functions"),
        (pipeline, "uses_arrays"),
    ],
    "differentiation": [(pipeline.Compiler, "differentiated")],
    "derivative rules": [(apply_rule, "lower_rule")],
    "clean-up passes": [
        (pipeline.Compiler, "shared"),
        (pipeline.Compiler, "cleaned_derivative"),
        (pipeline.Compiler, "finished"),
    ],
    "checks of the list": [(pipeline, "verify")],
    "text": [(load, "emit"), (load, "to_source")],
    "compile": [(load.Text, "_compiled")],
    "black": [(load, "format_source")],
}
LARGE = pathlib.Path(__file__).parent / "large_program.py"
PROGRAMS: dict[str, tuple[str, Callable[[Any], tuple[Callable, Any, tuple]]]] = {
    "20 lines": ("import math\n" + straight(20), lambda m: (m.f, 0, (0.7,))),
    "20 lines of arrays": (
        "import numpy as np\n" + straight_arrays(20),
        lambda m: (m.f, 0, (m.np.array([0.3, 0.5]),)),
    ),
    "large": (LARGE.read_text(encoding="utf-8"), lambda m: (m.cost_of_a_house, tuple(range(8)), m.POINT)),
}
_numbers = itertools.count()


class Clock:
    """The time of the processor in each stage, without that in stages that it calls."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self.open = ["rest"]
        self.since = time.process_time()

    def turn(self) -> None:
        """What has passed goes to the stage that is open."""
        now = time.process_time()
        self.spent[self.open[-1]] += now - self.since
        self.since = now

    def timed(self, stage: str, function: Callable) -> Callable:
        def run(*args: Any, **kwargs: Any) -> Any:
            self.turn()
            self.open.append(stage)
            try:
                return function(*args, **kwargs)
            finally:
                self.turn()
                self.open.pop()

        return run


@contextmanager
def watched() -> Iterator[Clock]:
    """A clock that is told by each function of the table when it begins and when it ends."""
    clock = Clock()
    with ExitStack() as stack:
        for stage, places in STAGES.items():
            for owner, name in places:
                timed = clock.timed(stage, getattr(owner, name))
                stack.enter_context(mock.patch.object(owner, name, timed))
        clock.since = time.process_time()
        yield clock
        clock.turn()


def module_of(text: str, folder: str) -> Any:
    """A module with this text, from a file of its own, so that nothing is known of it."""
    name = f"compiled_{next(_numbers)}"
    path = pathlib.Path(folder) / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def seconds(text: str, call_of: Callable[[Any], tuple[Callable, Any, tuple]]) -> float:
    """The shortest time to the first gradient."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(REPEATS):
            function, argnums, point = call_of(module_of(text, folder))
            gradient = s2sad.grad(function, argnums)
            start = time.process_time()
            gradient(*point)
            found.append(time.process_time() - start)
    return min(found)


def shares(text: str, call_of: Callable[[Any], tuple[Callable, Any, tuple]]) -> Counter[str]:
    """The shortest time of each stage, the layout of the text by black included, which is done when it is asked for."""
    best: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for i in range(REPEATS):
            function, argnums, point = call_of(module_of(text, folder))
            gradient = s2sad.grad(function, argnums)
            with watched() as clock:
                gradient(*point)
                gradient.source  # noqa: B018  black's share
            best = clock.spent if i == 0 else best & clock.spent  # the lesser of each
    return best


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=PROGRAMS, help="this program alone")
    chosen = parser.parse_args().only
    s2sad.grad(lambda x: x * x)(1.0)
    for name in [chosen] if chosen else PROGRAMS:
        total, parts = seconds(*PROGRAMS[name]), shares(*PROGRAMS[name])
        print(f"{name}: {1000 * total:.1f} ms to the first gradient")
        for stage in (*STAGES, "rest"):
            print(f"  {stage:<20}{1000 * parts[stage]:8.1f} ms")


if __name__ == "__main__":
    main()
