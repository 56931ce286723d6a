def f_jvp(x, a, n, x_dot, a_dot):
    t = range(n)
    y = 0.0
    y_dot = 0.0
    for i_1 in t:
        t_1 = 0.9 * y
        t_4 = 0.9 * y_dot
        t_2 = i_1 * x
        t_5 = i_1 * x_dot
        t_3 = t_1 + t_2
        t_6 = t_4 + t_5
        y = t_3 - a
        y_dot = t_6 - a_dot
    return y, y_dot
