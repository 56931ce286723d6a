from s2sad.runtime.operations import dup


def f_grad(kind, x):
    # forward sweep
    t = kind == "square"
    if not t:
        x_3, x_4 = dup(x, 2)
        t_1 = kind == "scaled"
        if t_1:
            x_5, x_6 = dup(x_3, 2)
            t_1 = x_5 > 1.0
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    if t:
        t_4 = 2.0 * x
        x_bar = t_4 * result_bar  # line 9: x * x
    else:
        t_5 = kind == "scaled"
        if t_1:
            value_bar = 3.0 * result_bar  # line 11: 3.0 * value
            x_bar = 0.0
        else:
            value_bar = 0.0
            x_bar = result_bar
        if t_5:
            x_bar += value_bar
    return x_bar
