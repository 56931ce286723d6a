def f_grad(x, y):
    x_above_0 = x > 0.0
    slope = x if x_above_0 else 0.01 * x
    slope_y = slope * y
    slope_bar = y * y  # line 8: slope * y
    x_bar = slope_bar if x_above_0 else 0.01 * slope_bar  # line 7: 0.01 * x
    return x_bar, slope_y + slope_y
