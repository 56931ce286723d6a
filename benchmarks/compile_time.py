"""The time of the first call of the gradient of a program of 20 functions: lowered, differentiated, written and run.

python benchmarks/compile_time.py             the least of five fresh processes, in seconds on this machine
python benchmarks/compile_time.py --profile   where the time goes in one
"""

import argparse
import cProfile
import pstats
import subprocess
import sys
from time import perf_counter

import large_program

import s2sad

PROCESSES = 5


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--once", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.once:
        print(seconds())
    elif chosen.profile:
        profile()
    else:
        runs = [[sys.executable, __file__, "--once"]] * PROCESSES
        times = [
            float(subprocess.run(run, check=True, capture_output=True, text=True).stdout) for run in runs
        ]
        print(f"first gradient: {min(times):.2f} s (the least of {PROCESSES} processes)")


def seconds() -> float:
    """The time of the first call, when the package has been used before."""
    s2sad.grad(lambda x: x * x)(1.0)
    start = perf_counter()
    gradient()
    return perf_counter() - start


def gradient() -> tuple:
    return s2sad.grad(large_program.cost_of_a_house, tuple(range(8)))(*large_program.POINT)  # type: ignore[no-any-return]


def profile() -> None:
    with cProfile.Profile() as profiler:
        seconds()
    pstats.Stats(profiler).sort_stats("cumulative").print_stats("s2sad", 40)


if __name__ == "__main__":
    main()
