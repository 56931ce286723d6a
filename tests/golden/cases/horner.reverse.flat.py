from s2sad.runtime.operations import dup


def f_grad(coefficients, x):
    # forward sweep
    t = len(coefficients)
    t_1 = range(t)
    saved = []
    total = 0.0
    for i_1 in t_1:
        saved.append(total)
        t_4 = coefficients[i_1]
        t_2, t_3 = dup(t_4, 2)
        t_5 = total * x
        total = t_5 + t_2
    # reverse sweep
    total_bar = float(1.0)  # the adjoint of the result
    t_6 = [0.0]
    t_7 = len(coefficients)
    coefficients_bar = t_6 * t_7
    t_8 = reversed(saved)
    t_9 = range(t)
    t_10 = reversed(t_9)
    t_11 = zip(t_10, t_8)
    x_bar = 0.0
    for i_2, total_1 in t_11:
        t_bar_2, t_bar_3 = dup(total_bar, 2)  # line 9: total * x + c
        total_bar = x * t_bar_2  # line 9: total * x
        x_bar_3 = total_1 * t_bar_2  # line 9: total * x
        x_bar += x_bar_3
        coefficients_bar[i_2] += t_bar_3  # line 8: coefficients
    return coefficients_bar, x_bar
