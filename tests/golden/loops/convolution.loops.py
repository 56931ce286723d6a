from numba import njit
import numpy as np


@njit(cache=True, error_model="numpy", fastmath={"contract"})
def _clipped(end, length):
    """The end of a slice, counted from the beginning and cut to the length."""
    if end < 0:
        end += length
    return min(max(end, 0), length)


@njit(cache=True, error_model="numpy", fastmath={"contract"})
def _check_length(one, other):
    """Raises ValueError if arrays that meet element by element differ in length."""
    if one != other:
        raise ValueError(
            "two axes differ in length, or one has a single item unexpectedly: leave `jit=True` away"
        )


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
def f_grad(x, w):
    # forward sweep
    shape = x.shape
    n = shape[0]
    shape = w.shape
    n_1 = shape[0]
    t = n - n_1
    n_2 = t + 1
    y = np.empty(max(n_2, 0))
    for i in range(n_2):
        y[i] = 0.0
    for k in range(n_1):
        _check_length(n_2, _clipped(n_2 + k, n) - _clipped(k, n))
    t_1 = (n_2 + 1023) // 1024
    for strip in range(t_1):
        start = strip * 1024
        t_2 = range(min(1024, n_2 - start))
        t_3 = n_1 // 4 * 4
        t_4 = range(max(t_3, 0), n_1)
        for k in range(0, t_3, 4):
            t_5 = k + 1
            t_6 = k + 2
            t_7 = k + 3
            t_8 = w[k]
            t_9 = w[t_5]
            t_10 = w[t_6]
            t_11 = w[t_7]
            x_part = x[k + start :]
            x_part_1 = x[t_5 + start :]
            x_part_2 = x[t_6 + start :]
            x_part_3 = x[t_7 + start :]
            y_2_part = y[start:]
            for j in t_2:
                t_12 = t_8 * x_part[j] + t_9 * x_part_1[j] + t_10 * x_part_2[j]
                y_2_part[j] += t_12 + t_11 * x_part_3[j]
        for k in t_4:
            t_13 = w[k]
            x_part = x[k + start :]
            y_2_part = y[start:]
            for j in t_2:
                y_2_part[j] += t_13 * x_part[j]
    # reverse sweep
    for i in range(t + 1):
        t_14 = _tanh(y[i])
        y[i] = 1.0 - t_14 * t_14  # y_bar, in its place
    w_bar = np.zeros_like(w)
    x_bar = np.zeros_like(x)
    for strip in range(t_1 - 1, -1, -1):
        start = strip * 1024
        t_15 = min(1024, n_2 - start)
        t_16 = n_1 // 4 * 4
        t_17 = range(max(t_16, 0), n_1)
        for k in range(0, t_16, 4):
            t_18 = k + 1
            t_19 = k + 2
            t_20 = k + 3
            t_21 = w[k]
            t_22 = w[t_18]
            t_23 = w[t_19]
            t_24 = w[t_20]
            t_25 = k + start
            t_26 = t_18 + start
            t_27 = t_19 + start
            t_28 = t_20 + start
            x_part = x[t_25:]
            x_part_3 = x[t_26:]
            x_part_4 = x[t_27:]
            x_part_5 = x[t_28:]
            y_2_part = y[start:]
            t_bar = 0.0
            t_bar_1 = 0.0
            t_bar_2 = 0.0
            t_bar_3 = 0.0
            for j in range(t_15):
                t_bar_4 = y_2_part[j]  # line 8: y += w[k] * x[k : n + k]
                t_bar = t_bar + x_part[j] * t_bar_4
                t_bar_1 = t_bar_1 + x_part_3[j] * t_bar_4
                t_bar_2 = t_bar_2 + x_part_4[j] * t_bar_4
                t_bar_3 = t_bar_3 + x_part_5[j] * t_bar_4
            x_bar_part = x_bar[t_25:]
            for j in range(min(3, t_15)):
                x_bar_part[j] += t_21 * y_2_part[j]  # line 8: y += w[k] * x[k : n + k]
            x_bar_part = x_bar[t_26:]
            for j in range(min(2, t_15)):
                x_bar_part[j] += t_22 * y_2_part[j]  # line 8: y += w[k] * x[k : n + k]
            x_bar_part = x_bar[t_27:]
            for j in range(min(1, t_15)):
                x_bar_part[j] += t_23 * y_2_part[j]  # line 8: y += w[k] * x[k : n + k]
            y_2_part_1 = y[start + 3 :]
            y_2_part_2 = y[start + 2 :]
            y_2_part_3 = y[start + 1 :]
            x_bar_part = x_bar[t_25 + 3 :]
            for j in range(t_15 - 3):
                # line 8: y += w[k] * x[k : n + k]
                t_bar_5 = t_21 * y_2_part_1[j] + t_22 * y_2_part_2[j]
                t_bar_6 = t_bar_5 + t_23 * y_2_part_3[j] + t_24 * y_2_part[j]
                x_bar_part[j] += t_bar_6
            for j in range(max(t_15 - 1, 2), t_15):
                x_bar[t_26 + j] += t_22 * y[start + j]  # line 8: y += w[k] * x[k : n + k]
            for j in range(max(t_15 - 2, 1), t_15):
                x_bar[t_27 + j] += t_23 * y[start + j]  # line 8: y += w[k] * x[k : n + k]
            for j in range(max(t_15 - 3, 0), t_15):
                x_bar[t_28 + j] += t_24 * y[start + j]  # line 8: y += w[k] * x[k : n + k]
            w_bar[k] += t_bar  # line 8: w[k]
            w_bar[t_18] += t_bar_1
            w_bar[t_19] += t_bar_2
            w_bar[t_20] += t_bar_3
        for k in t_17:
            t_29 = w[k]
            t_30 = k + start
            x_part = x[t_30:]
            y_2_part = y[start:]
            x_bar_part = x_bar[t_30:]
            t_bar_7 = 0.0
            for j in range(t_15):
                t_bar_8 = y_2_part[j]  # line 8: y += w[k] * x[k : n + k]
                t_bar_7 = t_bar_7 + x_part[j] * t_bar_8
                x_bar_part[j] += t_29 * t_bar_8
            w_bar[k] += t_bar_7  # line 8: w[k]
    return x_bar, w_bar
