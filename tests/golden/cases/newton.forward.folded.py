def f_jvp(a, a_dot):
    x = a
    x_dot = a_dot
    while abs(x * x - a) > 1e-12:
        a_over_x = a / x
        x_1 = 0.5 * (x + a_over_x)
        x_dot = 0.5 * (x_dot + (a_dot / x - a_over_x * (x_dot / x)))
        x = x_1
    return x, x_dot
