def f_jvp(kind, x, x_dot):
    if kind == "square":
        result = x * x
        t = x * x_dot
        result_dot = t + t
        return result, result_dot
    x_above_1 = kind == "scaled"
    if x_above_1:
        x_above_1 = x > 1.0
        value = x
        value_dot = x_dot
    if x_above_1:
        x = 3.0 * value
        result_dot = 3.0 * value_dot
        return x, result_dot
    return x, x_dot
