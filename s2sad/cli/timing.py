"""`bench`: how long a derivative takes beside its function."""

from __future__ import annotations

import argparse
import contextlib
import io
import itertools
import time
import timeit
from collections.abc import Callable
from typing import Any

from s2sad import api
from s2sad.cli import options as add
from s2sad.cli.leaves import with_numbers
from s2sad.cli.output import with_progress, write_json, write_shown
from s2sad.cli.point import point_for, value_at
from s2sad.cli.target import UsageError, chosen, imported
from s2sad.errors import NotAScalar
from s2sad.show.cells import Number, Row
from s2sad.show.table import Table


def add_bench(commands: add.Commands) -> None:
    bench = add.add_command(
        commands,
        "bench",
        "time the derivatives beside the function, at one point",
        "s2sad bench model.py:price --at spot=100,rate=0.05",
        _bench,
        "the function, many times",
    )
    add.add_at(bench, required=True)
    add.add_argnums(bench)
    add.add_types(bench)
    bench.add_argument("--repeat", type=int, default=5, help="the best of so many runs counts (default: 5)")
    add.add_json(bench)


def _bench(options: argparse.Namespace) -> int:
    if options.repeat < 1:
        raise UsageError("--repeat is 1 or more")
    types = add.read_types(options.types)
    with imported(options.target) as function:
        point = point_for(function, options.at, chosen(function, options.argnums), types)
        args = point.call
        value_at(function, point)
        start = time.perf_counter()
        ones = itertools.repeat(1.0)
        tangents = tuple(
            with_numbers(value, ones) if name in point.active else None
            for name, value in point.values.items()
        )
        runs = _runs(function, args, point.active, tangents)
        made = time.perf_counter() - start
        names = list(with_progress(runs, len(runs), "timing"))
        times = {name: best_time(runs[name], options.repeat) for name in names}
    _write(options, times, made)
    return 0


def _runs(function: Callable, args: tuple, active: tuple[str, ...], tangents: tuple) -> dict[str, Callable]:
    """What is timed, by name; each has run once, so that its code is there."""
    chosen: Any = active[0] if len(active) == 1 else active
    runs: dict[str, Callable] = {"function": lambda: function(*args)}
    gradient, both = api.grad(function, chosen), api.value_and_grad(function, chosen)
    try:
        gradient(*args)
        both(*args)
        runs["gradient"] = lambda: gradient(*args)
        runs["value and gradient"] = lambda: both(*args)
    except NotAScalar:
        api.vjp(function, *args)
        runs["vjp, without the pullback"] = lambda: api.vjp(function, *args)
    api.jvp(function, args, tangents)
    runs["jvp"] = lambda: api.jvp(function, args, tangents)
    return runs


def best_time(run: Callable, repeat: int) -> float:
    """Seconds for one call: the shortest of several runs, each long enough to be timed; without what it prints."""
    timer = timeit.Timer(run)
    with contextlib.redirect_stdout(io.StringIO()):
        number, _ = timer.autorange()
        return min(timer.repeat(repeat, number)) / number


def _write(options: argparse.Namespace, times: dict[str, float], made: float) -> None:
    base = times["function"]
    if options.json:
        rows = [{"what": name, "seconds": one, "ratio": one / base} for name, one in times.items()]
        write_json({"times": rows, "seconds to generate": made})
        return
    table = Table(
        "",
        ("", "time", "ratio"),
        tuple(Row((name, Number(duration(t)), Number(f"{t / base:.2f}"))) for name, t in times.items()),
        (
            f"the best of {options.repeat} runs; generating the derivatives, and running each once, took {duration(made)}",
        ),
    )
    write_shown(table)


def duration(seconds: float) -> str:
    """`1.5 µs`"""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
