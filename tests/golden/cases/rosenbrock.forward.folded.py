def f_jvp(x, x_dot):
    total = 0.0
    total_dot = 0.0
    for i in range(len(x) - 1):
        t = i + 1
        t_1 = x[i]
        t_dot = x_dot[i]
        t_2 = x[t] - t_1**2
        t_3 = 100.0 * (2 * t_2 * (x_dot[t] - 2 * t_1 * t_dot))
        t_4 = 1.0 - t_1
        total += 100.0 * t_2**2 + t_4**2
        total_dot += t_3 - t_dot * (2 * t_4)
    return total, total_dot
