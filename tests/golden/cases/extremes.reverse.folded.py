def f_grad(x, y, z):
    first = x * y
    z_above_x_y = z > first
    first = z if z_above_x_y else first
    t = 0.1 > first
    first = 0.1 if t else first
    result = z * z
    t_1 = result < y
    result = result if t_1 else y
    if t_1:
        y_bar = 0.0
    else:
        y_bar = first
        first = 0.0
    z_bar = 2.0 * z * first  # line 7: z * z
    first_bar = 0.0 if t else result
    if z_above_x_y:
        z_bar += first_bar
        first_bar = 0.0
    return y * first_bar, y_bar + x * first_bar, z_bar
