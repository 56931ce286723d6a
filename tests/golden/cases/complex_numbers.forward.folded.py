def f_jvp(x, y, x_dot, y_dot):
    z = complex(x, y) * 1.0j
    t = 1.0j * complex(x_dot, y_dot)
    z_squared = z * z
    t_1 = z * t
    x_over_z = x / z
    w = z_squared * z + x_over_z
    t_2 = z * (t_1 + t_1) + z_squared * t + (x_dot / z - x_over_z * (t / z))
    w_real = w.real
    w_imag = w.imag
    result = w_real * w_imag
    return result, w_imag * t_2.real + w_real * t_2.imag
