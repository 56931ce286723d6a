"""What s2sad, JAX, PyTorch and autograd say where a function of arrays has no derivative, or a rule of thumb gives nan.

    python benchmarks/kinks.py --markdown docs/kinks.md

A library that isn't installed is left out; a dash stands for a refusal.
"""

import argparse
import importlib
import pathlib
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

import s2sad

Case = tuple[str, str, list, Callable[..., Any]]

CASES: list[Case] = [
    ("`abs`", "at 0", [0.0], lambda np, x: np.sum(np.abs(x))),
    ("`sign`", "at 0", [0.0], lambda np, x: np.sum(np.sign(x))),
    ("`max`", "of equals", [2.0, 1.0, 2.0], lambda np, x: np.max(x)),
    ("`min`", "of equals", [1.0, 1.0], lambda np, x: np.min(x)),
    ("`maximum`", "of equals", [1.0, 1.0], lambda np, x: np.maximum(x[0], x[1])),
    ("`maximum(x, 0)`", "at 0", [0.0], lambda np, x: np.sum(np.maximum(x, np.zeros_like(x)))),
    ("`clip`", "at its lower bound", [0.0], lambda np, x: np.sum(np.clip(x, 0.0, 1.0))),
    ("`clip`", "at its upper bound", [1.0], lambda np, x: np.sum(np.clip(x, 0.0, 1.0))),
    ("`sort`", "of equals", [2.0, 1.0, 2.0], lambda np, x: np.sort(x)[2]),
    ("`median`", "of equals", [1.0, 3.0, 3.0], lambda np, x: np.median(x)),
    ("`sqrt`", "at 0", [0.0], lambda np, x: np.sum(np.sqrt(x))),
    ("`linalg.norm`", "at the origin", [0.0, 0.0], lambda np, x: np.linalg.norm(x)),
    ("`sqrt(sum(x * x))`", "at the origin", [0.0, 0.0], lambda np, x: np.sqrt(np.sum(x * x))),
    ("`std`", "of equals", [1.0, 1.0], lambda np, x: np.std(x)),
    ("`x ** 0`", "at 0", [0.0], lambda np, x: np.sum(x**0)),
    ("`x ** 2.0`", "at a negative number", [-3.0], lambda np, x: np.sum(x**2.0)),
    ("`0 ** x`", "by the exponent", [2.0], lambda np, x: np.sum(0.0**x)),
    ("`prod`", "with a zero", [2.0, 0.0, 3.0], lambda np, x: np.prod(x)),
    ("`prod`", "with two zeros", [0.0, 0.0, 3.0], lambda np, x: np.prod(x)),
    ("`cumprod`", "with a zero", [2.0, 0.0, 3.0], lambda np, x: np.sum(np.cumprod(x))),
    ("`where(x > 0, sqrt(x), 0)`", "at 0", [0.0], lambda np, x: np.sum(np.where(x > 0, np.sqrt(x), 0.0))),
    ("`where(x > 0, log(x), 0)`", "at 0", [0.0], lambda np, x: np.sum(np.where(x > 0, np.log(x), 0.0))),
    ("`where(x != 0, x / x, 1)`", "at 0", [0.0], lambda np, x: np.sum(np.where(x != 0, x / x, 1.0))),
    ("`tril(sqrt(x))`", "over zeros", [[1.0, 0.0], [1.0, 1.0]], lambda np, x: np.sum(np.tril(np.sqrt(x)))),
    ("`arctan2(x, y)`", "at the origin", [0.0, 0.0], lambda np, x: np.arctan2(x[0], x[1])),
    ("`hypot(x, y)`", "at the origin", [0.0, 0.0], lambda np, x: np.hypot(x[0], x[1])),
    ("`sinc`", "at 0", [0.0], lambda np, x: np.sum(np.sinc(x))),
    ("`logaddexp`", "of -inf twice", [-np.inf, -np.inf], lambda np, x: np.logaddexp(x[0], x[1])),
    ("`linalg.det`", "of a singular matrix", [[1.0, 2.0], [2.0, 4.0]], lambda np, x: np.linalg.det(x)),
    ("`x[[0, 0]]`", "an index twice", [3.0, 4.0], lambda np, x: np.sum(x[np.array([0, 0])] ** 2)),
]


