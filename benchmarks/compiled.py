"""Gradients that Numba compiled, beside the functions, these as loops, the same gradients as Python, JAX and autograd.

python benchmarks/compiled.py [--size small|medium] [--markdown PATH] [--page docs/compiled.md] [--only NAME …]

All in one run, on one machine. Each time is the least of several runs of a third of a second. Compiling isn't part of it; it is a
column of its own. A peer that isn't installed has no times, nor has one that can't do a kernel as it is written, or takes longer than
10 s for it. `--page` puts
the table between the remarks on a page that say where it goes.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import importlib.metadata
import math
import os
import platform
import signal
import tempfile
import time
import types
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import compiled_primals
import compiled_programs
import numpy as np

import s2sad

_PACKAGES = ("numpy", "numba", "jax", "autograd")
_LONGEST = 10.0  # seconds for a call of autograd's
_COLUMNS = ("NumPy", "Numba", "gradient", "compiled", "JAX", "autograd")


@dataclass
class Row:
    """The times of a kernel by columns, in seconds, and what compiling its gradient took."""

    name: str
    compiling: float
    times: dict[str, float] = field(default_factory=dict)

    def ratio(self, one, other):
        """How many times as long one takes as another; None where one of them has no time."""
        return self.times[one] / self.times[other] if {one, other} <= self.times.keys() else None


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
    """The times of the function, as NumPy and as loops, and of its gradients."""
    places = differentiated(args)
    plain, jitted = s2sad.grad(fun, places), s2sad.grad(fun, places, jit=True)
    wanted = plain(*copy.deepcopy(args))
    start = time.perf_counter()
    found = jitted(*copy.deepcopy(args))
    row = Row(fun.__name__, time.perf_counter() - start)
    check(fun.__name__, found, wanted)
    primal = compiled_primals.compiled(fun, args, places)
    check(fun.__name__, (primal(*copy.deepcopy(args)),), (fun(*copy.deepcopy(args)),))
    row.times.update(zip(_COLUMNS, [least(run, args) for run in (fun, primal, plain, jitted)]))
    for peer, gradient in (("JAX", by_jax), ("autograd", by_autograd)):
        found = gradient(fun, args, places, wanted)
        if found is not None:
            row.times[peer] = found
    return row


def check(name, found, wanted, rtol=1e-7):
    for one, other in zip(wanted, found):
        assert np.allclose(one, other, rtol=rtol, atol=1e-2 * rtol), name


def by_jax(fun, args, places, wanted):
    """The time of JAX's compiled gradient; None where JAX isn't installed."""
    try:
        import compiled_jax
        import jax
    except ImportError:
        return None
    static = tuple(i for i, arg in enumerate(args) if isinstance(arg, int))
    gradient = jax.jit(jax.grad(getattr(compiled_jax, fun.__name__), places), static_argnums=static)

    def run(*given):
        return [np.asarray(each) for each in jax.block_until_ready(gradient(*given))]

    check(fun.__name__, run(*args), wanted, rtol=1e-6)
    return least(run, args)


def by_autograd(fun, args, places, wanted):
    """The time of autograd's gradient; None where it isn't installed, or doesn't take the kernel as it is."""
    try:
        import autograd
        import autograd.numpy
    except ImportError:
        return None
    traced: Callable = types.FunctionType(fun.__code__, {**fun.__globals__, "np": autograd.numpy})
    gradient = autograd.grad(traced, places)
    start = time.perf_counter()
    try:
        with at_most(_LONGEST):
            check(fun.__name__, gradient(*copy.deepcopy(args)), wanted)
    except Exception:  # it says so in many ways
        return None
    first = time.perf_counter() - start
    return first if first > 1 else least(gradient, args)


@contextlib.contextmanager
def at_most(seconds):
    """TimeoutError if what is done takes longer, where the system has alarms."""

    def stop(*_):
        raise TimeoutError

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def mean(ratios):
    """The geometric mean of those that are known."""
    known = [ratio for ratio in ratios if ratio is not None]
    return math.exp(sum(map(math.log, known)) / len(known)) if known else None


def shown(number, digits=2):
    return "" if number is None else f"{number:.{digits}g}"


def ratios(row):
    return row.ratio("JAX", "compiled"), row.ratio("compiled", "Numba"), row.ratio("compiled", "NumPy")


def line(row, names):
    cells = [shown(None if name not in row.times else row.times[name] * 1e3, 3) for name in names]
    cells += [*map(shown, ratios(row)), f"{row.compiling:.1f}"]
    return f"| {row.name} | {' | '.join(cells)} |"


def table(rows):
    names = [name for name in _COLUMNS if any(name in row.times for row in rows)]
    columns = [f"{name}, ms" for name in names]
    columns += ["JAX / compiled", "compiled / Numba", "compiled / NumPy", "compiling, s"]
    means = [shown(mean(each)) for each in zip(*map(ratios, rows))]
    empty = " |" * len(names)
    lines = [
        f"| kernel | {' | '.join(columns)} |",
        f"| --- |{' --: |' * len(columns)}",
        *(line(row, names) for row in rows),
        f"| geometric mean |{empty} {' | '.join(means)} | {np.median([row.compiling for row in rows]):.1f} (median) |",
    ]
    return "\n".join(lines) + "\n"


def machine():
    """What was measured with, and on what."""
    versions = [f"Python {platform.python_version()}"]
    for name in _PACKAGES:
        try:
            versions.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    return f"{', '.join(versions)}; {platform.machine()}, {os.cpu_count()} cores."


def put_on_page(path, size, text):
    """Put a table on a page, between the remarks that say where it goes."""
    begin, end = f"<!-- figures: {size} -->", f"<!-- end of figures: {size} -->"
    page = Path(path).read_text(encoding="utf-8")
    before, rest = page.split(begin)
    Path(path).write_text(f"{before}{begin}\n{text}{end}{rest.split(end)[1]}", encoding="utf-8")


def all_measured(kernels):
    """The rows of all kernels. What other runs have compiled isn't used, and Numba is imported before."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["S2SAD_CACHE_DIR"] = folder
        s2sad.grad(lambda x: x * x, jit=True)(2.0)
        for fun, args in kernels:
            rows.append(measured(fun, args))
            print(line(rows[-1], _COLUMNS), flush=True)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--size", choices=("small", "medium"), default="small")
    parser.add_argument("--markdown", metavar="PATH", help="write the table to this file as well")
    parser.add_argument("--page", metavar="PATH", help="put the table on this page")
    parser.add_argument("--only", nargs="*", metavar="NAME", help="these kernels")
    options = parser.parse_args()
    kernels = compiled_programs.arguments(options.size).items()
    rows = all_measured(each for each in kernels if not options.only or each[0].__name__ in options.only)
    text = f"{machine()}\n\n{table(rows)}"
    print(text)
    if options.markdown:
        Path(options.markdown).write_text(text, encoding="utf-8")
    if options.page:
        put_on_page(options.page, options.size, text)


if __name__ == "__main__":
    main()
