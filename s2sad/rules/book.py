"""The rules in one immutable collection, and the standard one."""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from types import ModuleType

from s2sad.errors import InvalidRule
from s2sad.rules import (
    complex_functions,
    complex_numbers,
    constants,
    decompositions,
    descriptive,
    differences,
    elementwise,
    emath,
    fft,
    groups,
    heaps,
    helpers,
    inplace,
    iteration,
    joining,
    lazy_iteration,
    linalg,
    nan_reductions,
    numpy_elementwise,
    operators,
    padding,
    polynomials,
    products,
    reductions,
    selecting,
    sequences,
    shaping,
    windows,
)
from s2sad.rules.declare import RULES, Nondifferentiable, Program, Refused, Rule, StandIn


class Book:
    """Rules, found by the function that they are for; of several that fit a call, the last one counts."""

    __slots__ = ("_by_function", "_rules")

    def __init__(self, rules: Iterable[Rule] = ()) -> None:
        self._rules = tuple(rules)
        self._by_function: dict[object, tuple[Rule, ...]] = {}
        for rule in self._rules:
            for function in rule.functions:
                try:
                    self._by_function[function] = (rule, *self._by_function.get(function, ()))
                except TypeError as error:
                    hint = "wrap it in a Python function, and give that the rule"
                    raise InvalidRule(
                        f"{function!r} has no hash, so that it can't have a rule", hint
                    ) from error

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def rules_for(self, function: object) -> tuple[Rule, ...]:
        """All rules of a function, the one that is tried first in front."""
        try:
            return self._by_function.get(function, ())
        except TypeError:  # an unhashable callable has no rule
            return ()

    def lookup(self, function: object, positional: int | None, keywords: Collection[str] = ()) -> Rule | None:
        """The rule for a call with so many positional arguments (None: `*args`) and these keywords, or None."""
        for rule in self.rules_for(function):
            if isinstance(rule, Nondifferentiable):
                return rule
            if isinstance(rule, (Refused, StandIn)) or (isinstance(rule, Program) and rule.lazy):
                continue
            if rule.signature.fits(positional, keywords):
                return rule
        return None

    def stand_in_of(self, cls: type) -> Callable | None:
        """What makes the record that stands in for an object of a class, or None."""
        rules = (rule for base in cls.__mro__ for rule in self.rules_for(base))
        return next((rule.define for rule in rules if isinstance(rule, StandIn)), None)

    def extended(self, *rules: Rule) -> Book:
        """A book with these rules as well, which count before those that it has."""
        return Book((*self._rules, *rules))


def rules_in(*modules: ModuleType) -> tuple[Rule, ...]:
    """The rules that modules declare, in the order in which they stand there."""
    return tuple(value for module in modules for value in vars(module).values() if isinstance(value, RULES))


_MODULES = (
    constants,
    complex_numbers,
    complex_functions,
    operators,
    elementwise,
    emath,
    numpy_elementwise,
    reductions,
    nan_reductions,
    differences,
    shaping,
    padding,
    windows,
    joining,
    selecting,
    inplace,
    products,
    linalg,
    decompositions,
    fft,
    groups,
    helpers,
    sequences,
    descriptive,
    heaps,
    iteration,
    lazy_iteration,
    polynomials,
)
STANDARD = Book(rules_in(*_MODULES))

# Rules for parts of SciPy, NumPy and scikit-learn, which are read when that part has been imported.
OPTIONAL = {
    "numpy.polynomial": ("numpy_polynomials", "orthogonal_series"),
    "numpy.random": ("numpy_random",),
    "numpy.testing": ("numpy_testing",),
    "scipy.fft": ("scipy_fft",),
    "scipy.special": (
        "scipy_special",
        "scipy_entropy",
        "scipy_bessel",
        "scipy_cylinders",
        "scipy_elliptic",
        "scipy_integrals",
        "scipy_tails",
    ),
    "scipy.linalg": ("scipy_eigenvalues", "scipy_linalg", "scipy_factors", "scipy_matrices", "scipy_riccati"),
    "scipy.stats": (
        "scipy_stats",
        "scipy_distributions",
        "scipy_counts",
        "scipy_frozen",
        "scipy_descriptive",
        "scipy_significance",
        "scipy_lib",
    ),
    "scipy.integrate": ("scipy_integrate", "scipy_integrals_of_functions", "scipy_trajectories"),
    "scipy.interpolate": ("scipy_interpolate", "scipy_piecewise", "scipy_grids"),
    "scipy.signal": ("scipy_signal", "scipy_filters", "scipy_spectra", "scipy_linear_systems"),
    "scipy.ndimage": ("scipy_images", "scipy_moved_images", "scipy_ranks", "scipy_measurements"),
    "scipy.spatial.distance": ("scipy_distances",),
    "scipy.optimize": (
        "scipy_roots",
        "scipy_constraints",
        "scipy_minima",
        "scipy_fits",
        "scipy_other_minima",
        "scipy_bounded_minima",
        "scipy_global_minima",
    ),
    "scipy.sparse": ("scipy_sparse",),
    "scipy.sparse.linalg": ("scipy_sparse_linalg", "scipy_sparse_iterations", "scipy_sparse_fits"),
    "sklearn.utils.validation": ("sklearn_validation",),
}

# Rules for what Numba compiles, which count before the others there.
COMPILED = {"numpy": ("compiled_arrays",), "scipy.linalg": ("compiled_linalg",)}


def standard() -> Book:
    """The standard book, with the rules for those parts of SciPy that the running program has imported."""
    return _with(tuple(part for part in OPTIONAL if part in sys.modules))


def for_machine_code() -> Book:
    """The standard book, with the rules for what Numba compiles."""
    return _compiled_with(standard(), tuple(part for part in COMPILED if part in sys.modules))


@functools.cache
def _with(parts: tuple[str, ...]) -> Book:
    return _extended(STANDARD, [name for part in parts for name in OPTIONAL[part]])


@functools.cache
def _compiled_with(book: Book, parts: tuple[str, ...]) -> Book:
    lacking = importlib.import_module("s2sad.rules.compiled_arrays").LACKING
    programs = [rule for rule in book if isinstance(rule, Program) and not lacking.isdisjoint(rule.functions)]
    opened = book.extended(*[replace(rule, compiled=True) for rule in programs])
    return _extended(opened, [name for part in parts for name in COMPILED[part]])


def _extended(book: Book, names: list[str]) -> Book:
    modules = [importlib.import_module(f"s2sad.rules.{name}") for name in names]
    return book.extended(*rules_in(*modules)) if names else book
