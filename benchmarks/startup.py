"""What is paid once: importing the package, and going from a function to its derivative.

Run as a script, in a fresh process, it prints the times of the second as JSON.
"""

import json
import linecache
import math
import os
import statistics
import subprocess
import sys
import tempfile
from time import perf_counter
from typing import Any, NamedTuple

FORMULA = """\
def formula_{number}(a, b, c):
    s = a * b + {number}.5
    t = math.sin(s) * c
    u = t / (1.0 + s * s)
    v = math.exp(-u) + a
    w = v * v - b * c
    x = math.sqrt(1.0 + w * w)
    y = x / v
    z = math.log(x + 2.0)
    p = y * z - t
    q = p * p + u
    r = math.tanh(q) * x
    k = r - 0.5 * q
    m = k * y + w
    n = math.cos(m) * r
    o = n + m / x
    d = o * c - a
    e = math.atan(d) + s
    g = e * n
    return g * b + d
"""

ALGORITHM = """\
def algorithm_{number}(a, b, c):
    x = a * b
    total = {number}.5
    for i in range(4):
        y = math.sin(x) * c
        if y > 0.1:
            z = y * y + a
            total += z / (1.0 + i)
        else:
            z = math.exp(y) - b
            total -= z * c
        x = x + 0.5 * z
    step = 1.0
    root = x * x + 1.0
    while abs(step) > 1e-6:
        step = (root * root - 2.0) / (2.0 * root)
        root = root - step
    w = total / root
    v = math.log(1.0 + w * w)
    return v * x + math.cos(total)
"""

EXAMPLES = {"straight line": FORMULA, "loops and branches": ALGORITHM}
ARGUMENTS = (0.7, 1.3, 0.4)


class FromFunction(NamedTuple):
    """Seconds from a function of 20 lines to its gradient: the first in a process, and the median of the next."""

    first: float
    median: float
    black_is_imported: bool


def _output(arguments: list[str], folder: str) -> str:
    """What a new Python prints. It keeps bytecode, as one does after an installation, in a folder of its own."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment).stdout


# ----------------------------------------------------------------------------------- from a function to a gradient


def fresh_function(text: str, number: int) -> Any:
    """A function that nothing has seen before, with source to be found."""
    source = text.format(number=number)
    file = f"<function {number}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    scope: dict[str, Any] = {"math": math, "__name__": "fresh"}
    exec(compile(source, file, "exec"), scope)
    return next(value for name, value in scope.items() if name.endswith(f"_{number}"))


def seconds_to_gradient(function: Any) -> float:
    """From the function to the first value of its gradient."""
    import s2sad

    start = perf_counter()
    s2sad.grad(function, (0, 1, 2))(*ARGUMENTS)
    return perf_counter() - start


def from_function(text: str, count: int) -> FromFunction:
    """The figures for functions that differ in a number; to be called in a process that has compiled nothing."""
    import s2sad  # noqa: F401  (its import is measured apart)

    times = [seconds_to_gradient(fresh_function(text, number)) for number in range(1, count + 1)]
    return FromFunction(times[0], statistics.median(times[1:]), "black" in sys.modules)


def from_function_in_new_process(example: str, count: int) -> FromFunction:
    with tempfile.TemporaryDirectory() as folder:
        return FromFunction(*json.loads(_output([__file__, example, str(count)], folder)))


# -------------------------------------------------------------------------------------------------------- imports


class Imports(NamedTuple):
    """Seconds that importing takes in a new process: medians."""

    numpy: float
    package: float


def _seconds_to_import(module: str, folder: str) -> float:
    program = f"import time; start = time.perf_counter(); import {module}; print(time.perf_counter() - start)"
    return float(_output(["-c", program], folder))


def imports(count: int) -> Imports:
    """numpy and s2sad by turns, each in a process of its own; the first time, which writes bytecode, is left out."""
    modules = ("numpy", "s2sad")
    with tempfile.TemporaryDirectory() as folder:
        times = [[_seconds_to_import(module, folder) for module in modules] for _ in range(count + 1)]
    return Imports(*(statistics.median(column) for column in zip(*times[1:])))


def main() -> None:
    example, count = sys.argv[1:]
    print(json.dumps(from_function(EXAMPLES[example], int(count))))


if __name__ == "__main__":
    main()
