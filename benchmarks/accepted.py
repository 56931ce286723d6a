"""Which programs s2sad, JAX, PyTorch and autograd differentiate as they are written.

    python benchmarks/accepted.py --markdown docs/benchmarks-accepted.md

The peers get their own functions in the place of those of `math` and NumPy; nothing else is changed. A gradient that
differs from central differences is called wrong. A library that isn't installed is left out.
"""

import argparse
import importlib
import pathlib
import types
import warnings
from collections.abc import Callable
from datetime import date
from importlib.metadata import version
from typing import Any

import numpy as np
from accepted_programs import PROGRAMS, Program

import s2sad

Gradient = Callable[[Program], Any]
TOLERANCE = 1e-6


def with_functions_of(library: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with a library for `math` and NumPy."""
    names = {**function.__globals__, "np": library, "math": library}
    return types.FunctionType(function.__code__, names, function.__name__, function.__defaults__)


def ours(program: Program) -> Any:
    return s2sad.grad(program.function)(np.copy(program.point) if np.ndim(program.point) else program.point)


def autograd() -> dict[str, Gradient]:
    library = importlib.import_module("autograd")
    numpy = importlib.import_module("autograd.numpy")
    return {"autograd": lambda p: library.grad(with_functions_of(numpy, p.function))(np.copy(p.point)[()])}


def jax() -> dict[str, Gradient]:
    library = importlib.import_module("jax")
    library.config.update("jax_enable_x64", True)
    numpy = importlib.import_module("jax.numpy")

    def gradient(program: Program) -> Any:
        return library.grad(with_functions_of(numpy, program.function))

    return {
        "JAX": lambda p: gradient(p)(numpy.asarray(p.point)),
        "JAX jitted": lambda p: library.jit(gradient(p))(numpy.asarray(p.point)),
    }


def torch() -> dict[str, Gradient]:
    library = importlib.import_module("torch")

    def gradient(program: Program) -> Any:
        x = library.tensor(program.point, dtype=library.float64, requires_grad=True)
        with_functions_of(library, program.function)(x).backward()
        return x.grad

    return {"PyTorch": gradient}


def differences(program: Program, width: float = 1e-6) -> Any:
    """The gradient by central differences, of the function as it stands."""
    point = np.asarray(program.point)
    found = np.zeros(point.shape)
    for place in np.ndindex(point.shape):
        move = np.zeros(point.shape)
        move[place] = width
        up, down = ((point + step)[()] for step in (move, -move))
        found[place] = (program.function(up) - program.function(down)) / (2.0 * width)
    return found


def verdict(gradient: Gradient, program: Program) -> str:
    """ "yes", "wrong", or "–" for any exception."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = np.asarray(gradient(program), dtype=float)
        except Exception:  # every library has its own
            return "–"
    return "yes" if np.allclose(found, differences(program), rtol=TOLERANCE, atol=TOLERANCE) else "wrong"


def page() -> str:
    tools: dict[str, Gradient] = {"s2sad": ours}
    versions = []
    for name, load in {"jax": jax, "torch": torch, "autograd": autograd}.items():
        try:
            tools.update(load())
            versions.append(f"{name} {version(name)}")
        except ImportError:
            continue
    lines = [f"| program | {' | '.join(tools)} |", "| --- |" + " --- |" * len(tools)]
    for program in PROGRAMS:
        cells = [verdict(gradient, program) for gradient in tools.values()]
        lines.append(f"| {program.title} | {' | '.join(cells)} |")
    return f"""# Programs that are taken as they are

Made on {date.today()} by `python benchmarks/accepted.py` with {", ".join(versions)}. The programs stand in
`benchmarks/accepted_programs.py`. The other libraries got their own functions in the place of those of `math` and
NumPy; nothing else was changed. `yes`: the gradient agrees with central differences; `–`: an exception.

""" + "\n".join([*lines, ""])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--markdown", metavar="FILE", type=pathlib.Path, help="write the page to a file, too")
    options = parser.parse_args()
    text = page()
    print(text)
    if options.markdown:
        options.markdown.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
