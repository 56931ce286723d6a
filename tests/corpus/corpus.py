"""The corpus: how a case is declared, and the reference derivative that it is checked against.

A case is an ordinary Python function with sample arguments. `@case` only registers it and returns it
unchanged, so `inspect.getsource` shows what stands in the file.

The reference is central differences, extrapolated to step zero (Richardson), with an estimate of their own
error. It needs NumPy and the plain function, nothing else.
"""

import contextlib
import copy
import dataclasses
import importlib
import importlib.util
import inspect
import io
import pathlib
import warnings
import zlib
from typing import Any
from collections.abc import Callable

import numpy as np

GROUPS = (
    "arithmetic",
    "math_module",
    "control_flow",
    "functions",
    "objects",
    "containers",
    "numpy_elementwise",
    "numpy_reductions_shape",
    "numpy_linalg",
    "indexing_inplace",
    "scipy_functions",
    "programs",
    "kinks_traps",
    "errors",
)

CASES: list["Case"] = []


# ------------------------------------------------------------------------------------------------ declaration


@dataclasses.dataclass(frozen=True, eq=False)
class Case:
    """One function, its sample arguments, and what is expected of its derivative."""

    group: str
    name: str
    fun: Callable
    doc: str
    args: Any
    more_args: tuple
    argnums: Any
    kwargs: dict
    tol: float
    step: float
    smooth: bool
    expect: Any
    raises: Any
    also: str | None
    at: str | None
    needs: str | None
    modes: tuple
    second_order: bool
    effect: Callable | None
    owned: bool

    def argument_sets(self):
        """The sets of sample arguments, made afresh."""
        return [fresh(args) for args in (self.args, *self.more_args)]

    @property
    def active(self):
        """The positions of the differentiated arguments, as a tuple."""
        return self.argnums if isinstance(self.argnums, tuple) else (self.argnums,)

    @property
    def seed(self):
        return zlib.crc32(f"{self.group}/{self.name}".encode())

    def __str__(self):
        return f"{self.group}/{self.name}"


def case(
    *,
    args,
    more_args=(),
    argnums=None,
    kwargs=None,
    tol=1e-6,
    step=1.0,
    smooth=True,
    expect=None,
    raises=None,
    also=None,
    at=None,
    needs=None,
    modes=("reverse", "forward"),
    second_order=True,
    effect=None,
    owned=False,
    name=None,
    doc=None,
):
    """Register the function below as a case.

    args          sample arguments: a tuple, or a function of no arguments that makes one
    more_args     a list of further sets of arguments, such as take the other branch
    argnums       which arguments are differentiated; without it, all that hold floats
    kwargs        arguments given by keyword (then reverse mode only, by `value_and_grad`)
    tol           relative tolerance of the first derivative (the second gets 100 times as much)
    step          the length over which the function is smooth, where that is much less than 1
    smooth        False at a kink, where central differences say nothing: `expect` says what is right
    expect        the expected gradient, in the structure that `grad` returns
    raises        the name of the expected error of s2sad or built in, or a class of the case's own
    also          a built-in class of which that error has to be an instance as well
    at            text in the line that the message has to name, with its file; "*": any line of the function
    needs         module or attribute without which the case is skipped: "scipy", "math.fma"
    modes         which of "reverse" and "forward" are checked
    second_order  whether the Hessian-vector product is checked (only if the result is one number)
    effect        a function of no arguments: the counter that one plain call increases
    owned         also check that gradients are writable and share memory with nothing else
    name, doc     for what has no good name or docstring of its own
    """

    group = inspect.currentframe().f_back.f_globals["__name__"].rpartition(".")[2]

    def register(fun):
        nonlocal argnums
        sample = fresh(args)
        if argnums is None:
            found = tuple(i for i, arg in enumerate(sample) if any(True for _ in leaves(arg)))
            argnums = found[0] if len(found) == 1 else found
        assert argnums != (), f"{fun} has no argument that holds floats"
        text = inspect.cleandoc(doc or fun.__doc__ or "")
        assert text, f"{fun} has no docstring"
        new = Case(
            group=group,
            name=name or fun.__name__,
            fun=fun,
            doc=text.splitlines()[0],
            args=args,
            more_args=tuple(more_args),
            argnums=argnums,
            kwargs=kwargs or {},
            tol=tol,
            step=step,
            smooth=smooth,
            expect=expect,
            raises=raises,
            also=also,
            at=at,
            needs=needs,
            modes=tuple(modes),
            second_order=second_order and smooth,
            effect=effect,
            owned=owned,
        )
        assert smooth or expect is not None, f"{new} is at a kink and says nothing of what is expected"
        assert all(str(new) != str(old) for old in CASES), f"{new} is registered twice"
        CASES.append(new)
        return fun

    return register


