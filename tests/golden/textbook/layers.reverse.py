import numpy as np
from s2sad.runtime.broadcasting import unbroadcast


def f_grad(W1, b1, W2, b2):
    # for arrays of the shapes W1 (n, m), b1 (m,), W2 (m, 1), b2 (1,)
    INPUTS_W1 = INPUTS @ W1
    result = np.tanh(INPUTS_W1 + b1)
    product = result @ W2
    result_1 = np.tanh(product + b2)
    difference = result_1 - TARGETS
    difference_bar = 2 * difference / difference.size  # line 20: (h - TARGETS) ** 2
    result_bar = unbroadcast(difference_bar, product)  # line 20: h - TARGETS
    t_bar = (1.0 - result_1 * result_1) * result_bar  # line 12: np.tanh(h @ self.W + self.b)
    t_bar_1 = (1.0 - result * result) * (t_bar @ W2.T)
    b1_bar = np.sum(t_bar_1, axis=0)  # line 12: h @ self.W + self.b
    W1_bar = INPUTS.T @ unbroadcast(t_bar_1, INPUTS_W1)
    return W1_bar, b1_bar, result.T @ t_bar, np.sum(t_bar, axis=0)
