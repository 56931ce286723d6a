from numba import njit
import numpy as np


@njit(cache=True, error_model="numpy", fastmath={"contract"})
def _split_exponential(x):
    """The integer n and p = exp(r) - 1, where x = n log 2 + r: n by rounding, in the low bits of a large number."""
    shifted = x * 1.4426950408889634 + 6755399441055744.0
    scale = shifted - 6755399441055744.0
    n = np.float64(shifted).view(np.int64) - 4843621399236968448
    r = x - scale * 0.6931471803691238 - scale * 1.9082149292705877e-10
    s = r * r
    even = 1 / 720 + s * (1 / 40320 + s * (1 / 3628800 + s * (1 / 479001600)))
    odd = 1 / 5040 + s * (1 / 362880 + s * (1 / 39916800 + s * (1 / 6227020800)))
    rest = 0.5 + r * (1 / 6) + s * (1 / 24 + r * (1 / 120) + s * (even + r * odd))
    return n, r + s * rest


@njit(cache=True, error_model="numpy", fastmath={"contract"})
def _power_of_two(n):
    """2**n, of an integer between -1022 and 1023."""
    return np.int64(n + 1023 << 52).view(np.float64)


@njit(cache=True, error_model="numpy", fastmath={"contract"})
def _tanh(x):
    """The hyperbolic tangent: e / (e + 2), where e = exp(2 x) - 1."""
    y = -40.0 if x < -20.0 else x + x
    y = 40.0 if y > 40.0 else y
    n, p = _split_exponential(y)
    power = _power_of_two(n)
    e = power * p + (power - 1.0)
    return e / (e + 2.0)


@njit(cache=True, error_model="numpy", fastmath={"contract", "reassoc"})
def f_grad(x, W, b):
    # for arrays of the shapes x (n, m), W (m, m), b (m,)
    # forward and reverse sweep
    shape = x.shape
    n = shape[0]
    n_1 = shape[1]
    t = range(n)
    h = np.empty(n_1)
    h_bar = np.empty(n_1)
    t_1 = range(n_1)
    t_bar = np.empty(n_1)
    count = max(n, 0)
    h_history = np.empty((count + 1, n_1))
    for i in range(n_1):
        h[i] = 0.0
        h_history[0, i] = h[i]
    for t_2 in t:
        t_3 = n_1 // 4 * 4
        t_4 = range(max(t_3, 0), n_1)
        for j in range(0, t_3, 4):
            t_5 = j + 1
            t_6 = j + 2
            t_7 = j + 3
            t_8 = 0.0
            t_9 = 0.0
            t_10 = 0.0
            t_11 = 0.0
            for k in t_1:
                t_12 = t_2, k
                t_8 = t_8 + W[j, k] * h_history[t_12]
                t_9 = t_9 + W[t_5, k] * h_history[t_12]
                t_10 = t_10 + W[t_6, k] * h_history[t_12]
                t_11 = t_11 + W[t_7, k] * h_history[t_12]
            t_13 = t_2 + 1
            h_history[t_13, j] = _tanh(t_8 + x[t_2, j] + b[j])
            h_history[t_13, t_5] = _tanh(t_9 + x[t_2, t_5] + b[t_5])
            h_history[t_13, t_6] = _tanh(t_10 + x[t_2, t_6] + b[t_6])
            h_history[t_13, t_7] = _tanh(t_11 + x[t_2, t_7] + b[t_7])
        for j in t_4:
            t_14 = 0.0
            for k in t_1:
                t_14 = t_14 + W[j, k] * h_history[t_2, k]
            h_history[t_2 + 1, j] = _tanh(t_14 + x[t_2, j] + b[j])
    for j in range(n_1):
        h[j] = h_history[count, j]
        h_bar[j] = 2.0 * h[j]  # line 8: np.sum(h * h)
    # reverse sweep
    x_bar = np.empty_like(x)
    b_bar = np.zeros_like(b)
    t_15 = n - 1
    left = np.empty((max(n, 0), max(n_1, 0)))
    right = np.empty((max(n, 0), max(n_1, 0)))
    t_16 = len(range(t_15, -1, -1))
    order = np.empty(t_16, dtype=np.int64)
    for i in range(t_16):
        order[i] = t_15 - i
    for t_17 in order:
        for j in range(n_1):
            h_old = h_history[t_17, j]
            t_18 = h[j]
            h[j] = h_old  # what was there before
            t_bar_1 = h_bar[j]  # line 6: for t in range(x.shape[0]):
            h_bar[j] = 0.0
            t_bar_2 = (1.0 - t_18 * t_18) * t_bar_1
            b_bar[j] += t_bar_2
            x_bar[t_17, j] = t_bar_2
            t_bar[j] = t_bar_2
            right[t_17, j] = h[j]
        t_19 = n_1 // 4 * 4
        t_20 = range(max(t_19, 0), n_1)
        for j in range(0, t_19, 4):
            t_21 = j + 1
            t_22 = j + 2
            t_23 = j + 3
            t_bar_3 = t_bar[j]  # line 7: W @ h
            t_bar_4 = t_bar[t_21]
            t_bar_5 = t_bar[t_22]
            t_bar_6 = t_bar[t_23]
            left[t_17, j] = t_bar_3
            left[t_17, t_21] = t_bar_4
            left[t_17, t_22] = t_bar_5
            left[t_17, t_23] = t_bar_6
            for k in range(n_1):
                t_bar_7 = W[j, k] * t_bar_3 + W[t_21, k] * t_bar_4  # line 7: W @ h
                t_bar_8 = t_bar_7 + W[t_22, k] * t_bar_5
                h_bar[k] += t_bar_8 + W[t_23, k] * t_bar_6
        for j in t_20:
            t_bar_9 = t_bar[j]  # line 7: W @ h
            left[t_17, j] = t_bar_9
            for k in range(n_1):
                h_bar[k] += W[j, k] * t_bar_9  # line 7: W @ h
    return x_bar, left.T @ right, b_bar
