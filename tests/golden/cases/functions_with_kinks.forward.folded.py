import math


def f_jvp(x, y, x_dot, y_dot):
    t = abs(x)
    if x > 0:
        t_1 = 1.0
    else:
        t_1 = -1.0 if x < 0 else 0.0
    t_2 = math.copysign(1.0, y) * math.copysign(1.0, x) if y else 0.0
    a = t + math.copysign(y, x)
    t_3 = t_1 * x_dot + t_2 * y_dot
    t_4 = math.sqrt(y)
    if t_4:  # line 10: math.sqrt(y)
        t_5 = 0.5 * (y_dot / t_4)
    else:
        t_5 = math.inf * y_dot if y_dot else 0.0
    t_6 = math.floor(3.7 * y)
    b = t_4 * t_6 + math.fmod(y, 0.3)
    t_7 = b * t_3 + a * (t_6 * t_5 + y_dot)
    t_8 = math.hypot(x, y)
    t_9 = (x / t_8 if t_8 else 0.0) * x_dot
    t_10 = t_7 + 3 * (t_8 * t_8) * (t_9 + (y / t_8 if t_8 else 0.0) * y_dot)
    t_11 = (x / t_8 / t_8 if t_8 else 0.0) * y_dot
    result = a * b + t_8**3 + math.atan2(y, x)
    return result, t_10 + (t_11 + (-y / t_8 / t_8 if t_8 else 0.0) * x_dot)
