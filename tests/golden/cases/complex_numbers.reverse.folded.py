def f_grad(x, y):
    z = complex(x, y) * 1.0j
    z_squared = z * z
    x_over_z = x / z
    w = z_squared * z + x_over_z
    w_bar = complex(-0.0, -1.0) * w.real + w.imag  # line 9: w.imag
    x_bar = w_bar / z  # line 8: x / z
    z_bar = z_squared * w_bar - x_over_z * x_bar + 2.0 * z * (z * w_bar)
    complex_x_y_bar = 1.0j * z_bar  # line 7: complex(x, y) * 1j
    y_bar = -complex_x_y_bar.imag
    x_bar = x_bar.real + complex_x_y_bar.real
    return x_bar, y_bar
