def f_grad(x, rate):
    rate_shifted = 1.0 + rate
    balance = x * rate_shifted
    balance_bar = 1.0 + rate_shifted
    return rate_shifted * balance_bar, balance + x * balance_bar
