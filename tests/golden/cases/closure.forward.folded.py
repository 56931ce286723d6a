import math


def f_jvp(x, y, x_dot, y_dot):
    scale = x * y
    t = y * x_dot + x * y_dot
    sin_x = math.sin(x)
    y_scaled = 2.0 * y
    sin_y_scaled = math.sin(y_scaled)
    t_1 = sin_y_scaled * t + scale * (math.cos(y_scaled) * (2.0 * y_dot))
    result = scale * sin_x + scale * sin_y_scaled
    return result, sin_x * t + scale * (math.cos(x) * x_dot) + t_1
