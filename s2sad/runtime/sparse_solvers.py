"""Linear systems and eigenvalues of sparse matrices: what derivatives of `scipy.sparse.linalg` need.

    x = spsolve(A, b)       →       values_bar = -outer_at(b_bar, x, pattern),      A^T b_bar = x_bar

The factors of a matrix serve the solution, its tangents, and its adjoints, for which the transposed system is solved with them.
"""

from typing import Any

import numpy as np
from scipy import sparse
from scipy.sparse import linalg

from s2sad.runtime.refusals import NoDerivative, RefusedPoint
from s2sad.runtime.sparse_patterns import Pattern

_EPS = float(np.finfo(float).eps)
_TIGHT = 1e-11
_KEPT = ("M", "restart", "inner_m", "outer_k")


class Factors:
    """The factors of a sparse matrix, as `splu` gives them."""

    @staticmethod
    def s2sad_dummy() -> "Factors":
        """Small factors, by which the compiler tries what functions give."""
        return factors_of(np.ones(2), Pattern.s2sad_dummy())

    def __init__(self, found: Any, is_complex: bool) -> None:
        self.found = found
        self.is_complex = is_complex

    def solution(self, b: Any, turned: bool) -> Any:
        how = "T" if turned else "N"
        if np.iscomplexobj(b) and not self.is_complex:
            real, imaginary = np.ascontiguousarray(np.real(b)), np.ascontiguousarray(np.imag(b))
            return self.found.solve(real, how) + 1j * self.found.solve(imaginary, how)
        kind = complex if self.is_complex else float
        return self.found.solve(np.array(b, dtype=kind, order="F"), how)


def factors_of(values: Any, pattern: Pattern, permc_spec: str | None = None, options: Any = None) -> Factors:
    """The factors of the matrix with these numbers."""
    chosen = {} if permc_spec is None else {"permc_spec": permc_spec}
    numbers = np.asarray(values, dtype=np.result_type(values, np.float64))
    matrix = sparse.csc_array(pattern.matrix(numbers))
    return Factors(linalg.splu(matrix, **{**chosen, **(options or {})}), np.iscomplexobj(numbers))


def border_of(values: Any, pair: Any, pattern: Pattern) -> Factors:
    """The factors of the system by which an eigenvector and its eigenvalue move."""
    try:
        found = factors_of(bordered_values(values, pair), bordered(pattern))
        sizes = np.abs(found.found.U.diagonal())
    except RuntimeError:
        sizes = np.zeros(1)
    if np.min(sizes) <= 100.0 * _EPS * np.max(sizes):
        raise RefusedPoint("an eigenvalue of a sparse matrix is a multiple one: its vector has no derivative")
    return found


def given_factors(found: Any) -> Factors:
    """Factors that the program has made."""
    return Factors(found, np.iscomplexobj(found.U))


def solved(values: Any, b: Any, pattern: Pattern, factors: Factors, turned: bool) -> Any:
    """The solution of A x = b with the factors of A, or with `turned` that of the transposed system."""
    return factors.solution(b, turned)


def begun(values: Any, b: Any, pattern: Pattern, solver: str, options: Any) -> tuple[Any, int]:
    """What an iterative solver of SciPy's gives as it is asked: the solution, and whether it has converged."""
    return linalg.__dict__[solver](pattern.matrix(values), b, **options)


def iterated(values: Any, b: Any, found: Any, pattern: Pattern, solver: str, options: Any) -> Any:
    """The solution of A x = b that was found."""
    return found


def iterated_again(values: Any, b: Any, pattern: Pattern, solver: str, options: Any) -> Any:
    """The solution of a system of a derivative by the same solver, as exactly as it needs it."""
    kept = {name: options[name] for name in _KEPT if options.get(name) is not None}
    run = linalg.__dict__[solver]
    tight = {"rtol": _TIGHT} if solver == "minres" else {"rtol": _TIGHT, "atol": 0.0}
    try:
        found, failed = run(pattern.matrix(values), b, **tight, **kept)
    except NotImplementedError:  # a preconditioner without its transpose
        kept.pop("M")
        found, failed = run(pattern.matrix(values), b, **tight, **kept)
    if failed:
        raise RefusedPoint(f"{solver} doesn't converge for the equations of the derivative: use spsolve")
    return found


