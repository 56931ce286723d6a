import math
from s2sad.runtime.operations import dup


def f_grad(x, y):
    # forward sweep
    x_1, x_2, x_3, x_4 = dup(x, 4)
    y_1, y_2, y_3, y_4, y_5, y_6 = dup(y, 6)
    t = abs(x_1)
    t_1 = math.copysign(y_1, x_2)
    a_1 = t + t_1
    t_2 = math.sqrt(y_2)
    t_3 = 3.7 * y_3
    t_4 = math.floor(t_3)
    t_5 = t_2 * t_4
    t_6 = math.fmod(y_4, 0.3)
    b_1 = t_5 + t_6
    t_8 = math.hypot(x_3, y_5)
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    t_bar, t_bar_1 = dup(result_bar, 2)  # line 11: a * b + math.hypot(x, y) ** 3 + math.atan2(y, x)
    radius_1 = math.hypot(x, y)
    if radius_1:
        t_12 = x / radius_1
        t_7 = t_12 / radius_1
    else:
        t_7 = 0.0
    if radius_1:
        t_15 = -y
        t_16 = t_15 / radius_1
        t_9 = t_16 / radius_1
    else:
        t_9 = 0.0
    y_bar = t_7 * t_bar_1  # line 11: math.atan2(y, x)
    x_bar = t_9 * t_bar_1  # line 11: math.atan2(y, x)
    t_bar_2, t_bar_3 = dup(t_bar, 2)  # line 11: a * b + math.hypot(x, y) ** 3
    t_25 = t_8**2
    t_26 = 3 * t_25
    t_bar_4 = t_26 * t_bar_3  # line 11: math.hypot(x, y) ** 3
    if t_8:
        t_10 = x / t_8
    else:
        t_10 = 0.0
    if t_8:
        t_11 = y / t_8
    else:
        t_11 = 0.0
    x_bar_1 = t_10 * t_bar_4  # line 11: math.hypot(x, y)
    y_bar_1 = t_11 * t_bar_4  # line 11: math.hypot(x, y)
    x_bar_2 = x_bar + x_bar_1
    y_bar_2 = y_bar + y_bar_1
    a_bar = b_1 * t_bar_2  # line 11: a * b
    b_bar = a_1 * t_bar_2  # line 11: a * b
    # line 10: math.sqrt(y) * math.floor(3.7 * y) + math.fmod(y, 0.3)
    t_bar_5, t_bar_6 = dup(b_bar, 2)
    y_bar_3 = y_bar_2 + t_bar_6
    t_bar_7 = t_4 * t_bar_5  # line 10: math.sqrt(y) * math.floor(3.7 * y)
    if t_2:  # line 10: math.sqrt(y)
        t_33 = 0.5 / t_2
        y_bar_4 = t_33 * t_bar_7  # line 10: math.sqrt(y)
    elif t_bar_7:
        y_bar_4 = math.inf * t_bar_7  # line 10: math.sqrt(y)
    else:
        y_bar_4 = 0.0
    y_bar_5 = y_bar_3 + y_bar_4
    t_bar_8, t_bar_9 = dup(a_bar, 2)  # line 9: abs(x) + math.copysign(y, x)
    if y:
        t_38 = math.copysign(1.0, y)
        t_39 = math.copysign(1.0, x)
        t_13 = t_38 * t_39
    else:
        t_13 = 0.0
    y_bar_6 = t_13 * t_bar_9  # line 9: math.copysign(y, x)
    y_bar_7 = y_bar_5 + y_bar_6
    if x > 0:
        t_14 = 1.0
    elif x < 0:
        t_14 = -1.0
    else:
        t_14 = 0.0
    x_bar_3 = t_14 * t_bar_8  # line 9: abs(x)
    x_bar_4 = x_bar_2 + x_bar_3
    return x_bar_4, y_bar_7
