def f_jvp(coefficients, x, coefficients_dot, x_dot):
    total = 0.0
    total_dot = 0.0
    for i in range(len(coefficients)):
        c = coefficients[i]
        total_1 = total * x + c
        total_dot = x * total_dot + total * x_dot + coefficients_dot[i]
        total = total_1
    return total, total_dot
