"""`scipy.sparse.linalg`: linear systems by iterations; the equations of the derivative are solved in the same way."""

from scipy.sparse import linalg

from s2sad.rules.declare import adjoint, nondifferentiable, program
from s2sad.rules.scipy_sparse_linalg import as_side, as_system
from s2sad.runtime.refusals import NoDerivative
from s2sad.runtime.roots import as_constant, in_form_of, root_of
from s2sad.runtime.sparse_matrices import SparseArray
from s2sad.runtime.sparse_operators import Operator, begun_with, operator_of
from s2sad.runtime.sparse_patterns import outer_at, product
from s2sad.runtime.sparse_solvers import begun, fixed_matrix, iterated, iterated_again, turned_options

CONSTANT = nondifferentiable("number", begun, fixed_matrix, turned_options)


def iterated_tangent(values_dot, b_dot, values, b, found, pattern, solver, options, *, out):
    return (
        -iterated_again(values, product(values_dot, out, pattern), pattern, solver, options),
        iterated_again(values, b_dot, pattern, solver, options),
    )


@adjoint(iterated, tangent=iterated_tangent, at=[], wrt=("values", "b"))
def iterated_(out_bar, values, b, found, pattern, solver, options, *, out):
    """As `spsolve`, by the same solver"""
    b_bar = iterated_again(values, out_bar, pattern.turned, solver, turned_options(options))
    return -outer_at(b_bar, out, pattern), b_bar


def again_tangent(values_dot, b_dot, values, b, pattern, solver, options, *, out):
    return (
        -iterated_again(values, product(values_dot, out, pattern), pattern, solver, options),
        iterated_again(values, b_dot, pattern, solver, options),
    )


@adjoint(iterated_again, tangent=again_tangent, at=[], wrt=("values", "b"))
def iterated_again_(out_bar, values, b, pattern, solver, options, *, out):
    """As `spsolve`, by the same solver"""
    b_bar = iterated_again(values, out_bar, pattern.turned, solver, turned_options(options))
    return -outer_at(b_bar, out, pattern), b_bar


def fixed(M):
    """A preconditioner that doesn't vary: the solution is the same whatever it is."""
    if isinstance(M, SparseArray):
        return fixed_matrix(M.values, M.pattern)
    if isinstance(M, Operator):
        product, back = M.product, M.back
        turned = None if back is None else (lambda x: back(x))
        return as_constant(operator_of, lambda x: product(x), turned, M.shape)
    return M


def by_iterations(solver, A, b, options):
    if isinstance(A, Operator):
        return by_products(solver, A, as_side(b), options)
    system, side = as_system(A), as_side(b)
    found = begun(system.values, side, system.pattern, solver, options)
    like = in_form_of(found[0], side)
    return iterated(system.values, side, like, system.pattern, solver, options), found[1]


def by_products(solver, A, side, options):
    """The matrix is known by its products: at the solution they are as the right-hand side is."""
    product, back = A.product, A.back
    turned = None if back is None else (lambda x: back(x))
    found = as_constant(begun_with, lambda x: product(x), turned, A.shape, side, solver, options)
    return root_of(lambda x: product(x) - side, in_form_of(found[0], side)), found[1]


@program(linalg.cg, at=[], stand_ins=True)
def cg(A, b, x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None):
    """A dx = db - dA x, by the same solver"""
    return by_iterations(
        "cg",
        A,
        b,
        {"x0": x0, "rtol": rtol, "atol": atol, "maxiter": maxiter, "M": fixed(M), "callback": callback},
    )


@program(linalg.bicg, at=[], stand_ins=True)
def bicg(A, b, x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None):
    """A dx = db - dA x, by the same solver"""
    return by_iterations(
        "bicg",
        A,
        b,
        {"x0": x0, "rtol": rtol, "atol": atol, "maxiter": maxiter, "M": fixed(M), "callback": callback},
    )


@program(linalg.bicgstab, at=[], stand_ins=True)
def bicgstab(A, b, x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None):
    """A dx = db - dA x, by the same solver"""
    return by_iterations(
        "bicgstab",
        A,
        b,
        {"x0": x0, "rtol": rtol, "atol": atol, "maxiter": maxiter, "M": fixed(M), "callback": callback},
    )


@program(linalg.cgs, at=[], stand_ins=True)
def cgs(A, b, x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None):
    """A dx = db - dA x, by the same solver"""
    return by_iterations(
        "cgs",
        A,
        b,
        {"x0": x0, "rtol": rtol, "atol": atol, "maxiter": maxiter, "M": fixed(M), "callback": callback},
    )


@program(linalg.minres, at=[], stand_ins=True)
def minres(
    A, b, x0=None, *, rtol=1e-05, shift=0.0, maxiter=None, M=None, callback=None, show=False, check=False
):
    """A dx = db - dA x, by the same solver"""
    if shift != 0.0:
        raise NoDerivative("minres with a shift is not differentiated: subtract it from the matrix")
    return by_iterations(
        "minres", A, b, {"x0": x0, "rtol": rtol, "maxiter": maxiter, "M": fixed(M), "callback": callback}
    )


@program(linalg.gmres, at=[], stand_ins=True)
def gmres(
    A,
    b,
    x0=None,
    *,
    rtol=1e-05,
    atol=0.0,
    restart=None,
    maxiter=None,
    M=None,
    callback=None,
    callback_type=None,
):
    """A dx = db - dA x, by the same solver"""
    options = {"x0": x0, "rtol": rtol, "atol": atol, "restart": restart, "maxiter": maxiter, "M": fixed(M)}
    return by_iterations("gmres", A, b, {**options, "callback": callback, "callback_type": callback_type})


@program(linalg.lgmres, at=[], stand_ins=True)
def lgmres(
    A, b, x0=None, *, rtol=1e-05, atol=0.0, maxiter=1000, M=None, callback=None, inner_m=30, outer_k=3
):
    """A dx = db - dA x, by the same solver"""
    options = {"x0": x0, "rtol": rtol, "atol": atol, "maxiter": maxiter, "M": fixed(M), "callback": callback}
    return by_iterations("lgmres", A, b, {**options, "inner_m": inner_m, "outer_k": outer_k})
