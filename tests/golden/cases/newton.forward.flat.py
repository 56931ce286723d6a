def f_jvp(a, a_dot):
    x = a
    x_dot = a_dot
    while True:
        t = x * x
        t_1 = t - a
        t_2 = abs(t_1)
        if not t_2 > 1e-12:
            break
        t_4 = a / x
        t_6 = 1.0 / x
        t_7 = -t_4
        t_8 = t_7 / x
        t_9 = t_6 * a_dot
        t_10 = t_8 * x_dot
        t_11 = t_9 + t_10
        t_5 = x + t_4
        t_12 = x_dot + t_11
        x = 0.5 * t_5
        x_dot = 0.5 * t_12
    return x, x_dot
