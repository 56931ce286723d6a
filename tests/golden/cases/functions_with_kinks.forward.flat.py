import math


def f_jvp(x, y, x_dot, y_dot):
    t = abs(x)
    if x > 0:
        result = 1.0
    elif x < 0:
        result = -1.0
    else:
        result = 0.0
    t_15 = result * x_dot
    t_1 = math.copysign(y, x)
    if y:
        t_16 = math.copysign(1.0, y)
        t_17 = math.copysign(1.0, x)
        t_2 = t_16 * t_17
    else:
        t_2 = 0.0
    t_20 = t_2 * y_dot
    a_1 = t + t_1
    t_21 = t_15 + t_20
    t_3 = math.sqrt(y)
    if t_3:  # line 10: math.sqrt(y)
        t_22 = 0.5 / t_3
        t_4 = t_22 * y_dot  # line 10: math.sqrt(y)
    elif y_dot:
        t_4 = math.inf * y_dot  # line 10: math.sqrt(y)
    else:
        t_4 = 0.0
    t_5 = 3.7 * y
    t_6 = math.floor(t_5)
    t_7 = t_3 * t_6
    t_28 = t_6 * t_4
    t_8 = math.fmod(y, 0.3)
    b_1 = t_7 + t_8
    t_29 = t_28 + y_dot
    t_9 = a_1 * b_1
    t_30 = b_1 * t_21
    t_31 = a_1 * t_29
    t_32 = t_30 + t_31
    t_10 = math.hypot(x, y)
    if t_10:
        t_11 = x / t_10
    else:
        t_11 = 0.0
    if t_10:
        t_12 = y / t_10
    else:
        t_12 = 0.0
    t_37 = t_11 * x_dot
    t_38 = t_12 * y_dot
    t_39 = t_37 + t_38
    t_13 = t_10**3
    t_46 = t_10**2
    t_47 = 3 * t_46
    t_50 = t_47 * t_39
    t_14 = t_9 + t_13
    t_51 = t_32 + t_50
    t_18 = math.atan2(y, x)
    radius_1 = math.hypot(x, y)
    if radius_1:
        t_52 = x / radius_1
        t_19 = t_52 / radius_1
    else:
        t_19 = 0.0
    if radius_1:
        t_55 = -y
        t_56 = t_55 / radius_1
        t_23 = t_56 / radius_1
    else:
        t_23 = 0.0
    t_59 = t_19 * y_dot
    t_60 = t_23 * x_dot
    t_61 = t_59 + t_60
    result_1 = t_14 + t_18
    t_62 = t_51 + t_61
    return result_1, t_62
