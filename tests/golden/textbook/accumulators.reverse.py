def f_grad(x, rate):
    # forward sweep
    saved = []
    paid = 0.0
    due = x
    for i in range(4):
        interest = rate * due
        exp_i_scaled = math.exp(-0.1 * i)
        saved.append((due, exp_i_scaled))
        paid = paid + interest * exp_i_scaled
        due = due + (interest - 0.3)
    # reverse sweep
    due_bar = paid
    rate_bar = 0.0
    for due_1, exp_i_scaled in reversed(saved):
        interest_bar = exp_i_scaled * due + due_bar
        rate_bar += due_1 * interest_bar  # line 9: rate * totals["due"]
        due_bar += rate * interest_bar
    return due_bar, rate_bar
