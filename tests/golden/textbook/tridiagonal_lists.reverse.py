import numpy as np


def f_grad(a, b, c, d):
    # for arrays of the shapes a (n,), b (n,), c (n,), d (n,)
    # forward sweep
    n = len(b)
    b_0 = b[0]
    c_0_over_b_0 = c[0] / b_0
    cp = [c_0_over_b_0]
    d_0_over_b_0 = d[0] / b_0
    dp = [d_0_over_b_0]
    for i in range(1, n):
        a_i = a[i]
        i_minus_1 = i - 1
        m = b[i] - a_i * cp[i_minus_1]
        cp.append(c[i] / m)
        dp.append((d[i] - a_i * dp[i_minus_1]) / m)
    x = [0.0] * n
    n_minus_1 = n - 1
    x[n_minus_1] = dp[n_minus_1]
    n_minus_2 = n - 2
    for i in range(n_minus_2, -1, -1):
        x[i] = dp[i] - cp[i] * x[i + 1]
    # reverse sweep
    x_bar = [2.0 * v for v in x]  # line 18: x
    dp_bar = [0.0] * len(dp)
    cp_bar = [0.0] * len(cp)
    for i in reversed(range(n_minus_2, -1, -1)):
        i_plus_1 = i + 1
        difference_bar = x_bar[i]  # line 17: x[i] = dp[i] - cp[i] * x[i + 1]
        x_bar[i] = 0.0
        cp_i_x_next_bar = -difference_bar  # line 17: dp[i] - cp[i] * x[i + 1]
        x_bar[i_plus_1] += cp[i] * cp_i_x_next_bar  # line 17: x[i + 1]
        cp_bar[i] += x[i_plus_1] * cp_i_x_next_bar  # line 17: cp[i]
        dp_bar[i] += difference_bar  # line 17: dp[i]
    dp_bar[n_minus_1] += x_bar[n_minus_1]  # line 15: dp[n - 1]
    b_bar = np.zeros_like(b)
    a_bar = np.zeros_like(a)
    c_bar = np.zeros_like(c)
    d_bar = np.zeros_like(d)
    for i in reversed(range(1, n)):
        a_i = a[i]
        i_minus_1 = i - 1
        cp_before = cp[i_minus_1]
        m = b[i] - a_i * cp_before
        dp_before = dp[i_minus_1]
        difference_bar = dp_bar.pop() / m  # line 13: (d[i] - a[i] * dp[i - 1]) / m
        m_bar = -((d[i] - a_i * dp_before) / m * difference_bar)
        a_i_dp_before_bar = -difference_bar  # line 13: d[i] - a[i] * dp[i - 1]
        dp_bar[i_minus_1] += a_i * a_i_dp_before_bar  # line 13: dp[i - 1]
        d_bar[i] += difference_bar  # line 13: d[i]
        c_i_bar = cp_bar.pop() / m  # line 12: c[i] / m
        m_bar = m_bar - c[i] / m * c_i_bar
        c_bar[i] += c_i_bar  # line 12: c[i]
        a_i_cp_before_bar = -m_bar  # line 11: b[i] - a[i] * cp[i - 1]
        a_i_bar = dp_before * a_i_dp_before_bar + cp_before * a_i_cp_before_bar
        cp_bar[i_minus_1] += a_i * a_i_cp_before_bar  # line 11: cp[i - 1]
        a_bar[i] += a_i_bar  # line 11: a[i]
        b_bar[i] += m_bar  # line 11: b[i]
    d_0_bar = dp_bar[0] / b_0  # line 9: d[0] / b[0]
    d_bar[0] += d_0_bar  # line 9: d[0]
    c_0_bar = cp_bar[0] / b_0  # line 8: c[0] / b[0]
    b_bar[0] += -(d_0_over_b_0 * d_0_bar) - c_0_over_b_0 * c_0_bar  # line 8: b[0]
    c_bar[0] += c_0_bar  # line 8: c[0]
    return a_bar, b_bar, c_bar, d_bar
