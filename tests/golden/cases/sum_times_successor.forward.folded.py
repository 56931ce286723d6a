def f_jvp(a, b, a_dot, b_dot):
    a_plus_b = a + b
    b_plus_1 = b + 1
    return a_plus_b * b_plus_1, b_plus_1 * (a_dot + b_dot) + a_plus_b * b_dot
