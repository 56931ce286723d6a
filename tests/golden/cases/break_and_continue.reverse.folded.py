import math


def f_grad(x, n):
    # forward sweep
    saved = []
    total = 0.0
    broke1 = False
    for i in range(n):
        t = i % 2 == 0
        if t:
            stop = False
            t_1 = None
        else:
            t_1 = i * x
            total += math.sin(t_1)
            stop = total > 1.5
            if stop:
                broke1 = True
        saved.append((t_1, i, t))
        if stop:
            break
    # reverse sweep
    if not broke1:
        total_bar = x
        x_bar = total
    else:
        total_bar = 1.0
        x_bar = 0.0
    for t_3, i, t_4 in reversed(saved):
        if not t_4:
            x_bar += i * (math.cos(t_3) * total_bar)  # line 13: i * x
    return x_bar
