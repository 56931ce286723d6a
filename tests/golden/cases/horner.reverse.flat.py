from s2sad.runtime.operations import dup


def f_grad(coefficients, x):
    # forward sweep
    t = len(coefficients)
    t_1 = range(t)
    saved = []
    total = 0.0
    for i in t_1:
        saved.append(total)
        c_1 = coefficients[i]
        t_3 = total * x
        total = t_3 + c_1
    # reverse sweep
    total_bar = float(1.0)  # the adjoint of the result
    t_2 = [0.0]
    t_4 = len(coefficients)
    coefficients_bar = t_2 * t_4
    t_5 = reversed(saved)
    t_6 = range(t)
    t_7 = reversed(t_6)
    t_8 = zip(t_7, t_5)
    x_bar = 0.0
    for i_1, total_4 in t_8:
        t_bar_1, c_bar_1 = dup(total_bar, 2)  # line 9: total * x + c
        total_bar = x * t_bar_1  # line 9: total * x
        x_bar_3 = total_4 * t_bar_1  # line 9: total * x
        x_bar += x_bar_3
        coefficients_bar[i_1] += c_bar_1  # line 8: coefficients
    return coefficients_bar, x_bar
