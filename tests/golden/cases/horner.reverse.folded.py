from s2sad.runtime.operations import reverse


def f_grad(coefficients, x):
    # forward sweep
    t = range(len(coefficients))
    saved = []
    total = 0.0
    for t_1 in coefficients:
        saved.append(total)
        total = total * x + t_1
    # reverse sweep
    coefficients_bar = []
    t_2 = reversed(saved)
    zip(reversed(t), t_2)
    total_bar = 1.0
    x_bar = 0.0
    for total in t_2:
        x_bar += total * total_bar
        coefficients_bar.append(total_bar)  # line 8: coefficients
        total_bar = x * total_bar  # line 9: total * x
    coefficients_bar.reverse()
    return coefficients_bar, x_bar
