import math


def f_grad(x, y):
    a = abs(x) + math.copysign(y, x)
    sqrt_y = math.sqrt(y)
    floor_y_scaled = math.floor(3.7 * y)
    b = sqrt_y * floor_y_scaled + math.fmod(y, 0.3)
    hypot_x_y = math.hypot(x, y)
    t = x / hypot_x_y / hypot_x_y if hypot_x_y else 0.0
    t_1 = -y / hypot_x_y / hypot_x_y if hypot_x_y else 0.0
    t_2 = 3 * (hypot_x_y * hypot_x_y)
    x_bar = t_1 + (x / hypot_x_y if hypot_x_y else 0.0) * t_2  # line 11: math.hypot(x, y)
    y_bar = t + (y / hypot_x_y if hypot_x_y else 0.0) * t_2 + a
    sqrt_y_bar = floor_y_scaled * a  # line 10: math.sqrt(y) * math.floor(3.7 * y)
    if sqrt_y:  # line 10: math.sqrt(y)
        y_bar_1 = 0.5 * (sqrt_y_bar / sqrt_y)
    else:
        y_bar_1 = math.inf * sqrt_y_bar if sqrt_y_bar else 0.0
    # line 9: math.copysign(y, x)
    y_bar_2 = (math.copysign(1.0, y) * math.copysign(1.0, x) if y else 0.0) * b
    y_bar = y_bar + y_bar_1 + y_bar_2
    if x > 0:
        t_3 = 1.0
    else:
        t_3 = -1.0 if x < 0 else 0.0
    return x_bar + t_3 * b, y_bar
