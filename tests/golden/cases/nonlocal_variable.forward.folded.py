def f_jvp(x, rate, x_dot, rate_dot):
    t = 1.0 + rate
    balance = x * t
    t_1 = t * x_dot + x * rate_dot
    balance_1 = balance * t
    return balance + balance_1, t_1 + (t * t_1 + balance * rate_dot)
