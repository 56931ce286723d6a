import math


def f_jvp(r, phi, r_dot, phi_dot):
    t = math.cos(phi)
    t_5 = math.sin(phi)
    result = -t_5
    t_6 = result * phi_dot
    t_1 = r * t
    t_7 = t * r_dot
    t_8 = r * t_6
    t_9 = t_7 + t_8
    t_2 = math.sin(phi)
    result_1 = math.cos(phi)
    t_10 = result_1 * phi_dot
    t_3 = r * t_2
    t_11 = t_2 * r_dot
    t_12 = r * t_10
    t_13 = t_11 + t_12
    t_4 = t_1 * t_3
    t_14 = t_3 * t_9
    t_15 = t_1 * t_13
    t_16 = t_14 + t_15
    return (t_1, (t_3, t_4)), (t_9, (t_13, t_16))
