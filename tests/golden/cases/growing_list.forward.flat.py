import math


def f_jvp(x, n, x_dot):
    path_1 = [x]
    path_dot = [x_dot]
    t = range(n)
    for k_4 in t:
        t_5 = path_1[-1]
        t_dot = path_dot[-1]
        t_6 = math.sin(t_5)
        t_1 = math.cos(t_5)
        t_2 = t_1 * t_dot
        t_7 = 0.1 * k_4
        t_8 = t_6 + t_7
        path_1.append(t_8)
        path_dot.append(t_2)
    t_9 = sum(path_1)
    t_dot_1 = sum(path_dot)
    t_10 = path_1[-1]
    t_dot_2 = path_dot[-1]
    result = t_9 * t_10
    t_3 = t_10 * t_dot_1
    t_4 = t_9 * t_dot_2
    t_11 = t_3 + t_4
    return result, t_11
