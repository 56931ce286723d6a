def f_jvp(x, n, x_dot):
    y = 1.0
    y_dot = 0.0
    for i in range(n):
        y_1 = y * x
        y_dot = x * y_dot + y * x_dot
        print(f"step {i}: {y_1:.3f}")
        y = y_1
    return y, y_dot
