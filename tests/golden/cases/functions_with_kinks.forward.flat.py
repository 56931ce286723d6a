import math


def f_jvp(x, y, x_dot, y_dot):
    t = abs(x)
    if x > 0:
        t_1 = 1.0
    elif x < 0:
        t_1 = -1.0
    else:
        t_1 = 0.0
    t_16 = t_1 * x_dot
    t_2 = math.copysign(y, x)
    if y:
        t_17 = math.copysign(1.0, y)
        t_18 = math.copysign(1.0, x)
        t_3 = t_17 * t_18
    else:
        t_3 = 0.0
    t_21 = t_3 * y_dot
    a_1 = t + t_2
    t_22 = t_16 + t_21
    t_4 = math.sqrt(y)
    if t_4:  # line 10: math.sqrt(y)
        t_23 = 0.5 / t_4
        t_5 = t_23 * y_dot  # line 10: math.sqrt(y)
    elif y_dot:
        t_5 = math.inf * y_dot  # line 10: math.sqrt(y)
    else:
        t_5 = 0.0
    t_6 = 3.7 * y
    t_7 = math.floor(t_6)
    t_8 = t_4 * t_7
    t_30 = t_7 * t_5
    t_9 = math.fmod(y, 0.3)
    b_1 = t_8 + t_9
    t_31 = t_30 + y_dot
    t_10 = a_1 * b_1
    t_32 = b_1 * t_22
    t_33 = a_1 * t_31
    t_34 = t_32 + t_33
    t_11 = math.hypot(x, y)
    if t_11:
        t_12 = x / t_11
    else:
        t_12 = 0.0
    if t_11:
        t_13 = y / t_11
    else:
        t_13 = 0.0
    t_39 = t_12 * x_dot
    t_40 = t_13 * y_dot
    t_41 = t_39 + t_40
    t_14 = t_11**3
    t_48 = t_11**2
    t_49 = 3 * t_48
    t_52 = t_49 * t_41
    t_15 = t_10 + t_14
    t_53 = t_34 + t_52
    t_19 = math.atan2(y, x)
    radius_1 = math.hypot(x, y)
    if radius_1:
        t_54 = x / radius_1
        t_20 = t_54 / radius_1
    else:
        t_20 = 0.0
    if radius_1:
        t_57 = -y
        t_58 = t_57 / radius_1
        t_24 = t_58 / radius_1
    else:
        t_24 = 0.0
    t_61 = t_20 * y_dot
    t_62 = t_24 * x_dot
    t_63 = t_61 + t_62
    result = t_15 + t_19
    t_64 = t_53 + t_63
    return result, t_64
