def f_jvp(x, rate, x_dot, rate_dot):
    t = 1.0 + rate
    balance_1 = x * t
    t_2 = t * x_dot
    t_3 = x * rate_dot
    t_4 = t_2 + t_3
    t_1 = 1.0 + rate
    balance_2 = balance_1 * t_1
    t_5 = t_1 * t_4
    t_6 = balance_1 * rate_dot
    t_7 = t_5 + t_6
    result = balance_1 + balance_2
    t_8 = t_4 + t_7
    return result, t_8
