from s2sad.runtime.operations import dup


def f_grad(x):
    # forward sweep
    t = len(x)
    t_1 = t - 1
    # reverse sweep
    total_bar = float(1.0)  # the adjoint of the result
    t_14 = [0.0]
    t_15 = len(x)
    x_bar = t_14 * t_15
    t_46 = range(t_1)
    t_47 = reversed(t_46)
    for i_2 in t_47:
        t_64 = i_2 + 1
        t_75 = x[t_64]
        t_82 = x[i_2]
        t_83 = t_82**2
        t_84 = t_75 - t_83
        t_48 = x[i_2]
        t_49 = 1.0 - t_48
        # line 9: total += 100.0 * (x[i + 1] - x[i] ** 2) ** 2 + (1.0 - x[i]) ** 2
        total_bar, t_bar_9 = dup(total_bar, 2)
        # line 9: 100.0 * (x[i + 1] - x[i] ** 2) ** 2 + (1.0 - x[i]) ** 2
        t_bar_10, t_bar_11 = dup(t_bar_9, 2)
        t_57 = 2 * t_49
        t_bar_12 = t_57 * t_bar_11  # line 9: (1.0 - x[i]) ** 2
        t_bar_13 = -t_bar_12  # line 9: 1.0 - x[i]
        x_bar[i_2] += t_bar_13  # line 9: x[i]
        t_bar_14 = 100.0 * t_bar_10  # line 9: 100.0 * (x[i + 1] - x[i] ** 2) ** 2
        t_68 = 2 * t_84
        t_bar_15 = t_68 * t_bar_14  # line 9: (x[i + 1] - x[i] ** 2) ** 2
        t_bar_16 = -t_bar_15  # line 9: x[i + 1] - x[i] ** 2
        t_79 = 2 * t_82
        t_bar_17 = t_79 * t_bar_16  # line 9: x[i] ** 2
        x_bar[i_2] += t_bar_17  # line 9: x[i]
        x_bar[t_64] += t_bar_15  # line 9: x[i + 1]
    return x_bar
