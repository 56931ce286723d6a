def f_grad(x):
    # forward sweep
    len_x = len(x)
    # reverse sweep
    x_bar = [0.0] * len_x
    for i in reversed(range(len_x - 1)):
        i_plus_1 = i + 1
        x_i = x[i]
        # line 9: (x[i + 1] - x[i] ** 2) ** 2
        difference_bar = 2 * (x[i_plus_1] - x_i * x_i) * 100.0
        x_bar[i] += -(difference_bar * (2 * x_i)) - 2 * (1.0 - x_i)  # line 9: x[i]
        x_bar[i_plus_1] += difference_bar  # line 9: x[i + 1]
    return x_bar
