import math


def f_jvp(x, x_dot):
    a_1 = x * x
    t_4 = x * x_dot
    t_5 = x * x_dot
    t_6 = t_4 + t_5
    t = a_1 * x
    t_7 = x * t_6
    t_8 = a_1 * x_dot
    t_9 = t_7 + t_8
    t_1 = math.exp(a_1)
    t_10 = t_1 * t_6
    b_1 = t + t_1
    t_11 = t_9 + t_10
    c_1 = a_1 / b_1
    t_12 = 1.0 / b_1
    t_13 = -c_1
    t_14 = t_13 / b_1
    t_15 = t_12 * t_6
    t_16 = t_14 * t_11
    t_17 = t_15 + t_16
    t_2 = c_1 * c_1
    t_18 = c_1 * t_17
    t_19 = c_1 * t_17
    t_20 = t_18 + t_19
    t_3 = a_1 * b_1
    t_21 = b_1 * t_6
    t_22 = a_1 * t_11
    t_23 = t_21 + t_22
    result = t_2 - t_3
    t_25 = t_20 - t_23
    return result, t_25
