import numpy as np


def f_grad(W1, b1, W2, b2):
    # for arrays of the shapes W1 (2, 3), b1 (3,), W2 (3, 1), b2 (1,), INPUTS (3, 2), TARGETS (3, 1)
    result = np.tanh(INPUTS @ W1 + b1)
    result_1 = np.tanh(result @ W2 + b2)
    # line 12: np.tanh(h @ self.W + self.b)
    t_bar = (1.0 - result_1 * result_1) * (2 * (result_1 - TARGETS) / W2.size)
    t_bar_1 = (1.0 - result * result) * (t_bar @ W2.T)
    b1_bar = np.sum(t_bar_1, axis=0)  # line 12: h @ self.W + self.b
    W1_bar = INPUTS.T @ t_bar_1
    return W1_bar, b1_bar, result.T @ t_bar, np.sum(t_bar, axis=0)
