import math


def f_jvp(x, y, x_dot, y_dot):
    if x > 1.0:
        z = x * y
        z_dot = y * x_dot + x * y_dot
    else:
        if y > 1.0:
            sin_x = math.sin(x)
            z = sin_x * y
            z_dot = y * (math.cos(x) * x_dot) + sin_x * y_dot
            y_1 = y * y
            t = y * y_dot
            y_dot = t + t
        else:
            y_1 = y
            z = y
            z_dot = y_dot
        y = y_1
    return z * y, y * z_dot + z * y_dot
