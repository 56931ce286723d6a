import math


def f_vjp(r, phi, x_bar, y_bar, x_y_bar):
    cos_phi = math.cos(phi)
    x = r * cos_phi
    sin_phi = math.sin(phi)
    y = r * sin_phi
    x_bar += y * x_y_bar  # line 10: x * y
    y_bar += x * x_y_bar
    r_bar = sin_phi * y_bar + cos_phi * x_bar
    phi_bar = cos_phi * (r * y_bar) - sin_phi * (r * x_bar)
    return (x, (y, x * y)), (r_bar, phi_bar)
