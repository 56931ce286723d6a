def f_jvp(x, x_dot):
    t = x * x_dot
    t_1 = x * x + x
    t_2 = t_1 * (t + t + x_dot)
    return t_1 * t_1 + x, t_2 + t_2 + x_dot
