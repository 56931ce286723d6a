def f_jvp(values, values_dot):
    len_values = len(values)
    mean = sum(values) / len_values
    t = sum(values_dot) / len_values
    items = []
    items_dot = []
    for i in range(len_values):
        v = values[i]
        v_minus_mean = v - mean
        items.append(v_minus_mean**2)
        items_dot.append(2 * v_minus_mean * (values_dot[i] - t))
    difference = len_values - 1
    return sum(items) / difference, sum(items_dot) / difference
