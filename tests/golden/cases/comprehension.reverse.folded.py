from s2sad.runtime.shadow import merge


def f_grad(values):
    # forward sweep
    len_values = len(values)
    mean = sum(values) / len_values
    # reverse sweep
    t = 1.0 / (len_values - 1)
    values_bar = []
    mean_bar = 0.0
    for v in reversed(values):
        v_minus_mean_bar = 2 * (v - mean) * t  # line 8: (v - mean) ** 2
        mean_bar -= v_minus_mean_bar
        values_bar.append(v_minus_mean_bar)  # line 8: values
    values_bar.reverse()
    values_bar_1 = [mean_bar / len_values] * len_values  # line 7: sum(values) / len(values)
    merge(values_bar, values_bar_1)  # line 7: sum(values)
    return values_bar
