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
        t_8 = v_1 - mean_1
        t_7 = v_dot - t_5
        t_9 = t_8**2
        t_13 = 2 * t_8
        t_14 = t_13 * t_7
        items.append(t_9)
        items_dot.append(t_14)
    t_10 = sum(items)
    t_dot_1 = sum(items_dot)
    t_11 = len(values)
    t_12 = t_11 - 1
    result = t_10 / t_12
    t_15 = 1.0 / t_12
    t_16 = t_15 * t_dot_1
    return result, t_16
