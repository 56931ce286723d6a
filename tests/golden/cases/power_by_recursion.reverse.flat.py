from s2sad.runtime.operations import dup


def f_grad(x, n):
    # forward sweep
    x_1, x_2 = dup(x, 2)
    t, power_saved = power_fwd(x_1, n)
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    t_bar, x_bar = dup(result_bar, 2)  # line 14: power(x, n) + x
    x_bar_1 = power_rev(power_saved, t_bar)  # line 14: power(x, n)
    x_bar_2 = x_bar + x_bar_1
    return x_bar_2


def power_fwd(x, n):
    t = n == 0
    if t:
        result = 1.0
        half = None
        power_saved = None
    else:
        t_1 = n // 2
        half, power_saved = power_fwd(x, t_1)
        if n % 2:
            t_3 = half * half
            result = t_3 * x
        else:
            result = half * half
    saved = t, n, half, x, power_saved
    return result, saved


def power_rev(saved_1, result_bar):
    t_10, n_1, half_2, x_1, power_saved_2 = saved_1
    if t_10:
        return 0.0
    if n_1 % 2:
        t_8 = half_2 * half_2
        t_bar = x_1 * result_bar  # line 10: half * half * x
        x_bar = t_8 * result_bar  # line 10: half * half * x
        t_6 = 2.0 * half_2
        half_bar = t_6 * t_bar  # line 10: half * half
    else:
        t_7 = 2.0 * half_2
        half_bar = t_7 * result_bar  # line 10: half * half
        x_bar = 0.0
    x_bar_2 = power_rev(power_saved_2, half_bar)  # line 9: power(x, n // 2)
    x_bar_1 = x_bar + x_bar_2
    return x_bar_1
