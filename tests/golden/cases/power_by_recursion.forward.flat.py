def f_jvp(x, n, x_dot):
    t, t_dot = power_jvp(x, n, x_dot)
    result = t + x
    t_1 = t_dot + x_dot
    return result, t_1


def power_jvp(x, n, x_dot):
    if n == 0:
        return 1.0, 0.0
    t_1 = n // 2
    half, half_dot = power_jvp(x, t_1, x_dot)
    if n % 2:
        t_3 = half * half
        t_6 = half * half_dot
        t_7 = half * half_dot
        t_8 = t_6 + t_7
        result = t_3 * x
        t_9 = x * t_8
        t_10 = t_3 * x_dot
        result_dot = t_9 + t_10
        return result, result_dot
    result = half * half
    t_12 = half * half_dot
    t_13 = half * half_dot
    result_dot = t_12 + t_13
    return result, result_dot
