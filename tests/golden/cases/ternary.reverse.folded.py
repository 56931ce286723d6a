def f_grad(x, y):
    t = x > 0.0
    slope = x if t else 0.01 * x
    t_1 = slope * y
    slope_bar = y * y  # line 8: slope * y
    x_bar = slope_bar if t else 0.01 * slope_bar  # line 7: 0.01 * x
    return x_bar, t_1 + t_1
