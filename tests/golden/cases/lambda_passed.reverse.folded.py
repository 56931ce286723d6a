def f_grad(x):
    t = 2.0 * (x * x + x)
    x_bar = 1.0 + t + 2.0 * x * t  # line 11: v * v
    return x_bar
