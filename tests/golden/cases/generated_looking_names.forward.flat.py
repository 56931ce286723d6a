def f_jvp(x, x_bar, dup, x_dot, x_bar_dot, dup_dot):
    x_dot_1 = x * x_bar
    t = x_bar * x_dot
    t_3 = x * x_bar_dot
    t_4 = t + t_3
    t_1 = x_dot_1 * dup
    t_5 = dup * t_4
    t_6 = x_dot_1 * dup_dot
    t_7 = t_5 + t_6
    t_2 = t_1 * t_1
    t_8 = t_1 * t_7
    t_9 = t_1 * t_7
    t_10 = t_8 + t_9
    result = t_2 + x
    t_11 = t_10 + x_dot
    return result, t_11