def load(group=None, substring=None):
    """The cases, as many as can run here, and why the others can't: (cases, skipped).

    `skipped` maps a group or a case to the reason.
    """
    skipped = {}
    for name in GROUPS:
        if group in (None, name) and (pathlib.Path(__file__).parent / "cases" / f"{name}.py").exists():
            try:
                importlib.import_module(f"cases.{name}")
            except ModuleNotFoundError as error:
                skipped[name] = f"no module named {error.name}"
    chosen = []
    for item in CASES:
        if group in (None, item.group) and (substring or "") in str(item):
            if item.needs and not available(item.needs):
                skipped[item] = f"needs {item.needs}"
            else:
                chosen.append(item)
    return chosen, skipped


def available(dotted):
    """Whether the module, or the attribute of a module, exists."""
    module, _, attribute = dotted.partition(".")
    if importlib.util.find_spec(module) is None:
        return False
    return not attribute or hasattr(importlib.import_module(module), attribute)


# ---------------------------------------------------------------------------------- arguments as flat vectors


def fresh(args):
    """A copy of sample arguments, or newly made ones where a function makes them."""
    return args() if callable(args) else copy.deepcopy(args)


def children(tree):
    """The parts of a container as (path, part), or None for what is no container."""
    if dataclasses.is_dataclass(tree) and not isinstance(tree, type):
        return [(f".{field.name}", getattr(tree, field.name)) for field in dataclasses.fields(tree)]
    if isinstance(tree, dict):
        return [(f"[{key!r}]", item) for key, item in tree.items()]
    if isinstance(tree, (tuple, list)):
        return [(f"[{i}]", item) for i, item in enumerate(tree)]
    return None


def is_leaf(item):
    """Whether it is something with a derivative: a float or an array of floats."""
    if isinstance(item, np.ndarray):
        return np.issubdtype(item.dtype, np.floating)
    return isinstance(item, (float, np.floating))


def leaves(tree, path=""):
    """Every float and float array in a tree, in order, as (path, leaf)."""
    if is_leaf(tree):
        yield path, tree
    else:
        for name, part in children(tree) or ():
            yield from leaves(part, path + name)


def flatten(tree):
    """All leaves of a tree as one vector of float64."""
    parts = [np.asarray(leaf, dtype=float).ravel() for _, leaf in leaves(tree)]
    return np.concatenate(parts) if parts else np.zeros(0)


def unflatten(tree, vector, *, widen=False, blank=False):
    """The tree with its leaves taken from a vector.

    widen: float32 becomes float64; blank: whatever is no leaf becomes None, as in tangents.
    """
    numbers = iter(np.asarray(vector, dtype=float))

    def leaf(old):
        if isinstance(old, np.ndarray):
            values = [next(numbers) for _ in range(old.size)]
            return np.array(values, dtype=float if widen else old.dtype).reshape(old.shape)
        if isinstance(old, np.floating):
            return (np.float64 if widen else type(old))(next(numbers))
        return float(next(numbers))

    def build(old):
        if is_leaf(old):
            return leaf(old)
        parts = children(old)
        if parts is None:
            return None if blank else old
        new = [build(part) for _, part in parts]
        if dataclasses.is_dataclass(old):
            result = copy.copy(old)
            for field, item in zip(dataclasses.fields(old), new):
                object.__setattr__(result, field.name, item)
            return result
        if isinstance(old, dict):
            return dict(zip(old, new))
        return type(old)(*new) if hasattr(old, "_fields") else type(old)(new)

    return build(tree)


def active_arguments(item, args):
    """The differentiated arguments as a tuple; one given as an int counts as that float."""
    return tuple(float(args[i]) if isinstance(args[i], int) else args[i] for i in item.active)


