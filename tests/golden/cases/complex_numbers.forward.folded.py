def f_jvp(x, y, x_dot, y_dot):
    z = complex(x, y) * 1.0j
    t = 1.0j * complex(x_dot, y_dot)
    t_1 = z * z
    t_2 = z * t
    t_3 = z * (t_2 + t_2) + t_1 * t
    t_4 = x / z
    w = t_1 * z + t_4
    t_5 = t_3 + (x_dot / z - t_4 * (t / z))
    t_6 = w.real
    t_7 = w.imag
    return t_6 * t_7, t_7 * t_5.real + t_6 * t_5.imag
