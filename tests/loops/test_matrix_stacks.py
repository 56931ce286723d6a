"""What `numpy.linalg` does with stacks of matrices, and products of arrays of any rank."""

import numpy as np
import pytest

A = np.array([[2.0, 0.3], [0.4, 1.5]])
STACK = np.stack([A, A.T + 0.2])


def inverses(stack):
    return np.sum(np.linalg.inv(stack) ** 2)


def determinants(stack):
    signs, logarithms = np.linalg.slogdet(stack)
    return np.linalg.det(stack)[1] * np.sum(signs * logarithms)


def solutions(stack):
    return np.sum(np.linalg.solve(stack, stack**2)[:, 0])


def factors(stack):
    return np.sum(np.linalg.cholesky(stack) ** 2)


def products(stack):
    a = stack[0]
    return (
        np.sum(np.dot(stack, a) ** 2) + np.sum(np.inner(stack, a)[0]) + np.vdot(a, a) * np.inner(a[0], a[1])
    )


def products_of_products(stack):
    return np.sum(np.matmul(stack[0], stack) @ stack[1, 0])


@pytest.mark.parametrize("fun", [inverses, determinants, solutions, factors, products, products_of_products])
def test_gradients(check, fun):
    check(fun, STACK)
