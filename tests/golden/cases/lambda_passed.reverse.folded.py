def f_grad(x):
    t = 2.0 * (x * x + x)
    return 1.0 + t + 2.0 * x * t
