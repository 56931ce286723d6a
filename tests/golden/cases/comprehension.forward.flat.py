def f_jvp(values, values_dot):
    t = sum(values)
    t_dot = sum(values_dot)
    t_1 = len(values)
    mean_1 = t / t_1
    t_4 = 1.0 / t_1
    t_5 = t_4 * t_dot
    items = []
    items_dot = []
    t_2 = len(values)
    t_3 = range(t_2)
    for i_1 in t_3:
        v_1 = values[i_1]
        v_dot = values_dot[i_1]
        t_7 = v_1 - mean_1
        t_11 = v_dot - t_5
        item_1 = t_7**2
        t_19 = 2 * t_7
        t_22 = t_19 * t_11
        items.append(item_1)
        items_dot.append(t_22)
    t_8 = sum(items)
    t_dot_1 = sum(items_dot)
    t_9 = len(values)
    t_10 = t_9 - 1
    result = t_8 / t_10
    t_23 = 1.0 / t_10
    t_24 = t_23 * t_dot_1
    return result, t_24
