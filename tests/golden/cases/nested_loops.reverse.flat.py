from s2sad.runtime.operations import dup


def f_grad(x, y):
    # forward sweep
    t = range(3)
    saved_1 = []
    for i_1 in t:
        t_1 = i_1 + 1
        t_2 = range(t_1)
        saved = []
        row = x
        for j_1 in t_2:
            saved.append(row)
            t_3 = row * y
            row = t_3 + x
        t_7 = row, saved
        saved_1.append(t_7)
    # reverse sweep
    total_bar = float(1.0)  # the adjoint of the result
    t_8 = reversed(saved_1)
    x_bar = 0.0
    y_bar = 0.0
    for row_7, saved_2 in t_8:
        total_bar, t_bar_3 = dup(total_bar, 2)  # line 12: total += row * row
        t_10 = 2.0 * row_7
        row_bar = t_10 * t_bar_3  # line 12: row * row
        t_11 = reversed(saved_2)
        for row_8 in t_11:
            t_bar_4, x_bar_9 = dup(row_bar, 2)  # line 11: row * y + x
            x_bar += x_bar_9
            row_bar = y * t_bar_4  # line 11: row * y
            y_bar_8 = row_8 * t_bar_4  # line 11: row * y
            y_bar += y_bar_8
        x_bar += row_bar
    return x_bar, y_bar
