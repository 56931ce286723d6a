def f_grad(a, b):
    b_plus_1 = b + 1
    return b_plus_1, a + b + b_plus_1
