def f_jvp(kind, x, x_dot):
    if kind == "square":
        result = x * x
        t_4 = x * x_dot
        t_5 = x * x_dot
        result_dot = t_4 + t_5
        return result, result_dot
    t = kind == "scaled"
    if t:
        t = x > 1.0
        value_1 = x
        value_dot = x_dot
    if t:
        x = 3.0 * value_1
        result_dot = 3.0 * value_dot
        return x, result_dot
    return x, x_dot
