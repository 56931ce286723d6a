import math


def f_vjp(r, phi, t_bar, t_bar_1, t_bar_2):
    t = math.cos(phi)
    t_1 = r * t
    t_2 = math.sin(phi)
    t_3 = r * t_2
    t_bar_3 = t_bar + t_3 * t_bar_2
    t_bar_4 = t_bar_1 + t_1 * t_bar_2
    phi_bar = t * (r * t_bar_4) - t_2 * (r * t_bar_3)
    return (t_1, (t_3, t_1 * t_3)), (t_2 * t_bar_4 + t * t_bar_3, phi_bar)
