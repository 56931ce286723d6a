def f_grad(a):
    # forward sweep
    saved = []
    x = a
    while abs(x * x - a) > 1e-12:
        t = a / x
        saved.append((x, t))
        x = 0.5 * (x + t)
    # reverse sweep
    x_bar = 1.0
    a_bar = 0.0
    for x, t_2 in reversed(saved):
        t_bar = 0.5 * x_bar  # line 9: 0.5 * (x + a / x)
        a_bar_1 = t_bar / x  # line 9: a / x
        a_bar += a_bar_1
        x_bar = t_bar - t_2 * a_bar_1
    return a_bar + x_bar
