from s2sad.runtime.operations import dup


def f_grad(x, a, n):
    # reverse sweep
    y_bar = float(1.0)  # the adjoint of the result
    t_4 = range(n)
    t_5 = reversed(t_4)
    x_bar = 0.0
    a_bar = 0.0
    for i_2 in t_5:
        a_bar -= y_bar
        t_bar_2, t_bar_3 = dup(y_bar, 2)  # line 9: 0.9 * y + i * x
        x_bar_3 = i_2 * t_bar_3  # line 9: i * x
        x_bar += x_bar_3
        y_bar = 0.9 * t_bar_2  # line 9: 0.9 * y
    return x_bar, a_bar
