import math


def f_jvp(r, phi, r_dot, phi_dot):
    cos_phi = math.cos(phi)
    x = r * cos_phi
    t = cos_phi * r_dot - math.sin(phi) * phi_dot * r
    sin_phi = math.sin(phi)
    y = r * sin_phi
    t_1 = sin_phi * r_dot + r * (cos_phi * phi_dot)
    return (x, (y, x * y)), (t, (t_1, y * t + x * t_1))
