import math


def f_grad(x, y):
    a = abs(x) + math.copysign(y, x)
    t = math.sqrt(y)
    t_1 = math.floor(3.7 * y)
    b = t * t_1 + math.fmod(y, 0.3)
    t_2 = math.hypot(x, y)
    t_3 = 3 * (t_2 * t_2)
    # line 11: math.hypot(x, y)
    x_bar = (-y / t_2 / t_2 if t_2 else 0.0) + (x / t_2 if t_2 else 0.0) * t_3
    y_bar = (x / t_2 / t_2 if t_2 else 0.0) + (y / t_2 if t_2 else 0.0) * t_3
    y_bar += a
    t_bar = t_1 * a  # line 10: math.sqrt(y) * math.floor(3.7 * y)
    if t:  # line 10: math.sqrt(y)
        y_bar_1 = 0.5 * (t_bar / t)
    else:
        y_bar_1 = math.inf * t_bar if t_bar else 0.0
    # line 9: math.copysign(y, x)
    y_bar_2 = (math.copysign(1.0, y) * math.copysign(1.0, x) if y else 0.0) * b
    y_bar = y_bar + y_bar_1 + y_bar_2
    if x > 0:
        t_4 = 1.0
    else:
        t_4 = -1.0 if x < 0 else 0.0
    return x_bar + t_4 * b, y_bar
