import math


def f_grad(x, n):
    # forward sweep
    saved = []
    total = 0.0
    broke1 = False
    for i in range(n):
        if i % 2 == 0:
            stop = False
            i_x = None
        else:
            i_x = i * x
            total += math.sin(i_x)
            stop = total > 1.5
            if stop:
                broke1 = True
        saved.append((i_x, i))
        if stop:
            break
    # reverse sweep
    if not broke1:
        total_bar = x
        x_bar = total
    else:
        total_bar = 1.0
        x_bar = 0.0
    for i_x, i in reversed(saved):
        if not i % 2 == 0:
            x_bar += i * (math.cos(i_x) * total_bar)  # line 13: i * x
    return x_bar
