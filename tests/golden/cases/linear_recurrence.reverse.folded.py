def f_grad(x, a, n):
    # reverse sweep
    y_bar = 1.0
    x_bar = 0.0
    a_bar = 0.0
    for i in reversed(range(n)):
        a_bar -= y_bar
        x_bar += i * y_bar  # line 9: i * x
        y_bar = 0.9 * y_bar  # line 9: 0.9 * y
    return x_bar, a_bar
