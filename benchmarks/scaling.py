"""How the time to the first gradient, and the lines that are emitted, grow with the text of a function.

    python benchmarks/scaling.py --markdown docs/scaling.md
    python benchmarks/scaling.py --only "calls, each twice"

Each construct is a program at four sizes, each twice that before. One process compiles them, each several times, and the
shortest time counts. An exponent is the slope over the sizes, on logarithmic scales: 1 is in proportion, 2 its square.
"""

import argparse
import importlib.util
import json
import linecache
import math
import pathlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from datetime import date
from itertools import count
from typing import Any

import numpy as np
from scaling_programs import CONSTRUCTS, Construct

import s2sad

FACTORS = (1, 2, 4, 8)
REPEATS = 2
LONGEST = 60  # seconds for all sizes of a construct
_numbers = count()


def program(construct: Construct, size: int, folder: str) -> Any:
    """The function `f` of a program, from a file of its own, so that nothing is known of it."""
    name = f"scaling_{next(_numbers)}"
    path = pathlib.Path(folder) / f"{name}.py"
    path.write_text("import math\nimport numpy as np\n" + construct.text(size), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module.f


def measured(construct: Construct) -> list[tuple[float, int]]:
    """For each size the time to the first gradient in seconds, and the lines of it."""
    point = eval(construct.point, {"np": np})
    found = []
    with tempfile.TemporaryDirectory() as folder:
        s2sad.grad(program(construct, construct.size, folder))(point)
        for factor in FACTORS:
            times, lines = [], 0
            for _ in range(REPEATS):
                gradient = s2sad.grad(program(construct, factor * construct.size, folder))
                start = time.process_time()
                gradient(point)
                times.append(time.process_time() - start)
                lines = len(linecache.getlines(gradient.emitted.__code__.co_filename))
            found.append((min(times), lines))
    return found


def slope(values: Iterable[float]) -> float:
    """The exponent of the growth from size to size."""
    return float(np.polyfit([math.log(factor) for factor in FACTORS], [math.log(v) for v in values], 1)[0])


def row(construct: Construct) -> str:
    """The line of the table for a construct, measured in a process of its own."""
    command = [sys.executable, __file__, "--measure", construct.name]
    sizes = ", ".join(str(factor * construct.size) for factor in FACTORS)
    try:
        done = subprocess.run(command, capture_output=True, timeout=LONGEST, check=True)
    except subprocess.TimeoutExpired:
        return f"| {construct.name} | {sizes} | more than {LONGEST} s in all | | | |"
    found = json.loads(done.stdout)
    times, lines = [t for t, _ in found], [n for _, n in found]
    milliseconds = ", ".join(f"{1000 * t:.0f}" for t in times)
    counts = ", ".join(map(str, lines))
    return f"| {construct.name} | {sizes} | {milliseconds} | {slope(times):.1f} | {counts} | {slope(lines):.1f} |"


def page(chosen: list[Construct]) -> str:
    rows = [row(construct) for construct in chosen]
    version = ".".join(map(str, sys.version_info[:3]))
    return f"""# How compiling grows with the program

Made on {date.today()} by `python benchmarks/scaling.py` with Python {version}. Each construct is a program at four sizes,
each twice that before (`benchmarks/scaling_programs.py`). The time is that of the processor from `grad(f)(x)` to the first gradient, in
milliseconds, the least of {REPEATS}; the lines are those of the emitted module. An exponent of 1 is growth in proportion
to the text of the function, of 2 with its square. A step up in the lines is where a chain is cut, or where functions are
[shared](decisions/0002-specialise-and-inline.md).

| construct | sizes | milliseconds | exponent | lines | exponent |
| --- | --- | --- | --- | --- | --- |
""" + "\n".join([*rows, ""])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--markdown", metavar="FILE", type=pathlib.Path, help="write the page to a file, too")
    parser.add_argument("--only", metavar="NAME", help="this construct alone")
    parser.add_argument("--measure", metavar="NAME", help=argparse.SUPPRESS)
    options = parser.parse_args()
    by_name = {construct.name: construct for construct in CONSTRUCTS}
    if options.measure:
        print(json.dumps(measured(by_name[options.measure])))
        return
    text = page([by_name[options.only]] if options.only else list(CONSTRUCTS))
    print(text)
    if options.markdown:
        options.markdown.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
