import numpy as np


def f(A):
    n = A.shape[0]
    for k in range(n):
        for i in range(k + 1, n):
            A[i, k] = A[i, k] / A[k, k]
            A[i, k + 1 :] -= A[i, k] * A[k, k + 1 :]
    return np.sum(np.log(np.abs(np.diag(A))))


POINT = {"A": np.array([[4.0, 0.3, -0.2], [0.5, 3.0, 0.7], [-0.4, 0.1, 5.0]])}
