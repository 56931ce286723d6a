import math


def f_jvp(x, y, x_dot, y_dot):
    scale = x * y
    t = y * x_dot + x * y_dot
    t_1 = math.sin(x)
    t_2 = t_1 * t + scale * (math.cos(x) * x_dot)
    t_3 = 2.0 * y
    t_4 = math.sin(t_3)
    result = scale * t_1 + scale * t_4
    return result, t_2 + (t_4 * t + scale * (math.cos(t_3) * (2.0 * y_dot)))
