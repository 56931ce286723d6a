def f_jvp(x, rate, x_dot, rate_dot):
    rate_shifted = 1.0 + rate
    balance = x * rate_shifted
    t = rate_shifted * x_dot + x * rate_dot
    balance_1 = balance * rate_shifted
    return balance + balance_1, t + (rate_shifted * t + balance * rate_dot)
