def f_jvp(coefficients, x, coefficients_dot, x_dot):
    t = len(coefficients)
    t_1 = range(t)
    total = 0.0
    total_dot = 0.0
    for i_1 in t_1:
        c_2 = coefficients[i_1]
        c_dot = coefficients_dot[i_1]
        t_5 = total * x
        t_2 = x * total_dot
        t_3 = total * x_dot
        t_4 = t_2 + t_3
        total = t_5 + c_2
        total_dot = t_4 + c_dot
    return total, total_dot
