def f_jvp(x, y, z, x_dot, y_dot, z_dot):
    first = x * y
    first_dot = y * x_dot + x * y_dot
    if z > first:
        first = z
        first_dot = z_dot
    if 0.1 > first:
        first = 0.1
        result_dot = 0.0
    else:
        result_dot = first_dot
    result = z * z
    t = z * z_dot
    result_dot_1 = t + t
    if not result < y:
        result = y
        result_dot_1 = y_dot
    return first * result, result * result_dot + first * result_dot_1
