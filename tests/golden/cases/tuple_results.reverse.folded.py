import math


def f_vjp(r, phi, x_bar, y_bar, t_bar):
    t = math.cos(phi)
    x = r * t
    t_1 = math.sin(phi)
    y = r * t_1
    x_bar += y * t_bar  # line 10: x * y
    y_bar += x * t_bar
    phi_bar = t * (r * y_bar) - t_1 * (r * x_bar)
    return (x, (y, x * y)), (t_1 * y_bar + t * x_bar, phi_bar)
