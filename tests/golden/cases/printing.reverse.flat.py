from s2sad.runtime.operations import dup


def f_grad(x, n):
    # forward sweep
    t = range(n)
    saved = []
    y = 1.0
    for i_2 in t:
        saved.append(y)
        y_4 = y * x
        y_1, y = dup(y_4, 2)
        t_5 = f"{i_2}"
        t_6 = f"{y_1:.3f}"
        t_7 = f"step {t_5}: {t_6}"
        print(t_7)
    # reverse sweep
    y_bar = float(1.0)  # the adjoint of the result
    t_1 = reversed(saved)
    x_bar = 0.0
    for y_6 in t_1:
        y_bar_3 = x * y_bar  # line 9: y * x
        x_bar_3 = y_6 * y_bar  # line 9: y * x
        x_bar += x_bar_3
        y_bar = y_bar_3
    return x_bar
