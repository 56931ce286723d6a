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
    sum_values_bar = mean_bar / len_values  # line 7: sum(values) / len(values)
    for i in range(len(values_bar)):
        values_bar[i] += sum_values_bar  # line 7: sum(values)
    return values_bar
