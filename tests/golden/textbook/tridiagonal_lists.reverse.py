import numpy as np


def f_grad(a, b, c, d):
    # forward sweep
    x_values = []
    n = len(b)
    t = b[0]
    t_1 = c[0] / t
    cp = [t_1]
    t_2 = d[0] / t
    dp = [t_2]
    for i in range(1, n):
        t_3 = a[i]
        t_4 = i - 1
        m = b[i] - t_3 * cp[t_4]
        cp.append(c[i] / m)
        dp.append((d[i] - t_3 * dp[t_4]) / m)
    k = len(x_values)
    x_values.append(0.0)
    x = [k] * n
    t_5 = n - 1
    k = len(x_values)
    x[t_5] = k
    x_values.append(dp[t_5])
    t_6 = n - 2
    saved = []
    for i in range(t_6, -1, -1):
        k = x[i + 1]
        t_7 = x_values[k]
        saved.append((k, t_7))
        t_8 = dp[i] - cp[i] * t_7
        k = len(x_values)
        x[i] = k
        x_values.append(t_8)
    items = []
    saved_1 = []
    for k in x:
        v = x_values[k]
        saved_1.append((k, v))
        item = v * v
        items.append(item)
    # reverse sweep
    items_bar = [1.0] * len(items)
    x_values_bar = [0.0] * len(x_values)
    for k, v in reversed(saved_1):
        item_bar = items_bar.pop()  # line 18: v * v
        v_bar = 2.0 * v * item_bar
        x_values_bar[k] += v_bar  # line 18: x
    dp_bar = [0.0] * len(dp)
    cp_bar = [0.0] * len(cp)
    for i, (k, t_12) in zip(reversed(range(t_6, -1, -1)), reversed(saved)):
        t_bar = x_values_bar.pop()  # line 17: x[i] = dp[i] - cp[i] * x[i + 1]
        t_bar_1 = -t_bar  # line 17: dp[i] - cp[i] * x[i + 1]
        x_values_bar[k] += cp[i] * t_bar_1  # line 17: x[i + 1]
        cp_bar[i] += t_12 * t_bar_1  # line 17: cp[i]
        dp_bar[i] += t_bar  # line 17: dp[i]
    dp_bar[t_5] += x_values_bar.pop()  # line 15: dp[n - 1]
    x_values_bar.pop()  # line 14: [0.0] * n
    b_bar = np.zeros_like(b)
    a_bar = np.zeros_like(a)
    c_bar = np.zeros_like(c)
    d_bar = np.zeros_like(d)
    for i in reversed(range(1, n)):
        t_13 = a[i]
        t_14 = i - 1
        t_15 = cp[t_14]
        m = b[i] - t_13 * t_15
        t_16 = dp[t_14]
        t_bar_3 = dp_bar.pop() / m  # line 13: (d[i] - a[i] * dp[i - 1]) / m
        t_bar_4 = -t_bar_3  # line 13: d[i] - a[i] * dp[i - 1]
        dp_bar[t_14] += t_13 * t_bar_4  # line 13: dp[i - 1]
        d_bar[i] += t_bar_3  # line 13: d[i]
        t_bar_5 = cp_bar.pop() / m  # line 12: c[i] / m
        m_bar = -(t_bar_3 * ((d[i] - t_13 * t_16) / m)) - t_bar_5 * (c[i] / m)
        c_bar[i] += t_bar_5  # line 12: c[i]
        t_bar_6 = -m_bar  # line 11: b[i] - a[i] * cp[i - 1]
        cp_bar[t_14] += t_13 * t_bar_6  # line 11: cp[i - 1]
        a_bar[i] += t_16 * t_bar_4 + t_15 * t_bar_6  # line 11: a[i]
        b_bar[i] += m_bar  # line 11: b[i]
    t_bar_7 = dp_bar[0] / t  # line 9: d[0] / b[0]
    d_bar[0] += t_bar_7  # line 9: d[0]
    t_bar_8 = cp_bar[0] / t  # line 8: c[0] / b[0]
    b_bar[0] += -(t_2 * t_bar_7) - t_1 * t_bar_8  # line 8: b[0]
    c_bar[0] += t_bar_8  # line 8: c[0]
    return a_bar, b_bar, c_bar, d_bar
