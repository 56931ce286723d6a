def f_grad(x):
    # forward sweep
    t = len(x)
    # reverse sweep
    x_bar = [0.0] * t
    for i in reversed(range(t - 1)):
        t_1 = i + 1
        t_2 = x[i]
        t_bar = 2 * (x[t_1] - t_2 * t_2) * 100.0  # line 9: (x[i + 1] - x[i] ** 2) ** 2
        x_bar[i] += -(t_bar * (2 * t_2)) - 2 * (1.0 - t_2)  # line 9: x[i]
        x_bar[t_1] += t_bar  # line 9: x[i + 1]
    return x_bar
