def f_jvp(x, a, n, x_dot, a_dot):
    t = range(n)
    y = 0.0
    y_dot = 0.0
    for i_2 in t:
        t_4 = 0.9 * y
        t_1 = 0.9 * y_dot
        t_5 = i_2 * x
        t_2 = i_2 * x_dot
        t_6 = t_4 + t_5
        t_3 = t_1 + t_2
        y = t_6 - a
        y_dot = t_3 - a_dot
    return y, y_dot
