from s2sad.runtime.operations import dup


def f_grad(x, y):
    # forward sweep
    x_1, x_2 = dup(x, 2)
    t = complex(x_1, y)
    z_1 = t * 1.0j
    z_2, z_3, z_4, z_5 = dup(z_1, 4)
    t_1 = z_2 * z_3
    t_2 = t_1 * z_4
    t_3 = x_2 / z_5
    w_1 = t_2 + t_3
    w_2, w_3 = dup(w_1, 2)
    t_4 = w_2.real
    t_5 = w_3.imag
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    t_bar = t_5 * result_bar  # line 9: w.real * w.imag
    t_bar_1 = t_4 * result_bar  # line 9: w.real * w.imag
    w_bar = complex(-0.0, -1.0) * t_bar_1  # line 9: w.imag
    w_bar_1 = w_bar + t_bar
    t_bar_2, t_bar_3 = dup(w_bar_1, 2)  # line 8: z * z * z + x / z
    t_6 = 1.0 / z_1
    t_7 = -t_3
    t_8 = t_7 / z_1
    x_bar = t_6 * t_bar_3  # line 8: x / z
    z_bar = t_8 * t_bar_3  # line 8: x / z
    x_bar_1 = x_bar.real
    t_bar_4 = z_1 * t_bar_2  # line 8: z * z * z
    z_bar_1 = t_1 * t_bar_2  # line 8: z * z * z
    z_bar_2 = z_bar + z_bar_1
    t_9 = 2.0 * z_1
    z_bar_3 = t_9 * t_bar_4  # line 8: z * z
    z_bar_4 = z_bar_2 + z_bar_3
    t_bar_5 = 1.0j * z_bar_4  # line 7: complex(x, y) * 1j
    x_bar_2 = t_bar_5.real
    t_10 = t_bar_5.imag
    y_bar = -t_10
    x_bar_3 = x_bar_1 + x_bar_2
    return x_bar_3, y_bar
