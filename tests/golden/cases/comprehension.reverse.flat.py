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
        t_7 = v_1 - mean_1
        item_1 = t_7**2
        items.append(item_1)
    t_9 = len(values)
    t_10 = t_9 - 1
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    t_4 = 1.0 / t_10
    t_bar = t_4 * result_bar  # line 8: sum([(v - mean) ** 2 for v in values]) / (len(values) - 1)
    t_5 = len(items)
    t_6 = [t_bar]
    items_bar = t_6 * t_5
    t_11 = [0.0]
    t_12 = len(values)
    values_bar = t_11 * t_12
    t_23 = range(t_2)
    t_24 = reversed(t_23)
    mean_bar = 0.0
    for i_2 in t_24:
        v_2 = values[i_2]
        t_35 = v_2 - mean_1
        item_bar_1 = items_bar.pop()  # line 8: (v - mean) ** 2
        t_32 = 2 * t_35
        t_bar_2 = t_32 * item_bar_1  # line 8: (v - mean) ** 2
        mean_bar -= t_bar_2
        values_bar[i_2] += t_bar_2  # line 8: values
    t_36 = 1.0 / t_1
    t_bar_3 = t_36 * mean_bar  # line 7: sum(values) / len(values)
    t_37 = len(values)
    t_38 = [t_bar_3]
    values_bar_1 = t_38 * t_37
    merge(values_bar, values_bar_1)  # line 7: sum(values)
    return values_bar
