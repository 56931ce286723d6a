"""Other libraries' gradients of the programs: autograd, JAX (eager and jitted) and PyTorch.

Each runs the program as it stands, with its own functions for those of `math`, and its own numbers for the arguments,
made beforehand; a list is given in the way that the library is fastest with. Jitted JAX, which would unroll loops, gets
them written with its own means. A library that is not installed is left out.
"""

import importlib
import types
from collections.abc import Callable
from importlib.metadata import version
from typing import Any, NamedTuple

from measure import Call
from programs import Program


class Unsupported(Exception):
    """The peer has no way to this gradient; the message is a short reason."""


class Peer(NamedTuple):
    """A library and a way of using it; `prepare` gives the call that computes a program's gradient."""

    name: str
    library: str
    prepare: Callable[[Program], Call]

    @property
    def version(self) -> str:
        return version(self.library)


def with_functions(function: Callable[..., Any], names: dict[str, Any]) -> Callable[..., Any]:
    """The function with other objects for some globals, itself among them if it calls itself."""
    scope = {**function.__globals__, **names}
    copy = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    scope[function.__name__] = copy
    return copy


def functions_of(library: Any, erf: Any, **others: Any) -> types.SimpleNamespace:
    """What stands for `math`."""
    names = {name: getattr(library, name) for name in ("exp", "log", "sin", "cos", "sqrt")}
    return types.SimpleNamespace(**names, erf=erf, **others)


def converted(program: Program, convert: Callable[[Any], Any]) -> tuple[Any, ...]:
    """The arguments, those to differentiate by converted."""
    return tuple(
        convert(value) if number in program.argnums else value for number, value in enumerate(program.args)
    )


# ------------------------------------------------------------------------------------------------------- autograd


def autograd_peers() -> list[Peer]:
    numpy = importlib.import_module("autograd.numpy")
    special = importlib.import_module("autograd.scipy.special")
    grad = importlib.import_module("autograd").grad
    math = functions_of(numpy, special.erf, asin=numpy.arcsin)

    def prepare(program: Program) -> Call:
        gradient = grad(with_functions(program.function, {"math": math}), program.argnums)
        return Call(gradient, converted(program, lambda value: numpy.array(value, dtype=float)))

    return [Peer("autograd", "autograd", prepare)]


# ------------------------------------------------------------------------------------------------------------ JAX


def _kepler_jitted(jax: Any) -> Callable[..., Any]:
    raise Unsupported("no reverse mode through while_loop")


def _logistic_map_jitted(jax: Any) -> Callable[..., Any]:
    def logistic_map(x: Any, r: Any, steps: int) -> Any:
        return jax.lax.fori_loop(0, steps, lambda _, x: r * x * (1.0 - x), x)

    return logistic_map


def _rosenbrock_jitted(jax: Any) -> Callable[..., Any]:
    def rosenbrock(x: Any) -> Any:
        return jax.numpy.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)

    return rosenbrock


def _horner_jitted(jax: Any) -> Callable[..., Any]:
    def horner(coefficients: Any, x: Any) -> Any:
        return jax.lax.fori_loop(
            0, len(coefficients), lambda i, total: total * x + coefficients[-1 - i], x * 0.0
        )

    return horner


JITTED = {
    "kepler": _kepler_jitted,
    "logistic_map": _logistic_map_jitted,
    "rosenbrock": _rosenbrock_jitted,
    "horner": _horner_jitted,
}


def jax_peers() -> list[Peer]:
    jax = importlib.import_module("jax")
    numpy = importlib.import_module("jax.numpy")
    special = importlib.import_module("jax.scipy.special")
    jax.config.update("jax_enable_x64", True)
    jax.config.update("jax_platforms", "cpu")
    math = functions_of(numpy, special.erf, asin=numpy.arcsin)

    def array(value: Any) -> Any:
        return numpy.array(value, dtype=float)

    def call(gradient: Callable[..., Any], args: tuple[Any, ...]) -> Call:
        return Call(lambda *args: jax.block_until_ready(gradient(*args)), args)

    def eager(program: Program) -> Call:
        gradient = jax.grad(with_functions(program.function, {"math": math}), program.argnums)
        return call(gradient, converted(program, lambda value: jax.tree.map(array, value)))

    def jitted(program: Program) -> Call:
        rewrite = JITTED.get(program.name)
        function = rewrite(jax) if rewrite else with_functions(program.function, {"math": math})
        static = tuple(number for number in range(len(program.args)) if number not in program.argnums)
        gradient = jax.jit(jax.grad(function, program.argnums), static_argnums=static)
        return call(gradient, converted(program, array))

    return [Peer("JAX eager", "jax", eager), Peer("JAX jitted", "jax", jitted)]


# -------------------------------------------------------------------------------------------------------- PyTorch


def torch_peers() -> list[Peer]:
    torch = importlib.import_module("torch")
    math = functions_of(torch, torch.erf, asin=torch.asin)

    def leaf(value: Any) -> Any:
        return torch.tensor(value, dtype=torch.float64, requires_grad=True)

    def items(value: Any) -> Any:
        return value.unbind() if isinstance(value, torch.Tensor) and value.dim() else value

    def prepare(program: Program) -> Call:
        function = with_functions(program.function, {"math": math})
        args = converted(program, leaf)
        leaves = [args[number] for number in program.argnums]
        return Call(lambda *args: torch.autograd.grad(function(*map(items, args)), leaves), args)

    return [Peer("PyTorch", "torch", prepare)]


LIBRARIES = {"autograd": autograd_peers, "JAX": jax_peers, "PyTorch": torch_peers}


def installed_peers() -> tuple[list[Peer], list[str]]:
    """The peers that are there, and a word on each that is not."""
    peers: list[Peer] = []
    absent: list[str] = []
    for name, load in LIBRARIES.items():
        try:
            peers += load()
        except ImportError as error:
            absent.append(f"{name} is left out: {error}.")
    return peers, absent


def numbers_of(gradient: Any) -> list[float]:
    """The numbers of a gradient in order, whatever library they come from."""
    if hasattr(gradient, "tolist"):
        gradient = gradient.tolist()
    if isinstance(gradient, (list, tuple)):
        return [number for part in gradient for number in numbers_of(part)]
    return [float(gradient)]
