import math


def f_jvp(x, n, x_dot):
    path = [x]
    path_dot = [x_dot]
    for k in range(n):
        t = path[-1]
        t_1 = math.cos(t) * path_dot[-1]
        path.append(math.sin(t) + 0.1 * k)
        path_dot.append(t_1)
    t_2 = sum(path)
    t_3 = path[-1]
    return t_2 * t_3, t_3 * sum(path_dot) + t_2 * path_dot[-1]
