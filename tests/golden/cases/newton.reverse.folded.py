def f_grad(a):
    # forward sweep
    saved = []
    x = a
    while abs(x * x - a) > 1e-12:
        a_over_x = a / x
        saved.append((x, a_over_x))
        x = 0.5 * (x + a_over_x)
    # reverse sweep
    x_bar = 1.0
    a_bar = 0.0
    for x, a_over_x in reversed(saved):
        x_plus_a_over_x_bar = 0.5 * x_bar  # line 9: 0.5 * (x + a / x)
        a_bar_1 = x_plus_a_over_x_bar / x  # line 9: a / x
        a_bar += a_bar_1
        x_bar = x_plus_a_over_x_bar - a_over_x * a_bar_1
    return a_bar + x_bar
