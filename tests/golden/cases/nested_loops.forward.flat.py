def f_jvp(x, y, x_dot, y_dot):
    t = range(3)
    total = 0.0
    total_dot = 0.0
    for i_2 in t:
        t_5 = i_2 + 1
        t_6 = range(t_5)
        row = x
        row_dot = x_dot
        for j_2 in t_6:
            t_7 = row * y
            t_1 = y * row_dot
            t_2 = row * y_dot
            t_3 = t_1 + t_2
            row = t_7 + x
            row_dot = t_3 + x_dot
        t_8 = row * row
        t_9 = row * row_dot
        t_10 = row * row_dot
        t_11 = t_9 + t_10
        total += t_8
        total_dot += t_11
    return total, total_dot
