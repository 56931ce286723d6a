def f_jvp(x, n, x_dot):
    t, t_dot = power_jvp(x, n, x_dot)
    return t + x, t_dot + x_dot


def power_jvp(x, n, x_dot):
    if n == 0:
        return 1.0, 0.0
    half, half_dot = power_jvp(x, n // 2, x_dot)
    if n % 2:
        t = half * half
        t_1 = half * half_dot
        result = t * x
        result_dot = x * (t_1 + t_1) + t * x_dot
        return result, result_dot
    result = half * half
    t_2 = half * half_dot
    result_dot = t_2 + t_2
    return result, result_dot
