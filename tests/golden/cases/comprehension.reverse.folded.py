from s2sad.runtime.shadow import merge


def f_grad(values):
    # forward sweep
    t = len(values)
    mean = sum(values) / t
    items = []
    for v in values:
        item = (v - mean) ** 2
        items.append(item)
    # reverse sweep
    items_bar = [1.0 / (t - 1)] * len(items)
    values_bar = []
    mean_bar = 0.0
    for v in reversed(values):
        item_bar = items_bar.pop()  # line 8: (v - mean) ** 2
        t_bar = 2 * (v - mean) * item_bar
        mean_bar -= t_bar
        values_bar.append(t_bar)  # line 8: values
    values_bar.reverse()
    values_bar_1 = [mean_bar / t] * t  # line 7: sum(values) / len(values)
    merge(values_bar, values_bar_1)  # line 7: sum(values)
    return values_bar
