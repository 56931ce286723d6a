import math
from s2sad.runtime.operations import dup


def f_vjp(r, phi, x_bar, y_bar, t_bar):
    # forward sweep
    r_1, r_2 = dup(r, 2)
    phi_1, phi_2 = dup(phi, 2)
    t = math.cos(phi_1)
    x_1 = r_1 * t
    x_2, x_3 = dup(x_1, 2)
    t_1 = math.sin(phi_2)
    y_1 = r_2 * t_1
    y_2, y_3 = dup(y_1, 2)
    t_2 = x_2 * y_2
    # reverse sweep
    x_bar_1 = y_1 * t_bar  # line 10: x * y
    y_bar_1 = x_1 * t_bar  # line 10: x * y
    x_bar_2 = x_bar + x_bar_1
    y_bar_2 = y_bar + y_bar_1
    r_bar = t_1 * y_bar_2  # line 9: r * math.sin(phi)
    t_bar_1 = r * y_bar_2  # line 9: r * math.sin(phi)
    t_3 = math.cos(phi)
    phi_bar = t_3 * t_bar_1  # line 9: math.sin(phi)
    r_bar_1 = t * x_bar_2  # line 9: r * math.cos(phi)
    t_bar_2 = r * x_bar_2  # line 9: r * math.cos(phi)
    r_bar_2 = r_bar + r_bar_1
    t_4 = math.sin(phi)
    t_5 = -t_4
    phi_bar_1 = t_5 * t_bar_2  # line 9: math.cos(phi)
    phi_bar_2 = phi_bar + phi_bar_1
    return (x_3, (y_3, t_2)), (r_bar_2, phi_bar_2)
