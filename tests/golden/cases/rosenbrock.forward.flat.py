def f_jvp(x, x_dot):
    t = len(x)
    t_1 = t - 1
    t_2 = range(t_1)
    total = 0.0
    total_dot = 0.0
    for i_1 in t_2:
        t_3 = i_1 + 1
        t_4 = x[t_3]
        t_dot = x_dot[t_3]
        t_5 = x[i_1]
        t_dot_1 = x_dot[i_1]
        t_6 = t_5**2
        t_14 = 2 * t_5
        t_15 = t_14 * t_dot_1
        t_7 = t_4 - t_6
        t_17 = t_dot - t_15
        t_8 = t_7**2
        t_18 = 2 * t_7
        t_19 = t_18 * t_17
        t_9 = 100.0 * t_8
        t_20 = 100.0 * t_19
        t_10 = x[i_1]
        t_dot_2 = x_dot[i_1]
        t_11 = 1.0 - t_10
        t_21 = -t_dot_2
        t_12 = t_11**2
        t_22 = 2 * t_11
        t_23 = t_22 * t_21
        t_13 = t_9 + t_12
        t_24 = t_20 + t_23
        total += t_13
        total_dot += t_24
    return total, total_dot
