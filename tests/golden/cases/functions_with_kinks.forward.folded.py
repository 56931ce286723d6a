import math


def f_jvp(x, y, x_dot, y_dot):
    abs_x = abs(x)
    if x > 0:
        t = 1.0
    else:
        t = -1.0 if x < 0 else 0.0
    t_1 = math.copysign(1.0, y) * math.copysign(1.0, x) if y else 0.0
    a = abs_x + math.copysign(y, x)
    t_2 = t * x_dot + t_1 * y_dot
    sqrt_y = math.sqrt(y)
    if sqrt_y:  # line 10: math.sqrt(y)
        t_3 = 0.5 * (y_dot / sqrt_y)
    else:
        t_3 = math.inf * y_dot if y_dot else 0.0
    floor_y_scaled = math.floor(3.7 * y)
    b = sqrt_y * floor_y_scaled + math.fmod(y, 0.3)
    t_4 = b * t_2 + a * (floor_y_scaled * t_3 + y_dot)
    hypot_x_y = math.hypot(x, y)
    t_5 = (x / hypot_x_y if hypot_x_y else 0.0) * x_dot
    t_6 = 3 * (hypot_x_y * hypot_x_y)
    t_7 = t_4 + t_6 * (t_5 + (y / hypot_x_y if hypot_x_y else 0.0) * y_dot)
    t_8 = (x / hypot_x_y / hypot_x_y if hypot_x_y else 0.0) * y_dot
    t_9 = t_8 + (-y / hypot_x_y / hypot_x_y if hypot_x_y else 0.0) * x_dot
    return a * b + hypot_x_y**3 + math.atan2(y, x), t_7 + t_9
