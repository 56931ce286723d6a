def f_jvp(a, b, a_dot, b_dot):
    t = a + b
    t_2 = a_dot + b_dot
    t_1 = b + 1
    result = t * t_1
    t_3 = t_1 * t_2
    t_4 = t * b_dot
    t_5 = t_3 + t_4
    return result, t_5
