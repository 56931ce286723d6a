def f_grad(x, rate):
    t = 1.0 + rate
    balance = x * t
    balance_bar = 1.0 + t
    return t * balance_bar, balance + x * balance_bar
