import math


def f_jvp(x, n, x_dot):
    t = range(n)
    total = 0.0
    broke1 = False
    total_dot = 0.0
    for i_2 in t:
        t_6 = i_2 % 2
        if not t_6 == 0:
            t_8 = i_2 * x
            t_1 = i_2 * x_dot
            t_9 = math.sin(t_8)
            t_2 = math.cos(t_8)
            t_3 = t_2 * t_1
            total += t_9
            total_dot += t_3
            stop = total > 1.5
            if stop:
                broke1 = True
                if stop:
                    break
            elif stop:
                break
    if not broke1:
        total_1 = total * x
        t_5 = x * total_dot
        t_12 = total * x_dot
        total_dot = t_5 + t_12
    else:
        total_1 = total
    return total_1, total_dot
