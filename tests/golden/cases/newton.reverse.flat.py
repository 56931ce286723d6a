from s2sad.runtime.operations import dup


def f_grad(a):
    # forward sweep
    saved = []
    x = a
    while True:
        x_4, x_5 = dup(x, 2)
        t = x_4 * x_5
        t_1 = t - a
        t_2 = abs(t_1)
        if not t_2 > 1e-12:
            break
        x_6, x_7 = dup(x, 2)
        t_4 = a / x_6
        t_9 = x, t_4
        saved.append(t_9)
        t_5 = x_7 + t_4
        x = 0.5 * t_5
    # reverse sweep
    x_bar = float(1.0)  # the adjoint of the result
    t_10 = reversed(saved)
    a_bar = 0.0
    for x_8, t_11 in t_10:
        t_bar_2 = 0.5 * x_bar  # line 9: 0.5 * (x + a / x)
        x_bar_5, t_bar_3 = dup(t_bar_2, 2)  # line 9: x + a / x
        t_13 = 1.0 / x_8
        t_14 = -t_11
        t_15 = t_14 / x_8
        a_bar_3 = t_13 * t_bar_3  # line 9: a / x
        x_bar_6 = t_15 * t_bar_3  # line 9: a / x
        a_bar += a_bar_3
        x_bar = x_bar_5 + x_bar_6
    a_bar_6 = a_bar + x_bar
    return a_bar_6
