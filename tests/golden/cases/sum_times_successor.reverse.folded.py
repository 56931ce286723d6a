def f_grad(a, b):
    t = b + 1
    return t, a + b + t
