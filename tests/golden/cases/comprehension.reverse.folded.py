from s2sad.runtime.operations import reverse
from s2sad.runtime.shadow import merge, take_last


def f_grad(values):
    # forward sweep
    t = len(values)
    mean = sum(values) / t
    items = []
    for t_1 in values:
        item = (t_1 - mean) ** 2
        items.append(item)
    t_2 = t - 1
    sum(items) / t_2
    # reverse sweep
    result = [1.0 / t_2] * len(items)
    values_bar = []
    mean_bar = 0.0
    for t_3 in reversed(values):
        item_bar = take_last(result)  # line 8: (v - mean) ** 2
        t_bar = 2 * (t_3 - mean) * item_bar  # line 8: (v - mean) ** 2
        mean_bar -= t_bar
        values_bar.append(t_bar)  # line 8: values
    values_bar.reverse()
    merge(values_bar, [mean_bar / t] * t)  # line 7: sum(values)
    return values_bar
