def f_jvp(x, a, n, x_dot, a_dot):
    y = 0.0
    y_dot = 0.0
    for i in range(n):
        y = 0.9 * y + i * x - a
        y_dot = 0.9 * y_dot + i * x_dot - a_dot
    return y, y_dot
