import math


def f_jvp(x, n, x_dot):
    path = [x]
    path_dot = [x_dot]
    for k in range(n):
        path_last = path[-1]
        path.append(math.sin(path_last) + 0.1 * k)
        path_dot.append(math.cos(path_last) * path_dot[-1])
    sum_path = sum(path)
    path_last = path[-1]
    result = sum_path * path_last
    return result, path_last * sum(path_dot) + sum_path * path_dot[-1]
