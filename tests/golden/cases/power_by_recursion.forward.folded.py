def f_jvp(x, n, x_dot):
    power_result, power_result_dot = power_jvp(x, n, x_dot)
    return power_result + x, power_result_dot + x_dot


def power_jvp(x, n, x_dot):
    if n == 0:
        return 1.0, 0.0
    half, half_dot = power_jvp(x, n // 2, x_dot)
    if n % 2:
        half_squared = half * half
        t = half * half_dot
        result = half_squared * x
        result_dot = x * (t + t) + half_squared * x_dot
        return result, result_dot
    result = half * half
    t_1 = half * half_dot
    result_dot = t_1 + t_1
    return result, result_dot
