import math


def f_grad(x, y):
    a = abs(x) + math.copysign(y, x)
    t = math.sqrt(y)
    t_1 = math.floor(3.7 * y)
    b = t * t_1 + math.fmod(y, 0.3)
    t_2 = math.hypot(x, y)
    t_3 = x / t_2 / t_2 if t_2 else 0.0
    t_4 = -y / t_2 / t_2 if t_2 else 0.0
    t_5 = 3 * (t_2 * t_2)
    x_bar = t_4 + (x / t_2 if t_2 else 0.0) * t_5  # line 11: math.hypot(x, y)
    y_bar = t_3 + (y / t_2 if t_2 else 0.0) * t_5 + a
    t_bar = t_1 * a  # line 10: math.sqrt(y) * math.floor(3.7 * y)
    if t:  # line 10: math.sqrt(y)
        y_bar_1 = 0.5 * (t_bar / t)
    else:
        y_bar_1 = math.inf * t_bar if t_bar else 0.0
    y_bar += y_bar_1
    if y:
        t_6 = math.copysign(1.0, y) * math.copysign(1.0, x)
    else:
        t_6 = 0.0
    y_bar += t_6 * b  # line 9: math.copysign(y, x)
    if x > 0:
        t_7 = 1.0
    else:
        t_7 = -1.0 if x < 0 else 0.0
    return x_bar + t_7 * b, y_bar
