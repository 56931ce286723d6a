def f_jvp(x, y, x_dot, y_dot):
    if x > 0.0:
        slope = x
        slope_dot = x_dot
    else:
        slope = 0.01 * x
        slope_dot = 0.01 * x_dot
    slope_y = slope * y
    return slope_y * y, y * (y * slope_dot + slope * y_dot) + slope_y * y_dot
