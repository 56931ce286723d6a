import math
from s2sad.runtime.operations import dup


def f_vjp(r, phi, t_bar, t_bar_1, t_bar_2):
    # forward sweep
    r_1, r_2 = dup(r, 2)
    phi_1, phi_2 = dup(phi, 2)
    t = math.cos(phi_1)
    t_1 = r_1 * t
    t_5, t_6 = dup(t_1, 2)
    t_2 = math.sin(phi_2)
    t_3 = r_2 * t_2
    t_7, t_8 = dup(t_3, 2)
    t_4 = t_5 * t_7
    # reverse sweep
    t_bar_3 = t_3 * t_bar_2  # line 10: x * y
    t_bar_4 = t_1 * t_bar_2  # line 10: x * y
    t_bar_5 = t_bar + t_bar_3
    t_bar_6 = t_bar_1 + t_bar_4
    r_bar = t_2 * t_bar_6  # line 9: r * math.sin(phi)
    t_bar_7 = r * t_bar_6  # line 9: r * math.sin(phi)
    t_9 = math.cos(phi)
    phi_bar = t_9 * t_bar_7  # line 9: math.sin(phi)
    r_bar_1 = t * t_bar_5  # line 9: r * math.cos(phi)
    t_bar_8 = r * t_bar_5  # line 9: r * math.cos(phi)
    r_bar_2 = r_bar + r_bar_1
    t_10 = math.sin(phi)
    t_11 = -t_10
    phi_bar_1 = t_11 * t_bar_8  # line 9: math.cos(phi)
    phi_bar_2 = phi_bar + phi_bar_1
    return (t_6, (t_8, t_4)), (r_bar_2, phi_bar_2)
