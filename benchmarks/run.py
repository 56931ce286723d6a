"""Compare s2sad's gradients with autograd, JAX, PyTorch and derivatives written by hand.

    python benchmarks/run.py --quick
    python benchmarks/run.py --markdown docs/benchmarks.md

Needs s2sad to be installed; of the peers (`pip install 's2sad[bench]'`) those that are there are compared with.
"""

import argparse
import pathlib
import sys

from gradients import Row, measured
from measure import QUICK, THOROUGH, Call, Effort, timings
from peers import Peer, installed_peers
from programs import PROGRAMS
from report import Figures, Overhead, markdown_page, text_page
from startup import EXAMPLES, from_function_in_new_process, imports

import s2sad


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="benchmarks/run.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="less rounds, and no peer that is very slow")
    parser.add_argument(
        "--markdown", metavar="FILE", type=pathlib.Path, help="write the tables to a file, too"
    )
    names = [program.name for program in PROGRAMS]
    parser.add_argument(
        "--only",
        metavar="NAME",
        choices=names,
        help="time the gradient of one program: its name in programs.py",
    )
    return parser.parse_args()


def rows_of(name: str | None, peers: list[Peer], effort: Effort) -> list[Row]:
    """The times of all programs, or of that with the name."""
    rows = []
    for program in PROGRAMS:
        if name in (None, program.name):
            print(f"{program.title} …", file=sys.stderr)
            rows.append(measured(program, peers, effort))
    return rows


def parabola(x: float) -> float:
    return x * x + 3.0 * x


def overhead(effort: Effort) -> Overhead:
    """Calling a derivative beside calling what was emitted for it."""
    derivative = s2sad.grad(parabola)
    derivative(2.0)
    calls = {"derivative": Call(derivative, (2.0,)), "emitted": Call(derivative.emitted, (2.0,))}
    times = timings(calls, effort)
    return Overhead(*(times[name].least for name in calls))


def main() -> None:
    options = arguments()
    effort = QUICK if options.quick else THOROUGH
    count = 5 if options.quick else 21
    peers, absent = installed_peers()
    figures = Figures(
        command=" ".join(["python benchmarks/run.py", *sys.argv[1:]]),
        peers=peers,
        absent=absent,
        rows=rows_of(options.only, peers, effort),
        from_function={title: from_function_in_new_process(title, 3 * count) for title in EXAMPLES},
        imports=imports(count),
        overhead=overhead(effort),
    )
    print(text_page(figures))
    if options.markdown:
        options.markdown.write_text(markdown_page(figures), encoding="utf-8")


if __name__ == "__main__":
    main()
