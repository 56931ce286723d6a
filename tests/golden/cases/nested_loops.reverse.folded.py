def f_grad(x, y):
    # forward sweep
    saved = []
    for i in range(3):
        saved_1 = []
        row = x
        for j in range(i + 1):
            saved_1.append(row)
            row = row * y + x
        saved.append((row, saved_1))
    # reverse sweep
    x_bar = 0.0
    y_bar = 0.0
    for row, saved_1 in reversed(saved):
        row_bar = 2.0 * row
        for row in reversed(saved_1):
            x_bar += row_bar
            y_bar += row * row_bar  # line 11: row * y
            row_bar = y * row_bar
        x_bar += row_bar
    return x_bar, y_bar
