import math


def f_jvp(r, phi, r_dot, phi_dot):
    t = math.cos(phi)
    t_1 = r * t
    t_2 = t * r_dot - math.sin(phi) * phi_dot * r
    t_3 = math.sin(phi)
    t_4 = r * t_3
    t_5 = t_3 * r_dot + r * (t * phi_dot)
    return (t_1, (t_4, t_1 * t_4)), (t_2, (t_5, t_4 * t_2 + t_1 * t_5))
