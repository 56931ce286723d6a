import math


def f_jvp(r, phi, r_dot, phi_dot):
    t = math.cos(phi)
    t_3 = math.sin(phi)
    t_4 = -t_3
    t_5 = t_4 * phi_dot
    x_1 = r * t
    t_6 = t * r_dot
    t_7 = r * t_5
    t_8 = t_6 + t_7
    t_1 = math.sin(phi)
    t_9 = math.cos(phi)
    t_10 = t_9 * phi_dot
    y_1 = r * t_1
    t_11 = t_1 * r_dot
    t_12 = r * t_10
    t_13 = t_11 + t_12
    t_2 = x_1 * y_1
    t_14 = y_1 * t_8
    t_15 = x_1 * t_13
    t_16 = t_14 + t_15
    return (x_1, (y_1, t_2)), (t_8, (t_13, t_16))
