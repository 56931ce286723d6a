from s2sad.runtime.operations import dup


def f_grad(x, n):
    # forward sweep
    t = range(n)
    saved = []
    y = 1.0
    for i_1 in t:
        saved.append(y)
        y_2 = y * x
        y_4, y = dup(y_2, 2)
        t_1 = f"{i_1}"
        t_2 = f"{y_4:.3f}"
        t_3 = f"step {t_1}: {t_2}"
        print(t_3)
    # reverse sweep
    y_bar = float(1.0)  # the adjoint of the result
    t_5 = reversed(saved)
    x_bar = 0.0
    for y_6 in t_5:
        y_bar_3 = x * y_bar  # line 9: y * x
        x_bar_3 = y_6 * y_bar  # line 9: y * x
        x_bar += x_bar_3
        y_bar = y_bar_3
    return x_bar
