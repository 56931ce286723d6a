def f_jvp(a, a_dot):
    x = a
    x_dot = a_dot
    while abs(x * x - a) > 1e-12:
        t = a / x
        x_1 = 0.5 * (x + t)
        x_dot = 0.5 * (x_dot + (a_dot / x - t * (x_dot / x)))
        x = x_1
    return x, x_dot
