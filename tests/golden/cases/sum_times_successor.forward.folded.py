def f_jvp(a, b, a_dot, b_dot):
    t = a + b
    t_1 = b + 1
    return t * t_1, t_1 * (a_dot + b_dot) + t * b_dot
