def f_grad(x, rate):
    # forward sweep
    totals_values = []
    k = len(totals_values)
    totals_values.append(0.0)
    k_1 = len(totals_values)
    totals_values.append(x)
    totals = {"paid": k, "due": k_1}
    saved = []
    for i in range(4):
        k = totals["due"]
        t = totals_values[k]
        interest = rate * t
        k_1 = len(totals_values)
        totals["due"] = k_1
        totals_values.append(t + (interest - 0.3))
        k_1 = totals["paid"]
        t_1 = totals_values[k_1]
        exp_i_scaled = math.exp(-0.1 * i)
        saved.append((k, t, k_1, exp_i_scaled))
        k = len(totals_values)
        totals["paid"] = k
        totals_values.append(t_1 + interest * exp_i_scaled)
    k = totals["paid"]
    k_1 = totals["due"]
    # reverse sweep
    totals_values_bar = [0.0] * len(totals_values)
    totals_values_bar[k_1] += totals_values[k]  # line 12: totals["due"]
    totals_values_bar[k] += totals_values[k_1]  # line 12: totals["paid"]
    rate_bar = 0.0
    for k, t_3, k_1, exp_i_scaled in reversed(saved):
        t_bar = totals_values_bar.pop()  # line 11: totals["paid"] += interest * math.exp(-0.1 * i)
        totals_values_bar[k_1] += t_bar
        t_bar_1 = totals_values_bar.pop()  # line 10: totals["due"] += interest - 0.3
        interest_bar = exp_i_scaled * t_bar + t_bar_1
        totals_values_bar[k] += t_bar_1  # line 10: totals["due"] += interest - 0.3
        rate_bar += t_3 * interest_bar  # line 9: rate * totals["due"]
        totals_values_bar[k] += rate * interest_bar  # line 9: totals["due"]
    x_bar = totals_values_bar.pop()  # line 7: totals = {"paid": 0.0, "due": x}
    totals_values_bar.pop()
    return x_bar, rate_bar
