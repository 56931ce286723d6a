def f_jvp(x, x_dot):
    t = x * x
    t_3 = x * x_dot
    t_4 = x * x_dot
    t_5 = t_3 + t_4
    t_1 = t + x
    t_6 = t_5 + x_dot
    t_2 = t_1 * t_1
    t_7 = t_1 * t_6
    t_8 = t_1 * t_6
    t_9 = t_7 + t_8
    result = t_2 + x
    t_10 = t_9 + x_dot
    return result, t_10
