"""Gradients of programs that write lists, dicts, deques and objects, beside adjoints by hand; peaks of memory in place.

    python benchmarks/containers.py [--markdown docs/benchmarks-containers.md]

Each gradient is compared with the one by hand before it is timed.
"""

import argparse
import pathlib
import platform
import random
from datetime import date
from statistics import geometric_mean

from container_programs import PROGRAMS, Program
from measure import THOROUGH, Call, timings
from memory_in_place import table as memory_table

import s2sad

_PAGE = """# Containers that are written

Made on {today} by `python benchmarks/containers.py` with CPython {version}. The programs, and their adjoints by hand, stand in
`benchmarks/container_programs.py`.

## Gradient over function

Times are over that of the function itself: the least of interleaved rounds in one process. A list of numbers goes in, and a list of
partial derivatives comes out.

{times}

## Memory

How the peak memory of a gradient grows when the size doubles, of kernels that work in place (`benchmarks/memory_in_place.py`).

{memory}
"""


class WrongGradient(Exception):
    """A gradient that is about to be timed is not that which is written by hand."""


def point_of(program: Program) -> list[float]:
    numbers = random.Random(0)
    return [numbers.uniform(0.4, 0.9) for _ in range(program.size)]


def row(program: Program) -> tuple[str, float, float, float]:
    """The time of a program in microseconds, that of the gradient by hand over it, and that of ours."""
    xs = point_of(program)
    gradient = s2sad.grad(program.function)
    for one, other in zip(gradient(xs), program.by_hand(xs), strict=True):
        if not abs(one - other) <= 1e-9 * (1.0 + abs(other)):
            raise WrongGradient(f"{program.function.__name__}: {one} in place of {other}")
    functions = {"primal": program.function, "by hand": program.by_hand, "ours": gradient}
    times = timings({name: Call(each, (xs,)) for name, each in functions.items()}, THOROUGH)
    primal, by_hand, ours = (times[name].least for name in functions)
    return program.function.__name__, 1e6 * primal, by_hand / primal, ours / primal


def time_table() -> str:
    rows = [row(program) for program in PROGRAMS]
    lines = [
        "| program | function, µs | by hand | s2sad | s2sad / by hand |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    lines += [
        f"| {name.replace('_', ' ')} | {primal:.0f} | {by_hand:.2f} | {ours:.2f} | {ours / by_hand:.2f} |"
        for name, primal, by_hand, ours in rows
    ]
    by_hand, ours = (geometric_mean(each[i] for each in rows) for i in (2, 3))
    lines.append(f"| geometric mean | | {by_hand:.2f} | {ours:.2f} | {ours / by_hand:.2f} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--markdown", type=pathlib.Path, help="write the page there")
    path = parser.parse_args().markdown
    page = _PAGE.format(
        today=date.today(), version=platform.python_version(), times=time_table(), memory=memory_table()
    )
    if path is None:
        print(page)
    else:
        path.write_text(page, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
