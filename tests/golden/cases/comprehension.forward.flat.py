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
        t_6 = values[i_1]
        t_dot_1 = values_dot[i_1]
        t_7 = t_6 - mean_1
        t_12 = t_dot_1 - t_5
        item_1 = t_7**2
        t_20 = 2 * t_7
        t_23 = t_20 * t_12
        items.append(item_1)
        items_dot.append(t_23)
    t_8 = sum(items)
    t_dot_2 = sum(items_dot)
    t_9 = len(values)
    t_10 = t_9 - 1
    result = t_8 / t_10
    t_24 = 1.0 / t_10
    t_25 = t_24 * t_dot_2
    return result, t_25
