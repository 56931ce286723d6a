def f_grad(x, n):
    power_result, power_saved = power_fwd(x, n)
    x_bar = 1.0 + power_rev(power_saved, 1.0)  # line 14: power(x, n)
    return x_bar


def power_fwd(x, n):
    n_is_0 = n == 0
    if n_is_0:
        result = 1.0
        half = None
        power_saved = None
    else:
        half, power_saved = power_fwd(x, n // 2)
        result = half * half * x if n % 2 else half * half
    saved = n_is_0, n, half, x, power_saved
    return result, saved


def power_rev(saved_1, result_bar):
    n_is_0, n, half, x, power_saved = saved_1
    if n_is_0:
        return 0.0
    if n % 2:
        x_bar = half * half * result_bar  # line 10: half * half * x
        half_bar = 2.0 * half * (x * result_bar)  # line 10: half * half
    else:
        half_bar = 2.0 * half * result_bar  # line 10: half * half
        x_bar = 0.0
    x_bar += power_rev(power_saved, half_bar)  # line 9: power(x, n // 2)
    return x_bar
