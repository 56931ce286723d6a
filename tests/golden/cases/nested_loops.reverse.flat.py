from s2sad.runtime.operations import dup


def f_grad(x, y):
    # forward sweep
    t = range(3)
    saved_1 = []
    for i_2 in t:
        t_5 = i_2 + 1
        t_6 = range(t_5)
        saved = []
        row = x
        for j_2 in t_6:
            saved.append(row)
            t_7 = row * y
            row = t_7 + x
        t_3 = row, saved
        saved_1.append(t_3)
    # reverse sweep
    total_bar = float(1.0)  # the adjoint of the result
    t_4 = reversed(saved_1)
    x_bar = 0.0
    y_bar = 0.0
    for row_4, saved_2 in t_4:
        total_bar, t_bar_3 = dup(total_bar, 2)  # line 12: total += row * row
        t_10 = 2.0 * row_4
        row_bar = t_10 * t_bar_3  # line 12: row * row
        t_11 = reversed(saved_2)
        for row_5 in t_11:
            t_bar_4, x_bar_9 = dup(row_bar, 2)  # line 11: row * y + x
            x_bar += x_bar_9
            row_bar = y * t_bar_4  # line 11: row * y
            y_bar_8 = row_5 * t_bar_4  # line 11: row * y
            y_bar += y_bar_8
        x_bar += row_bar
    return x_bar, y_bar
