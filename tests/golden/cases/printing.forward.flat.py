def f_jvp(x, n, x_dot):
    t = range(n)
    y = 1.0
    y_dot = 0.0
    for i_2 in t:
        y_4 = y * x
        t_1 = x * y_dot
        t_2 = y * x_dot
        y_dot = t_1 + t_2
        t_5 = f"{i_2}"
        t_6 = f"{y_4:.3f}"
        t_7 = f"step {t_5}: {t_6}"
        print(t_7)
        y = y_4
    return y, y_dot
