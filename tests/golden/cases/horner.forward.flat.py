def f_jvp(coefficients, x, coefficients_dot, x_dot):
    t = len(coefficients)
    t_1 = range(t)
    total = 0.0
    total_dot = 0.0
    for i in t_1:
        c_1 = coefficients[i]
        c_dot = coefficients_dot[i]
        t_3 = total * x
        t_2 = x * total_dot
        t_4 = total * x_dot
        t_5 = t_2 + t_4
        total = t_3 + c_1
        total_dot = t_5 + c_dot
    return total, total_dot
