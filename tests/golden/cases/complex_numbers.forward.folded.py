def f_jvp(x, y, x_dot, y_dot):
    z = complex(x, y) * 1.0j
    t = 1.0j * complex(x_dot, y_dot)
    t_1 = z * z
    t_2 = z * t
    t_3 = x / z
    w = t_1 * z + t_3
    t_4 = z * (t_2 + t_2) + t_1 * t + (x_dot / z - t_3 * (t / z))
    t_5 = w.real
    t_6 = w.imag
    return t_5 * t_6, t_6 * t_4.real + t_5 * t_4.imag
