def f_jvp(x, x_dot):
    t = len(x)
    t_1 = t - 1
    t_2 = range(t_1)
    total = 0.0
    total_dot = 0.0
    for i_2 in t_2:
        t_14 = i_2 + 1
        t_15 = x[t_14]
        t_dot = x_dot[t_14]
        t_16 = x[i_2]
        t_dot_1 = x_dot[i_2]
        t_17 = t_16**2
        t_10 = 2 * t_16
        t_13 = t_10 * t_dot_1
        t_18 = t_15 - t_17
        t_26 = t_dot - t_13
        t_19 = t_18**2
        t_34 = 2 * t_18
        t_37 = t_34 * t_26
        t_20 = 100.0 * t_19
        t_38 = 100.0 * t_37
        t_21 = x[i_2]
        t_dot_2 = x_dot[i_2]
        t_22 = 1.0 - t_21
        t_39 = -t_dot_2
        t_23 = t_22**2
        t_47 = 2 * t_22
        t_50 = t_47 * t_39
        t_24 = t_20 + t_23
        t_51 = t_38 + t_50
        total += t_24
        total_dot += t_51
    return total, total_dot
