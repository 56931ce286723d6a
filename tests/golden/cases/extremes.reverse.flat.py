from s2sad.runtime.operations import dup


def f_grad(x, y, z):
    # forward sweep
    y_1, y_2, y_3 = dup(y, 3)
    z_1, z_2, z_3, z_4 = dup(z, 4)
    t = x * y_1
    t_5, first = dup(t, 2)
    t_1 = z_1 > t_5
    if t_1:
        first = z_2
    first_1, result = dup(first, 2)
    t_2 = 0.1 > first_1
    if t_2:
        result = 0.1
    t_3 = z_3 * z_4
    t_7, result_1 = dup(t_3, 2)
    t_4 = t_7 < y_2
    if not t_4:
        result_1 = y_3
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    result_bar_1 = result_1 * result_bar  # line 7: max(x * y, z, 0.1) * min(y, z * z)
    result_bar_2 = result * result_bar  # line 7: max(x * y, z, 0.1) * min(y, z * z)
    if t_4:
        y_bar = 0.0
    else:
        y_bar = result_bar_2
        result_bar_2 = 0.0
    t_9 = 2.0 * z
    z_bar = t_9 * result_bar_2  # line 7: z * z
    if t_2:
        first_bar = 0.0
    else:
        first_bar = result_bar_1
    if t_1:
        z_bar += first_bar
        first_bar = 0.0
    x_bar = y * first_bar  # line 7: x * y
    y_bar_1 = x * first_bar  # line 7: x * y
    y_bar_2 = y_bar + y_bar_1
    return x_bar, y_bar_2, z_bar
