def f_jvp(x, x_bar, dup, x_dot, x_bar_dot, dup_dot):
    x_dot_1 = x * x_bar
    x_dot_dup = x_dot_1 * dup
    t = x_dot_dup * (dup * (x_bar * x_dot + x * x_bar_dot) + x_dot_1 * dup_dot)
    return x_dot_dup * x_dot_dup + x, t + t + x_dot
