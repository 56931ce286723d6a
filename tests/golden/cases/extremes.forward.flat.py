def f_jvp(x, y, z, x_dot, y_dot, z_dot):
    first = x * y
    t_5 = y * x_dot
    t_6 = x * y_dot
    first_dot = t_5 + t_6
    if z > first:
        first = z
        first_dot = z_dot
    if 0.1 > first:
        first = 0.1
        result_dot = 0.0
    else:
        result_dot = first_dot
    result = z * z
    t_8 = z * z_dot
    t_9 = z * z_dot
    result_dot_1 = t_8 + t_9
    if not result < y:
        result = y
        result_dot_1 = y_dot
    result_2 = first * result
    t_11 = result * result_dot
    t_12 = first * result_dot_1
    t_13 = t_11 + t_12
    return result_2, t_13
