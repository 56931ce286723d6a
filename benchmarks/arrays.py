"""Compare s2sad's gradients of functions of arrays with autograd, JAX, PyTorch and derivatives written by hand.

    python benchmarks/arrays.py --quick
    python benchmarks/arrays.py --markdown docs/benchmarks-arrays.md

All libraries run on one thread. Peak memory is what `tracemalloc` sees, which is all that NumPy allocates.
"""

import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

import argparse
import math
import pathlib
import platform
import sys
import tracemalloc
from datetime import date
from statistics import geometric_mean
from time import perf_counter
from typing import Any, NamedTuple

import array_by_hand
import numpy as np
from array_peers import ArrayPeer, Unsupported, installed_peers
from array_programs import PROGRAMS, ArrayProgram
from measure import QUICK, THOROUGH, Call, Effort, Timing, timings

import s2sad

PRIMAL, BY_HAND, OURS, AUTOGRAD = "primal", "by hand", "s2sad", "autograd"
TOLERANCE = 1e-8


class Row(NamedTuple):
    """What was measured of a program at a size: seconds, and megabytes at the peak."""

    program: ArrayProgram
    size: str
    times: dict[str, Timing]
    memory: dict[str, float]
    words: dict[str, str]

    def ratio(self, name: str, over: str = PRIMAL) -> float:
        if name not in self.times or over not in self.times:
            return math.nan
        return self.times[name].least / self.times[over].least


def checked(call: Call, expected: list[np.ndarray]) -> Call:
    """The call, once made and found right."""
    found = call.function(*call.args)
    found = found if isinstance(found, (tuple, list)) else (found,)
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(
            np.asarray(one), other, rtol=TOLERANCE, atol=TOLERANCE * np.max(np.abs(other))
        )
    return call


def peak_memory(call: Call) -> float:
    """The megabytes that a call allocates at its peak."""
    tracemalloc.start()
    call.function(*call.args)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 1e6


def peer_call(
    peer: ArrayPeer, program: ArrayProgram, args: tuple[Any, ...], expected: list[np.ndarray], effort: Effort
) -> Call | str:
    """A peer's gradient, or why it is not timed."""
    try:
        call = checked(peer.prepare(program, args), expected)
    except Unsupported as reason:
        return str(reason)
    start = perf_counter()
    call.function(*call.args)
    seconds = perf_counter() - start
    return call if seconds <= effort.longest_call else f"took {seconds:.0f} s"


def measured(program: ArrayProgram, size: str, peers: list[ArrayPeer], effort: Effort) -> Row:
    args = program.args(size)
    written = Call(getattr(array_by_hand, program.name), args)
    by_hand = written.function(*args)
    expected = list(by_hand) if isinstance(by_hand, tuple) else [by_hand]
    ours = Call(s2sad.grad(program.function, program.argnums), args)
    calls = {PRIMAL: Call(program.function, args), BY_HAND: written, OURS: checked(ours, expected)}
    words = {}
    for peer in peers:
        call = peer_call(peer, program, args, expected, effort)
        if isinstance(call, str):
            words[peer.name] = call
        else:
            calls[peer.name] = call
    memory = {name: peak_memory(calls[name]) for name in (PRIMAL, BY_HAND, OURS, AUTOGRAD) if name in calls}
    return Row(program, size, timings(calls, effort), memory, words)


# ------------------------------------------------------------------------------------------------------------ tables


def mean(ratios: list[float]) -> float:
    known = [ratio for ratio in ratios if not math.isnan(ratio)]
    return geometric_mean(known) if known else math.nan


def number(value: float) -> str:
    if math.isnan(value):
        return "–"
    return f"{value:.2f}" if value < 10 else f"{value:,.0f}"


def time_table(rows: list[Row], peers: list[ArrayPeer]) -> list[list[str]]:
    names = [BY_HAND, OURS, *(peer.name for peer in peers)]
    table = [["program", "size", "primal, µs", *names, f"{OURS} / {BY_HAND}", f"{AUTOGRAD} / {OURS}"]]
    for row in rows:
        ratios = [row.ratio(name) for name in names]
        others = [row.ratio(OURS, BY_HAND), row.ratio(AUTOGRAD, OURS)]
        primal = f"{1e6 * row.times[PRIMAL].least:,.0f}"
        table.append([row.program.title, row.size, primal, *map(number, [*ratios, *others])])
    return table