def estimate_by_solver(value: Any, system: Any) -> Any:
    """What a solver estimates of the system that is solved: no derivative of it is known."""
    return value


def fixed_matrix(values: Any, pattern: Pattern) -> Any:
    """A matrix that doesn't vary."""
    return pattern.matrix(values)


def turned_options(options: Any) -> Any:
    """The options for the transposed system: with the transposed preconditioner."""
    return {name: value.T if name == "M" and value is not None else value for name, value in options.items()}


class LU:
    """`scipy.sparse.linalg.SuperLU`"""

    s2sad_record = True

    def __init__(self, values: Any, pattern: Pattern, factors: Factors) -> None:
        self.values = values
        self.pattern = pattern
        self.factors = factors

    @property
    def shape(self) -> Any:
        return self.pattern.shape

    @property
    def nnz(self) -> Any:
        return self.factors.found.nnz

    def solve(self, rhs: Any, trans: str = "N") -> Any:
        if trans == "H":
            raise NoDerivative(
                "trans='H' is not differentiated: take the conjugate of the solution with trans='T'"
            )
        return solved(self.values, np.asarray(rhs), self.pattern, self.factors, trans == "T")

    def __call__(self, rhs: Any) -> Any:
        return self.solve(rhs)


# -------------------------------------------------------------------------------------------------------- eigenvalues


def eigenpairs(values: Any, pattern: Pattern, options: Any) -> tuple[Any, Any]:
    """What `eigsh` finds: the eigenvalues, and a column for each."""
    return linalg.eigsh(pattern.matrix(values), **options)


def eigenpairs_of_two(values: Any, pattern: Pattern, other: Any, other_pattern: Pattern, options: Any) -> Any:
    """What `eigsh` finds for a second matrix, which is the measure of length."""
    return linalg.eigsh(pattern.matrix(values), M=other_pattern.matrix(other).tocsc(), **options)


def triplets(values: Any, pattern: Pattern, options: Any) -> Any:
    """What `svds` finds: left vectors, singular values, right vectors."""
    return linalg.svds(pattern.matrix(values), **options)


def augmented(pattern: Pattern) -> Pattern:
    """The pattern of [[1, A], [A^T, d]], with diagonal matrices beside A."""
    m, n = pattern.shape
    first, second = np.arange(m), m + np.arange(n)
    rows = np.concatenate([first, pattern.rows, m + pattern.columns, second])
    columns = np.concatenate([first, m + pattern.columns, pattern.rows, second])
    return Pattern("coo", (m + n, m + n), rows, columns)


def embedded(pattern: Pattern) -> Pattern:
    """The pattern of [[0, A], [A^T, 0]]"""
    m, n = pattern.shape
    rows = np.concatenate([pattern.rows, m + pattern.columns])
    return Pattern("coo", (m + n, m + n), rows, np.concatenate([m + pattern.columns, pattern.rows]))


def bordered(pattern: Pattern) -> Pattern:
    """The pattern of [[A - w, -v], [v^T, 0]]"""
    n = pattern.shape[0]
    along, last = np.arange(n), np.full(n, n)
    rows = np.concatenate([pattern.rows, along, along, last])
    columns = np.concatenate([pattern.columns, along, last, along])
    return Pattern("coo", (n + 1, n + 1), rows, columns)


def bordered_values(values: Any, pair: Any) -> Any:
    """The numbers of that matrix, of an eigenvector and its eigenvalue."""
    v = pair[:-1]
    return np.concatenate([values, -pair[-1] * np.ones_like(v), -v, v])


def eigenpair(values: Any, pair: Any, pattern: Pattern) -> Any:
    """An eigenvector and its eigenvalue as they were found, which vary with the matrix: A v = w v, v^T v = 1."""
    return pair
