import math


def f_jvp(x, n, x_dot):
    total = 0.0
    broke1 = False
    total_dot = 0.0
    for i in range(n):
        if not i % 2 == 0:
            i_x = i * x
            total += math.sin(i_x)
            total_dot += math.cos(i_x) * (i * x_dot)
            stop = total > 1.5
            if stop:
                broke1 = True
                if stop:
                    break
            elif stop:
                break
    if not broke1:
        total_1 = total * x
        total_dot = x * total_dot + total * x_dot
    else:
        total_1 = total
    return total_1, total_dot
