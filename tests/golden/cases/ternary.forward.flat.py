def f_jvp(x, y, x_dot, y_dot):
    if x > 0.0:
        slope = x
        slope_dot = x_dot
    else:
        slope = 0.01 * x
        slope_dot = 0.01 * x_dot
    t_2 = slope * y
    t_4 = y * slope_dot
    t_5 = slope * y_dot
    t_6 = t_4 + t_5
    result = t_2 * y
    t_7 = y * t_6
    t_8 = t_2 * y_dot
    t_9 = t_7 + t_8
    return result, t_9
