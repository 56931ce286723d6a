def f_jvp(x, n, x_dot):
    t = range(n)
    y = 1.0
    y_dot = 0.0
    for i_1 in t:
        y_2 = y * x
        t_5 = x * y_dot
        t_6 = y * x_dot
        y_dot = t_5 + t_6
        t_1 = f"{i_1}"
        t_2 = f"{y_2:.3f}"
        t_3 = f"step {t_1}: {t_2}"
        print(t_3)
        y = y_2
    return y, y_dot
