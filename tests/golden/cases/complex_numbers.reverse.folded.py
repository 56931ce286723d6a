def f_grad(x, y):
    z = complex(x, y) * 1.0j
    t = z * z
    t_1 = x / z
    w = t * z + t_1
    w_bar = complex(-0.0, -1.0) * w.real + w.imag  # line 9: w.imag
    x_bar = w_bar / z  # line 8: x / z
    z_bar = t * w_bar - t_1 * x_bar + 2.0 * z * (z * w_bar)
    t_bar = 1.0j * z_bar  # line 7: complex(x, y) * 1j
    x_bar = x_bar.real + t_bar.real
    return x_bar, -t_bar.imag
