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
        t_21 = 2 * t_5
        t_24 = t_21 * t_dot_1
        t_7 = t_4 - t_6
        t_26 = t_dot - t_24
        t_8 = t_7**2
        t_34 = 2 * t_7
        t_37 = t_34 * t_26
        t_9 = 100.0 * t_8
        t_38 = 100.0 * t_37
        t_10 = x[i_1]
        t_dot_2 = x_dot[i_1]
        t_11 = 1.0 - t_10
        t_39 = -t_dot_2
        t_12 = t_11**2
        t_47 = 2 * t_11
        t_50 = t_47 * t_39
        t_13 = t_9 + t_12
        t_51 = t_38 + t_50
        total += t_13
        total_dot += t_51
    return total, total_dot
