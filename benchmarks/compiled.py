"""Gradients that Numba compiled, beside the functions, the same gradients as Python, and JAX; in one run, on one machine.

python benchmarks/compiled.py [--size small|medium] [--markdown PATH] [--only NAME …]

Each time is the least of several runs of a tenth of a second. Compiling isn't part of it; it is a column of its own.
"""

from __future__ import annotations

import argparse
import copy
import math
import time

import compiled_programs
import numpy as np

import s2sad


def least(run, args, seconds=0.3):
    """The least time of a call, of as many as fit; the arguments are new each time."""
    found, end = math.inf, time.perf_counter() + seconds
    while True:
        given = copy.deepcopy(args)
        start = time.perf_counter()
        run(*given)
        now = time.perf_counter()
        found = min(found, now - start)
        if now > end:
            return found


def differentiated(args):
    return tuple(i for i, arg in enumerate(args) if is_float(arg))


def is_float(arg):
    return isinstance(arg, float) or (isinstance(arg, np.ndarray) and arg.dtype == float)


def measured(fun, args):
    """The times of the function, its gradient, that compiled, and JAX's, and what compiling took."""
    places = differentiated(args)
    plain, jitted = s2sad.grad(fun, places), s2sad.grad(fun, places, jit=True)
    wanted = plain(*copy.deepcopy(args))
    start = time.perf_counter()
    found = jitted(*copy.deepcopy(args))
    compiling = time.perf_counter() - start
    for one, other in zip(wanted, found):
        assert np.allclose(one, other, rtol=1e-7, atol=1e-9), fun.__name__
    times = [least(fun, args), least(plain, args), least(jitted, args)]
    times.append(by_jax(fun.__name__, args, places, wanted))
    return times, compiling


def by_jax(name, args, places, wanted):
    """The time of JAX's compiled gradient; None where JAX isn't installed."""
    try:
        import compiled_jax
        import jax
    except ImportError:
        return None
    static = tuple(i for i, arg in enumerate(args) if isinstance(arg, int))
    gradient = jax.jit(jax.grad(getattr(compiled_jax, name), places), static_argnums=static)

    def run(*given):
        return [np.asarray(each) for each in jax.block_until_ready(gradient(*given))]

    for one, other in zip(wanted, run(*args)):
        assert np.allclose(one, other, rtol=1e-6, atol=1e-8), name
    return least(run, args)


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


def table(rows):
    lines = [
        "| kernel | NumPy, ms | gradient, ms | compiled, ms | JAX, ms | JAX / compiled | compiled / NumPy | compiling, s |",
        "| --- | --: | --: | --: | --: | --: | --: | --: |",
    ]
    for name, (primal, plain, jitted, jax), compiling in rows:
        peer = ["", ""] if jax is None else [f"{jax * 1e3:.3g}", f"{jax / jitted:.2g}"]
        cells = [f"{t * 1e3:.3g}" for t in (primal, plain, jitted)] + peer
        lines.append(f"| {name} | {' | '.join(cells)} | {jitted / primal:.2g} | {compiling:.1f} |")
    by_jax = [jax / jitted for _, (_, _, jitted, jax), _ in rows if jax is not None]
    by_numpy = [jitted / primal for _, (primal, _, jitted, _), _ in rows]
    peer = f"{mean(by_jax):.2g}" if by_jax else ""
    lines.append(f"| geometric mean | | | | | {peer} | {mean(by_numpy):.2g} | |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--size", choices=("small", "medium"), default="small")
    parser.add_argument("--markdown", metavar="PATH", help="write the table to this file as well")
    parser.add_argument("--only", nargs="*", metavar="NAME", help="these kernels")
    options = parser.parse_args()
    rows = []
    for fun, args in compiled_programs.arguments(options.size).items():
        if options.only and fun.__name__ not in options.only:
            continue
        times, compiling = measured(fun, args)
        rows.append((fun.__name__, times, compiling))
        print(table(rows).splitlines()[-2], flush=True)
    text = table(rows)
    print(text)
    if options.markdown:
        with open(options.markdown, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
