import math


def f_jvp(x, n, x_dot):
    path_1 = [x]
    path_dot = [x_dot]
    t = range(n)
    for k_1 in t:
        t_1 = path_1[-1]
        t_dot = path_dot[-1]
        t_2 = math.sin(t_1)
        t_7 = math.cos(t_1)
        t_8 = t_7 * t_dot
        t_3 = 0.1 * k_1
        t_4 = t_2 + t_3
        path_1.append(t_4)
        path_dot.append(t_8)
    t_5 = sum(path_1)
    t_dot_1 = sum(path_dot)
    t_6 = path_1[-1]
    t_dot_2 = path_dot[-1]
    result = t_5 * t_6
    t_9 = t_6 * t_dot_1
    t_10 = t_5 * t_dot_2
    t_11 = t_9 + t_10
    return result, t_11
