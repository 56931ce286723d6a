def f_jvp(values, values_dot):
    t = sum(values)
    t_dot = sum(values_dot)
    t_1 = len(values)
    mean_1 = t / t_1
    t_4 = 1.0 / t_1
    t_10 = t_4 * t_dot
    items = []
    items_dot = []
    t_2 = len(values)
    t_3 = range(t_2)
    for i in t_3:
        v = values[i]
        v_dot = values_dot[i]
        t_5 = v - mean_1
        t_12 = v_dot - t_10
        t_6 = t_5**2
        t_13 = 2 * t_5
        t_14 = t_13 * t_12
        items.append(t_6)
        items_dot.append(t_14)
    t_7 = sum(items)
    t_dot_1 = sum(items_dot)
    t_8 = len(values)
    t_9 = t_8 - 1
    result = t_7 / t_9
    t_15 = 1.0 / t_9
    t_16 = t_15 * t_dot_1
    return result, t_16
