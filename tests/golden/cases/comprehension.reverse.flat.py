def f_grad(values):
    # forward sweep
    t = sum(values)
    t_1 = len(values)
    mean_1 = t / t_1
    items = []
    t_2 = len(values)
    t_3 = range(t_2)
    for i in t_3:
        v = values[i]
        t_5 = v - mean_1
        t_6 = t_5**2
        items.append(t_6)
    t_8 = len(values)
    t_9 = t_8 - 1
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    t_4 = 1.0 / t_9
    t_bar = t_4 * result_bar  # line 8: sum([(v - mean) ** 2 for v in values]) / (len(values) - 1)
    t_10 = len(items)
    t_11 = [t_bar]
    items_bar = t_11 * t_10
    t_12 = [0.0]
    t_13 = len(values)
    values_bar = t_12 * t_13
    t_15 = range(t_2)
    t_16 = reversed(t_15)
    mean_bar = 0.0
    for i_1 in t_16:
        v_1 = values[i_1]
        t_18 = v_1 - mean_1
        t_bar_3 = items_bar.pop()  # line 8: (v - mean) ** 2
        t_17 = 2 * t_18
        t_bar_4 = t_17 * t_bar_3  # line 8: (v - mean) ** 2
        mean_bar -= t_bar_4
        values_bar[i_1] += t_bar_4  # line 8: values
    t_19 = 1.0 / t_1
    t_bar_5 = t_19 * mean_bar  # line 7: sum(values) / len(values)
    t_22 = len(values_bar)
    t_23 = range(t_22)
    for i_2 in t_23:
        values_bar[i_2] += t_bar_5  # line 7: sum(values)
    return values_bar
