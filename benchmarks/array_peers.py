"""Other libraries' gradients of the array programs: autograd, JAX (jitted) and PyTorch, all in double precision.

A program without writes runs as it stands, with the library's own functions for those of NumPy. What is written in
place is rewritten in the way that suits the library: autograd and JAX refuse writes, PyTorch refuses those that
overwrite what its reverse sweep needs. Loops of jitted JAX are `fori_loop`s, so that compiling stays short.
"""

import importlib
import types
from collections.abc import Callable
from importlib.metadata import version
from typing import Any, NamedTuple

from array_programs import ArrayProgram
from measure import Call


class Unsupported(Exception):
    """The peer has no way to this gradient; the message is a short reason."""


class ArrayPeer(NamedTuple):
    """A library and a way of using it; `prepare` gives the call that computes a program's gradient at arguments."""

    name: str
    library: str
    prepare: Callable[[ArrayProgram, tuple[Any, ...]], Call]

    @property
    def version(self) -> str:
        return version(self.library)


def with_numpy(function: Callable[..., Any], numpy: Any) -> Callable[..., Any]:
    """The function with another library for NumPy."""
    return types.FunctionType(function.__code__, {**function.__globals__, "np": numpy}, function.__name__)


def converted(program: ArrayProgram, args: tuple[Any, ...], convert: Callable[..., Any]) -> tuple[Any, ...]:
    """The arguments as arrays of the library; counts stay as they are."""
    return tuple(
        value if isinstance(value, int) else convert(value, i in program.argnums)
        for i, value in enumerate(args)
    )


# ------------------------------------------------------------------------------------------------------- autograd


def autograd_rewritten(np: Any) -> dict[str, Callable[..., Any]]:
    def heat(start, target, steps):
        u = start
        for _ in range(steps):
            inner = u[1:-1, 1:-1] + 0.2 * (
                u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4.0 * u[1:-1, 1:-1]
            )
            middle = np.concatenate([u[1:-1, :1], inner, u[1:-1, -1:]], axis=1)
            u = np.concatenate([u[:1], middle, u[-1:]], axis=0)
        return np.sum((u - target) ** 2)

    def gauss_seidel(start, source):
        rows, columns = start.shape
        u = [[start[i, j] for j in range(columns)] for i in range(rows)]
        for i in range(1, rows - 1):
            for j in range(1, columns - 1):
                u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] + source[i, j])
        return sum(number * number for row in u for number in row)

    def log_det(matrix):
        total, a = 0.0, matrix
        while a.shape[0] > 1:
            total = total + np.log(np.abs(a[0, 0]))
            a = a[1:, 1:] - np.outer(a[1:, 0] / a[0, 0], a[0, 1:])
        return total + np.log(np.abs(a[0, 0]))

    return {"heat": heat, "gauss_seidel": gauss_seidel, "log_det": log_det}


def autograd_peers() -> list[ArrayPeer]:
    numpy, grad = importlib.import_module("autograd.numpy"), importlib.import_module("autograd").grad
    rewritten = autograd_rewritten(numpy)

    def prepare(program: ArrayProgram, args: tuple[Any, ...]) -> Call:
        if program.name == "gauss_seidel" and args[0].size > 2000:
            raise Unsupported("a node for every number")
        function = rewritten.get(program.name) or with_numpy(program.function, numpy)
        return Call(grad(function, program.argnums), args)

    return [ArrayPeer("autograd", "autograd", prepare)]


# ------------------------------------------------------------------------------------------------------------ JAX


def jax_rewritten(jax: Any, np: Any) -> dict[str, Callable[..., Any]]:
    def heat(start, target, steps):
        def step(_, u):
            return u.at[1:-1, 1:-1].add(
                0.2 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4.0 * u[1:-1, 1:-1])
            )

        return np.sum((jax.lax.fori_loop(0, steps, step, start) - target) ** 2)

    def gauss_seidel(start, source):
        rows, columns = start.shape

        def one(k, u):
            i, j = 1 + k // (columns - 2), 1 + k % (columns - 2)
            around = u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1]
            return u.at[i, j].set(0.25 * (around + source[i, j]))

        u = jax.lax.fori_loop(0, (rows - 2) * (columns - 2), one, start)
        return np.sum(u * u)

    def log_det(matrix):
        n = matrix.shape[0]
        places = np.arange(n)

        def step(k, a):
            column = np.where(places > k, a[:, k] / a[k, k], 0.0)
            row = np.where(places > k, a[k], 0.0)
            return a - np.outer(column, row)

        return np.sum(np.log(np.abs(np.diag(jax.lax.fori_loop(0, n - 1, step, matrix)))))

    return {"heat": heat, "gauss_seidel": gauss_seidel, "log_det": log_det}


