import math


def f_jvp(x, n, x_dot):
    t = range(n)
    total = 0.0
    broke1 = False
    total_dot = 0.0
    for i_1 in t:
        t_1 = i_1 % 2
        if not t_1 == 0:
            t_3 = i_1 * x
            t_7 = i_1 * x_dot
            t_4 = math.sin(t_3)
            t_8 = math.cos(t_3)
            t_9 = t_8 * t_7
            total += t_4
            total_dot += t_9
            stop = total > 1.5
            if stop:
                broke1 = True
                if stop:
                    break
            elif stop:
                break
    if not broke1:
        total_1 = total * x
        t_11 = x * total_dot
        t_12 = total * x_dot
        total_dot = t_11 + t_12
    else:
        total_1 = total
    return total_1, total_dot
