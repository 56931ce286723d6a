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
    t_19 = range(t_1)
    t_20 = reversed(t_19)
    for i_2 in t_20:
        t_26 = i_2 + 1
        t_27 = x[t_26]
        t_28 = x[i_2]
        t_29 = t_28**2
        t_30 = t_27 - t_29
        t_21 = x[i_2]
        t_22 = 1.0 - t_21
        # line 9: total += 100.0 * (x[i + 1] - x[i] ** 2) ** 2 + (1.0 - x[i]) ** 2
        total_bar, t_bar_9 = dup(total_bar, 2)
        # line 9: 100.0 * (x[i + 1] - x[i] ** 2) ** 2 + (1.0 - x[i]) ** 2
        t_bar_10, t_bar_11 = dup(t_bar_9, 2)
        t_23 = 2 * t_22
        t_bar_12 = t_23 * t_bar_11  # line 9: (1.0 - x[i]) ** 2
        t_bar_13 = -t_bar_12  # line 9: 1.0 - x[i]
        x_bar[i_2] += t_bar_13  # line 9: x[i]
        t_bar_14 = 100.0 * t_bar_10  # line 9: 100.0 * (x[i + 1] - x[i] ** 2) ** 2
        t_24 = 2 * t_30
        t_bar_15 = t_24 * t_bar_14  # line 9: (x[i + 1] - x[i] ** 2) ** 2
        t_bar_16 = -t_bar_15  # line 9: x[i + 1] - x[i] ** 2
        t_25 = 2 * t_28
        t_bar_17 = t_25 * t_bar_16  # line 9: x[i] ** 2
        x_bar[i_2] += t_bar_17  # line 9: x[i]
        x_bar[t_26] += t_bar_15  # line 9: x[i + 1]
    return x_bar
