import math


def f_jvp(r, phi, r_dot, phi_dot):
    t = math.cos(phi)
    x = r * t
    t_1 = t * r_dot - math.sin(phi) * phi_dot * r
    t_2 = math.sin(phi)
    y = r * t_2
    t_3 = t_2 * r_dot + r * (t * phi_dot)
    return (x, (y, x * y)), (t_1, (t_3, y * t_1 + x * t_3))
