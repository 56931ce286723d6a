def f_grad(x, y, z):
    first = x * y
    t = z > first
    first = z if t else first
    t_1 = 0.1 > first
    first = 0.1 if t_1 else first
    result = z * z
    t_2 = result < y
    result = result if t_2 else y
    if t_2:
        y_bar = 0.0
    else:
        y_bar = first
        first = 0.0
    z_bar = 2.0 * z * first  # line 7: z * z
    result = 0.0 if t_1 else result
    if t:
        z_bar += result
        result = 0.0
    return y * result, y_bar + x * result, z_bar
