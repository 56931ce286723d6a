"""`scipy.linalg`: Riccati's equations; their derivative solves Lyapunov's equation of the closed loop."""

import numpy as np
import scipy.linalg

from s2sad.rules.declare import adjoint, program
from s2sad.runtime.linalg import transposed
from s2sad.runtime.scipy_linalg import continuous_riccati, discrete_riccati

_A = np.array([[0.3, 1.0], [-0.4, -0.7]])
_B = np.array([[0.2], [1.0]])
_Q, _R = np.array([[2.0, 0.3], [0.3, 1.0]]), np.array([[1.5]])


def of_continuous(loop, side):
    """loop X + X loop^T = side"""
    return scipy.linalg.solve_sylvester(loop, transposed(loop), side)


def of_discrete(loop, side):
    """X = loop X loop^T + side, by a bilinear transformation"""
    unit = np.eye(np.shape(loop)[0])
    inverse = np.linalg.inv(transposed(loop) + unit)
    turned = (transposed(loop) - unit) @ inverse
    return of_continuous(transposed(turned), -2.0 * transposed(inverse) @ side @ inverse)


def even(matrix):
    """The symmetric part."""
    return (matrix + transposed(matrix)) / 2.0


def continuous_change(a_dot, b_dot, q_dot, r_dot, a, b, q, r, *, out):
    gain = np.linalg.solve(r, transposed(b) @ out)
    loop = transposed(a - b @ gain)
    by_a, by_b = out @ a_dot, -out @ b_dot @ gain
    by_r = transposed(gain) @ even(r_dot) @ gain
    return (
        of_continuous(loop, -by_a - transposed(by_a)),
        of_continuous(loop, -by_b - transposed(by_b)),
        of_continuous(loop, -even(q_dot)),
        of_continuous(loop, -by_r),
    )


@adjoint(continuous_riccati, tangent=continuous_change, at=[(_A, _B, _Q, _R)])
def continuous_riccati_(out_bar, a, b, q, r, *, out):
    """(a - b k)^T dX + dX (a - b k) = -(da^T X + X da - X db k - k^T db^T X + k^T dr k + dq), k = r^-1 b^T X"""
    gain = np.linalg.solve(r, transposed(b) @ out)
    side = of_continuous(a - b @ gain, -out_bar)
    both = out @ (side + transposed(side))
    return both, -both @ transposed(gain), even(side), even(gain @ side @ transposed(gain))


def discrete_gain(a, b, r, out):
    return np.linalg.solve(r + transposed(b) @ out @ b, transposed(b) @ out @ a)


def discrete_change(a_dot, b_dot, q_dot, r_dot, a, b, q, r, *, out):
    gain = discrete_gain(a, b, r, out)
    loop = a - b @ gain
    back = transposed(loop)
    by_a, by_b = back @ out @ a_dot, -back @ out @ b_dot @ gain
    return (
        of_discrete(back, by_a + transposed(by_a)),
        of_discrete(back, by_b + transposed(by_b)),
        of_discrete(back, even(q_dot)),
        of_discrete(back, transposed(gain) @ even(r_dot) @ gain),
    )


@adjoint(discrete_riccati, tangent=discrete_change, at=[(_A, _B, _Q, _R)])
def discrete_riccati_(out_bar, a, b, q, r, *, out):
    """dX = l^T dX l + l^T X da + da^T X l - l^T X db k - k^T db^T X l + k^T dr k + dq, of the closed loop l = a - b k"""
    gain = discrete_gain(a, b, r, out)
    loop = a - b @ gain
    side = of_discrete(loop, out_bar)
    both = out @ loop @ (side + transposed(side))
    return both, -both @ transposed(gain), even(side), even(gain @ side @ transposed(gain))


@program(scipy.linalg.solve_continuous_are, at=[(_A, _B, _Q, _R)])
def solve_continuous_are(a, b, q, r):
    """By Lyapunov's equation of the closed loop"""
    return continuous_riccati(np.asarray(a), np.asarray(b), np.asarray(q), np.asarray(r))


@program(scipy.linalg.solve_discrete_are, at=[(_A, _B, _Q, _R)])
def solve_discrete_are(a, b, q, r):
    """By Lyapunov's equation of the closed loop"""
    return discrete_riccati(np.asarray(a), np.asarray(b), np.asarray(q), np.asarray(r))
