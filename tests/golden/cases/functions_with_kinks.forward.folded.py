import math


def f_jvp(x, y, x_dot, y_dot):
    t = abs(x)
    if x > 0:
        t_1 = 1.0
    else:
        t_1 = -1.0 if x < 0 else 0.0
    t_2 = t_1 * x_dot
    t_3 = math.copysign(y, x)
    if y:
        t_4 = math.copysign(1.0, y) * math.copysign(1.0, x)
    else:
        t_4 = 0.0
    a = t + t_3
    t_5 = t_2 + t_4 * y_dot
    t_6 = math.sqrt(y)
    if t_6:  # line 10: math.sqrt(y)
        t_7 = 0.5 * (y_dot / t_6)
    else:
        t_7 = math.inf * y_dot if y_dot else 0.0
    t_8 = math.floor(3.7 * y)
    b = t_6 * t_8 + math.fmod(y, 0.3)
    t_9 = math.hypot(x, y)
    t_10 = (x / t_9 if t_9 else 0.0) * x_dot
    t_11 = 3 * (t_9 * t_9) * (t_10 + (y / t_9 if t_9 else 0.0) * y_dot)
    t_12 = b * t_5 + a * (t_8 * t_7 + y_dot) + t_11
    t_13 = (x / t_9 / t_9 if t_9 else 0.0) * y_dot
    t_14 = t_12 + (t_13 + (-y / t_9 / t_9 if t_9 else 0.0) * x_dot)
    return a * b + t_9**3 + math.atan2(y, x), t_14
