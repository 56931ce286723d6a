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
        t_3 = 2 * t_16
        t_4 = t_3 * t_dot_1
        t_18 = t_15 - t_17
        t_6 = t_dot - t_4
        t_19 = t_18**2
        t_7 = 2 * t_18
        t_8 = t_7 * t_6
        t_20 = 100.0 * t_19
        t_9 = 100.0 * t_8
        t_21 = x[i_2]
        t_dot_2 = x_dot[i_2]
        t_22 = 1.0 - t_21
        t_10 = -t_dot_2
        t_23 = t_22**2
        t_11 = 2 * t_22
        t_12 = t_11 * t_10
        t_24 = t_20 + t_23
        t_13 = t_9 + t_12
        total += t_24
        total_dot += t_13
    return total, total_dot
