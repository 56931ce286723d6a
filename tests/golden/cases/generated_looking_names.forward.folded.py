def f_jvp(x, x_bar, dup, x_dot, x_bar_dot, dup_dot):
    x_dot_1 = x * x_bar
    t = x_dot_1 * dup
    t_1 = t * (dup * (x_bar * x_dot + x * x_bar_dot) + x_dot_1 * dup_dot)
    return t * t + x, t_1 + t_1 + x_dot