def memory_table(rows: list[Row]) -> list[list[str]]:
    names = [PRIMAL, BY_HAND, OURS, AUTOGRAD]
    table = [["peak memory at large size, MB", *names]]
    for row in rows:
        if row.size == "large":
            table.append([row.program.title, *(number(row.memory.get(name, math.nan)) for name in names)])
    return table


def goal_table(rows: list[Row]) -> list[list[str]]:
    larger = [row for row in rows if row.size != "small"]
    small = [row for row in rows if row.size == "small"]
    memory = [
        row.memory[OURS] / row.memory[AUTOGRAD]
        for row in rows
        if AUTOGRAD in row.memory and row.size == "large"
    ]
    goals = [
        (
            "gradient over primal, medium and large, geometric mean",
            mean([row.ratio(OURS) for row in larger]),
            3.0,
        ),
        (
            "over autograd, worst of medium and large",
            max_of([row.ratio(OURS, AUTOGRAD) for row in larger]),
            1.0,
        ),
        ("over autograd, worst of small", max_of([row.ratio(OURS, AUTOGRAD) for row in small]), 1 / 3),
        (
            "over the gradient by hand, geometric mean of all",
            mean([row.ratio(OURS, BY_HAND) for row in rows]),
            1.2,
        ),
        (
            "over the gradient by hand, medium and large",
            mean([row.ratio(OURS, BY_HAND) for row in larger]),
            1.2,
        ),
        ("peak memory over autograd's, worst of large", max_of(memory), 1.0),
    ]
    table = [["goal", "figure", "at most", ""]]
    for title, value, most in goals:
        table.append([title, f"{value:.2f}", f"{most:.2f}", "met" if value <= most else "missed"])
    return table


def max_of(ratios: list[float]) -> float:
    return max((ratio for ratio in ratios if not math.isnan(ratio)), default=math.nan)


def markdown(table: list[list[str]]) -> str:
    head, *lines = ["| " + " | ".join(line) + " |" for line in table]
    texts = 2 if table[0][1] == "size" else 1
    rule = "|" + "|".join([" --- "] * texts + [" ---: "] * (len(table[0]) - texts)) + "|"
    return "\n".join([head, rule, *lines])


def page(rows: list[Row], peers: list[ArrayPeer], absent: list[str], command: str) -> str:
    versions = ", ".join(f"{peer.library} {peer.version}" for peer in peers)
    words = [
        f"- {name}, {row.program.title}, {row.size}: {reason}."
        for row in rows
        for name, reason in row.words.items()
    ]
    return "\n".join(
        [
            "# Benchmarks of functions of arrays\n",
            f"Made on {date.today()} by `{command}` with CPython {platform.python_version()}, NumPy {np.__version__}, {versions}.",
            "Every library runs on one thread, in double precision.\n",
            "## Gradient over function\n",
            markdown(time_table(rows, peers)) + "\n",
            "Times are over that of the function itself in NumPy, least of interleaved rounds in one process. Each",
            "gradient is compared with the one by hand before it is timed. JAX is jitted, its compilation not counted.",
            "For autograd and JAX, which refuse writes, and for PyTorch where it does, the programs in place are",
            "rewritten (`benchmarks/array_peers.py`).\n",
            *words,
            *(f"- {word}" for word in absent),
            "\n## Memory\n",
            markdown(memory_table(rows)) + "\n",
            "## Goals\n",
            markdown(goal_table(rows)),
            "",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="less rounds, and no peer that is very slow")
    parser.add_argument("--markdown", metavar="FILE", type=pathlib.Path, help="write the page to a file, too")
    parser.add_argument("--only", metavar="NAME", choices=[program.name for program in PROGRAMS])
    options = parser.parse_args()
    effort = QUICK if options.quick else THOROUGH
    peers, absent = installed_peers()
    rows = []
    for program in PROGRAMS:
        for size in program.sizes if options.only in (None, program.name) else ():
            print(f"{program.title}, {size} …", file=sys.stderr)
            rows.append(measured(program, size, peers, effort))
    text = page(rows, peers, absent, " ".join(["python benchmarks/arrays.py", *sys.argv[1:]]))
    print(text)
    if options.markdown:
        options.markdown.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
