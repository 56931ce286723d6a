from s2sad.runtime.shadow import merge


def f_grad(values):
    # forward sweep
    t = sum(values)
    t_1 = len(values)
    mean_1 = t / t_1
    items = []
    t_2 = len(values)
    t_3 = range(t_2)
    for i_1 in t_3:
        v_1 = values[i_1]
        t_8 = v_1 - mean_1
        t_9 = t_8**2
        items.append(t_9)
    t_11 = len(values)
    t_12 = t_11 - 1
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    t_4 = 1.0 / t_12
    t_bar = t_4 * result_bar  # line 8: sum([(v - mean) ** 2 for v in values]) / (len(values) - 1)
    t_5 = len(items)
    t_6 = [t_bar]
    items_bar = t_6 * t_5
    t_7 = [0.0]
    t_13 = len(values)
    values_bar = t_7 * t_13
    t_15 = range(t_2)
    t_16 = reversed(t_15)
    mean_bar = 0.0
    for i_2 in t_16:
        v_2 = values[i_2]
        t_18 = v_2 - mean_1
        t_bar_3 = items_bar.pop()  # line 8: (v - mean) ** 2
        t_17 = 2 * t_18
        t_bar_4 = t_17 * t_bar_3  # line 8: (v - mean) ** 2
        mean_bar -= t_bar_4
        values_bar[i_2] += t_bar_4  # line 8: values
    t_19 = 1.0 / t_1
    t_bar_5 = t_19 * mean_bar  # line 7: sum(values) / len(values)
    t_20 = len(values)
    t_21 = [t_bar_5]
    values_bar_1 = t_21 * t_20
    merge(values_bar, values_bar_1)  # line 7: sum(values)
    return values_bar
