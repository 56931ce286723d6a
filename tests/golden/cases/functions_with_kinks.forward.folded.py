import math


def f_jvp(x, y, x_dot, y_dot):
    t = abs(x)
    if x > 0:
        result = 1.0
    else:
        result = -1.0 if x < 0 else 0.0
    t_1 = result * x_dot
    t_2 = math.copysign(y, x)
    if y:
        t_3 = math.copysign(1.0, y) * math.copysign(1.0, x)
    else:
        t_3 = 0.0
    a = t + t_2
    t_4 = t_1 + t_3 * y_dot
    t_5 = math.sqrt(y)
    if t_5:  # line 10: math.sqrt(y)
        t_6 = y_dot * (0.5 / t_5)  # line 10: math.sqrt(y)
    else:
        t_6 = math.inf * y_dot if y_dot else 0.0  # line 10: math.sqrt(y)
    t_7 = math.floor(3.7 * y)
    b = t_5 * t_7 + math.fmod(y, 0.3)
    t_8 = math.hypot(x, y)
    t_9 = (x / t_8 if t_8 else 0.0) * x_dot
    t_10 = 3 * (t_8 * t_8) * (t_9 + (y / t_8 if t_8 else 0.0) * y_dot)
    t_11 = b * t_4 + a * (t_7 * t_6 + y_dot) + t_10
    t_12 = (x / t_8 / t_8 if t_8 else 0.0) * y_dot
    t_13 = t_11 + (t_12 + (-y / t_8 / t_8 if t_8 else 0.0) * x_dot)
    return a * b + t_8**3 + math.atan2(y, x), t_13
