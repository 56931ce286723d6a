def f_grad(x, n):
    t, power_saved = power_fwd(x, n)
    x_bar = 1.0 + power_rev(power_saved, 1.0)  # line 14: power(x, n)
    return x_bar


def power_fwd(x, n):
    t = n == 0
    if t:
        result = 1.0
        t_1 = None
        t_2 = None
        half = None
        power_saved = None
    else:
        half, power_saved = power_fwd(x, n // 2)
        t_1 = n % 2
        if t_1:
            t_2 = half * half
            result = t_2 * x
        else:
            result = half * half
            t_2 = None
    saved = t, t_1, x, t_2, half, power_saved
    return result, saved


def power_rev(saved_1, result_bar):
    t, t_1, x, t_2, half, power_saved = saved_1
    if t:
        return 0.0
    if t_1:
        x_bar = t_2 * result_bar  # line 10: half * half * x
        half_bar = 2.0 * half * (x * result_bar)  # line 10: half * half
    else:
        half_bar = 2.0 * half * result_bar  # line 10: half * half
        x_bar = 0.0
    x_bar += power_rev(power_saved, half_bar)  # line 9: power(x, n // 2)
    return x_bar
