def f_jvp(x, y, x_dot, y_dot):
    total = 0.0
    total_dot = 0.0
    for i in range(3):
        row = x
        row_dot = x_dot
        for j in range(i + 1):
            row_1 = row * y + x
            row_dot = y * row_dot + row * y_dot + x_dot
            row = row_1
        t = row * row_dot
        total += row * row
        total_dot += t + t
    return total, total_dot
