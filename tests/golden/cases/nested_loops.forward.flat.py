def f_jvp(x, y, x_dot, y_dot):
    t = range(3)
    total = 0.0
    total_dot = 0.0
    for i_1 in t:
        t_1 = i_1 + 1
        t_2 = range(t_1)
        row = x
        row_dot = x_dot
        for j_1 in t_2:
            t_3 = row * y
            t_5 = y * row_dot
            t_6 = row * y_dot
            t_7 = t_5 + t_6
            row = t_3 + x
            row_dot = t_7 + x_dot
        t_4 = row * row
        t_9 = row * row_dot
        t_10 = row * row_dot
        t_11 = t_9 + t_10
        total += t_4
        total_dot += t_11
    return total, total_dot
