def f_jvp(values, values_dot):
    t = len(values)
    mean = sum(values) / t
    t_1 = sum(values_dot) / t
    items = []
    items_dot = []
    for i in range(t):
        v = values[i]
        t_2 = v - mean
        item = t_2**2
        items.append(item)
        items_dot.append(2 * t_2 * (values_dot[i] - t_1))
    t_3 = t - 1
    return sum(items) / t_3, sum(items_dot) / t_3