def jax_peers() -> list[ArrayPeer]:
    jax, numpy = importlib.import_module("jax"), importlib.import_module("jax.numpy")
    jax.config.update("jax_enable_x64", True)
    jax.config.update("jax_platforms", "cpu")
    rewritten = jax_rewritten(jax, numpy)

    def prepare(program: ArrayProgram, args: tuple[Any, ...]) -> Call:
        function = rewritten.get(program.name) or with_numpy(program.function, numpy)
        static = tuple(i for i, value in enumerate(args) if isinstance(value, int))
        gradient = jax.jit(jax.grad(function, program.argnums), static_argnums=static)
        args = converted(program, args, lambda value, _: numpy.array(value))
        return Call(lambda *args: jax.block_until_ready(gradient(*args)), args)

    return [ArrayPeer("JAX jitted", "jax", prepare)]


# -------------------------------------------------------------------------------------------------------- PyTorch


def torch_functions(torch: Any) -> types.SimpleNamespace:
    """What stands for `np`, with NumPy's names of arguments."""
    names = "tanh mean exp log sqrt abs diag outer"
    functions = {name: getattr(torch, name) for name in names.split()}

    def total(x: Any, axis: Any = None) -> Any:
        return torch.sum(x) if axis is None else torch.sum(x, dim=axis)

    def greatest(x: Any, axis: int, keepdims: bool) -> Any:
        return torch.amax(x, dim=axis, keepdim=keepdims)

    def log_of_sum(number: float, x: Any) -> Any:
        return torch.nn.functional.softplus(x, threshold=700.0) if number == 0.0 else None

    return types.SimpleNamespace(**functions, sum=total, max=greatest, logaddexp=log_of_sum)


def torch_rewritten(torch: Any) -> dict[str, Callable[..., Any]]:
    def heat(start, target, steps):
        u = start.clone()
        for _ in range(steps):
            u[1:-1, 1:-1] += 0.2 * (
                u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4.0 * u[1:-1, 1:-1]
            )
        return torch.sum((u - target) ** 2)

    def gauss_seidel(start, source):
        u = start.clone()
        rows, columns = u.shape
        for i in range(1, rows - 1):
            for j in range(1, columns - 1):
                u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] + source[i, j])
        return torch.sum(u * u)

    def log_det(matrix):
        total, a = 0.0, matrix
        while a.shape[0] > 1:
            total = total + torch.log(torch.abs(a[0, 0]))
            a = a[1:, 1:] - torch.outer(a[1:, 0] / a[0, 0], a[0, 1:])
        return total + torch.log(torch.abs(a[0, 0]))

    return {"heat": heat, "gauss_seidel": gauss_seidel, "log_det": log_det}


def torch_peers() -> list[ArrayPeer]:
    torch = importlib.import_module("torch")
    torch.set_num_threads(1)
    functions, rewritten = torch_functions(torch), torch_rewritten(torch)

    def prepare(program: ArrayProgram, args: tuple[Any, ...]) -> Call:
        if program.name == "gauss_seidel" and args[0].size > 2000:
            raise Unsupported("a node for every number")
        function = rewritten.get(program.name) or with_numpy(program.function, functions)
        args = converted(program, args, lambda value, active: torch.tensor(value, requires_grad=active))
        leaves = [args[i] for i in program.argnums]
        return Call(lambda *args: torch.autograd.grad(function(*args), leaves), args)

    return [ArrayPeer("PyTorch", "torch", prepare)]


LIBRARIES = {"autograd": autograd_peers, "JAX": jax_peers, "PyTorch": torch_peers}


def installed_peers() -> tuple[list[ArrayPeer], list[str]]:
    """The peers that are there, and a word on each that is not."""
    peers: list[ArrayPeer] = []
    absent: list[str] = []
    for name, load in LIBRARIES.items():
        try:
            peers += load()
        except ImportError as error:
            absent.append(f"{name} is left out: {error}.")
    return peers, absent
