from s2sad.runtime.operations import dup


def f_grad(x):
    # forward sweep
    t = len(x)
    t_1 = t - 1
    # reverse sweep
    total_bar = float(1.0)  # the adjoint of the result
    t_3 = [0.0]
    t_4 = len(x)
    x_bar = t_3 * t_4
    t_46 = range(t_1)
    t_47 = reversed(t_46)
    for i_1 in t_47:
        t_52 = i_1 + 1
        t_53 = x[t_52]
        t_54 = x[i_1]
        t_55 = t_54**2
        t_56 = t_53 - t_55
        t_57 = x[i_1]
        t_58 = 1.0 - t_57
        # line 9: total += 100.0 * (x[i + 1] - x[i] ** 2) ** 2 + (1.0 - x[i]) ** 2
        total_bar, t_bar_9 = dup(total_bar, 2)
        # line 9: 100.0 * (x[i + 1] - x[i] ** 2) ** 2 + (1.0 - x[i]) ** 2
        t_bar_10, t_bar_11 = dup(t_bar_9, 2)
        t_50 = 2 * t_58
        t_bar_12 = t_50 * t_bar_11  # line 9: (1.0 - x[i]) ** 2
        t_bar_13 = -t_bar_12  # line 9: 1.0 - x[i]
        x_bar[i_1] += t_bar_13  # line 9: x[i]
        t_bar_14 = 100.0 * t_bar_10  # line 9: 100.0 * (x[i + 1] - x[i] ** 2) ** 2
        t_67 = 2 * t_56
        t_bar_15 = t_67 * t_bar_14  # line 9: (x[i + 1] - x[i] ** 2) ** 2
        t_bar_16 = -t_bar_15  # line 9: x[i + 1] - x[i] ** 2
        t_77 = 2 * t_54
        t_bar_17 = t_77 * t_bar_16  # line 9: x[i] ** 2
        x_bar[i_1] += t_bar_17  # line 9: x[i]
        x_bar[t_52] += t_bar_15  # line 9: x[i + 1]
    return x_bar