# ----------------------------------------------------------------------------------------- the plain function


@contextlib.contextmanager
def quiet():
    """No warnings of NumPy; what is printed goes to the string that is yielded."""
    output = io.StringIO()
    with warnings.catch_warnings(), np.errstate(all="ignore"), contextlib.redirect_stdout(output):
        warnings.simplefilter("ignore")
        yield output


def evaluate(item, args):
    """The value of the plain function."""
    return item.fun(*args, **copy.deepcopy(item.kwargs))


def flat_function(item, args):
    """The case as a function from vector to vector; nan where it isn't defined."""

    def function(vector):
        moved = list(copy.deepcopy(args))
        for position, new in zip(item.active, unflatten(active_arguments(item, moved), vector, widen=True)):
            moved[position] = new
        try:
            with quiet():
                return flatten(evaluate(item, moved))
        except (ArithmeticError, ValueError, np.linalg.LinAlgError):
            return np.nan

    return function


# ---------------------------------------------------------------------------------------------- the reference


def richardson(estimate, first, ratio, levels):
    """The limit of estimate(h) for h to zero, its error having a series in h**2: (limit, error).

    `estimate` returns a vector and the size of its rounding errors. Of the extrapolated values, the one
    with the smallest estimated error is taken, entry by entry.
    """
    best, error, previous = np.nan, np.inf, []
    for level in range(levels):
        value, noise = estimate(first / ratio**level)
        row = [value]
        for j, older in enumerate(previous):
            row.append(row[j] + (row[j] - older) / (ratio ** (2 * j + 2) - 1.0))
            guess = np.maximum(abs(row[-1] - row[j]), abs(row[-1] - older)) + noise
            better = guess < error
            best, error = np.where(better, row[-1], best), np.where(better, guess, error)
        previous = row
    return best, error


def reference_derivative(function, at, along, *, step=1.0, family=0):
    """d function(at + t * along) / dt at t = 0, with an error estimate."""
    first, ratio = ((0.02, 2.0), (0.013, 1.7))[family]

    def estimate(h):
        plus, minus = function(at + h * along), function(at - h * along)
        noise = 1e-16 * (abs(plus) + abs(minus)) / h
        return (plus - minus) / (2.0 * h), noise

    with np.errstate(all="ignore"):
        return richardson(estimate, first * step, ratio, 9)


def reference_gradient(function, at, *, step=1.0, family=0):
    """The gradient of a function from vector to number, with error estimates."""
    scale = np.maximum(abs(at), 1.0)
    gradient, error = np.zeros(at.size), np.zeros(at.size)
    for i in range(at.size):
        along = np.zeros(at.size)
        along[i] = scale[i]
        slope, bound = reference_derivative(function, at, along, step=step, family=family)
        gradient[i], error[i] = slope / scale[i], bound / scale[i]
    return gradient, error


def reference_hvp(function, at, along, *, step=1.0, family=0):
    """The Hessian of a function from vector to number, times `along`, with error estimates."""
    first, ratio = ((0.08, 1.6), (0.06, 1.5))[family]
    scale = np.maximum(abs(at), 1.0)
    product, error = np.zeros(at.size), np.zeros(at.size)
    for i in range(at.size):
        axis = np.zeros(at.size)
        axis[i] = scale[i]

        def estimate(h):
            corners = [
                function(at + h * along + h * axis),
                function(at + h * along - h * axis),
                function(at - h * along + h * axis),
                function(at - h * along - h * axis),
            ]
            mixed = (corners[0] - corners[1] - corners[2] + corners[3]) / (4.0 * h * h)
            return mixed, 1e-16 * sum(abs(corner) for corner in corners) / (h * h)

        with np.errstate(all="ignore"):
            curvature, bound = richardson(estimate, first * step, ratio, 8)
        product[i], error[i] = curvature / scale[i], bound / scale[i]
    return product, error


def direction(item, at, purpose):
    """A fixed random vector: the tangent or cotangent that a case is checked with."""
    rng = np.random.default_rng([item.seed, purpose])
    return rng.uniform(0.5, 1.5, at.size) * rng.choice([-1.0, 1.0], at.size) * np.maximum(abs(at), 1.0)