def ours(function: Callable[..., Any], point: list) -> Any:
    return s2sad.grad(lambda x: function(np, x))(np.array(point))


def ours_forward(function: Callable[..., Any], point: list) -> Any:
    return s2sad.jacfwd(lambda x: function(np, x))(np.array(point))


def with_autograd() -> Callable[..., Any]:
    numpy, grad = importlib.import_module("autograd.numpy"), importlib.import_module("autograd").grad
    return lambda function, point: grad(lambda x: function(numpy, x))(np.array(point))


def with_jax() -> Callable[..., Any]:
    jax = importlib.import_module("jax")
    jax.config.update("jax_enable_x64", True)
    return lambda function, point: jax.grad(lambda x: function(jax.numpy, x))(jax.numpy.array(point))


class TorchNumpy:
    """PyTorch's functions by NumPy's names."""

    def __init__(self, torch: Any) -> None:
        self.torch = torch

    def __getattr__(self, name: str) -> Any:
        torch = self.torch
        others = {
            "max": torch.amax,
            "min": torch.amin,
            "array": torch.tensor,
            "sort": lambda x: torch.sort(x).values,
            "std": lambda x: torch.std(x, unbiased=False),
            "cumprod": lambda x: torch.cumprod(x, 0),
            "where": lambda condition, x, y: torch.where(condition, x, torch.tensor(y, dtype=x.dtype)),
        }
        return others.get(name) or getattr(torch, name)


def with_torch() -> Callable[..., Any]:
    torch = importlib.import_module("torch")

    def gradient(function: Callable[..., Any], point: list) -> Any:
        x = torch.tensor(point, dtype=torch.float64, requires_grad=True)
        return torch.autograd.grad(function(TorchNumpy(torch), x), x)[0].numpy()

    return gradient


LIBRARIES = {"JAX": with_jax, "PyTorch": with_torch, "autograd": with_autograd}


def shown(gradient: Any) -> str:
    numbers = np.round(np.asarray(gradient, float), 6) + 0.0
    text = np.array2string(numbers, separator=", ").replace("\n", "")
    return " ".join(text.split())


def entry(library: Callable[..., Any], function: Callable[..., Any], point: list) -> str:
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            return shown(library(function, point))
    except Exception:  # whatever a library refuses by
        return "–"


def page(command: str) -> str:
    libraries: dict[str, Callable[..., Any]] = {"s2sad": ours, "s2sad forward": ours_forward}
    for name, load in LIBRARIES.items():
        try:
            libraries[name] = load()
        except ImportError:
            continue
    names = list(libraries)
    lines = [f"| function | where | {' | '.join(names)} |", "| --- | --- |" + " --- |" * len(names)]
    for title, place, point, function in CASES:
        cells = [entry(library, function, point) for library in libraries.values()]
        lines.append(f"| {title} | {place} | {' | '.join(cells)} |")
    return f"""# Arrays at kinks

The gradient where there is none, or where it takes care: the conventions of s2sad, in reverse and in forward mode,
beside those of other libraries. Made by `{command}`.

The modes differ in one thing: where an infinite partial meets a factor that happens to be 0, as in the square root of
`x * y` at the origin, the forward mode says 0, since nothing moves, and the reverse mode nan. A root of what is seen to be a
sum of squares, or of sizes, is a length: 0 at the origin in both modes, and so are second derivatives.

""" + "\n".join([*lines, ""])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--markdown", metavar="FILE", type=pathlib.Path, help="write the page to a file, too")
    options = parser.parse_args()
    text = page("python benchmarks/kinks.py")
    print(text)
    if options.markdown:
        options.markdown.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
