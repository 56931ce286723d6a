def f_grad(coefficients, x):
    # forward sweep
    saved = []
    total = 0.0
    for c in coefficients:
        saved.append(total)
        total = total * x + c
    # reverse sweep
    coefficients_bar = []
    total_bar = 1.0
    x_bar = 0.0
    for total in reversed(saved):
        x_bar += total * total_bar  # line 9: total * x
        coefficients_bar.append(total_bar)  # line 8: coefficients
        total_bar = x * total_bar  # line 9: total * x
    coefficients_bar.reverse()
    return coefficients_bar, x_bar
