import math


def f_jvp(r, phi, r_dot, phi_dot):
    t = math.cos(phi)
    t_5 = math.sin(phi)
    t_6 = -t_5
    t_7 = t_6 * phi_dot
    t_1 = r * t
    t_8 = t * r_dot
    t_9 = r * t_7
    t_10 = t_8 + t_9
    t_2 = math.sin(phi)
    t_11 = math.cos(phi)
    t_12 = t_11 * phi_dot
    t_3 = r * t_2
    t_13 = t_2 * r_dot
    t_14 = r * t_12
    t_15 = t_13 + t_14
    t_4 = t_1 * t_3
    t_16 = t_3 * t_10
    t_17 = t_1 * t_15
    t_18 = t_16 + t_17
    return (t_1, (t_3, t_4)), (t_10, (t_15, t_18))
