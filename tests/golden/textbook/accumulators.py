"""Sums by name, in a dict."""

import math


def f(x, rate):
    totals = {"paid": 0.0, "due": x}
    for i in range(4):
        interest = rate * totals["due"]
        totals["due"] += interest - 0.3
        totals["paid"] += interest * math.exp(-0.1 * i)
    return totals["paid"] * totals["due"]


def by_hand(x, rate):
    paid, due, dues = 0.0, x, []
    for i in range(4):
        dues.append(due)
        paid, due = paid + rate * due * math.exp(-0.1 * i), due + rate * due - 0.3
    paid_bar, due_bar, rate_bar = due, paid, 0.0
    for i in reversed(range(4)):
        interest_bar = math.exp(-0.1 * i) * paid_bar + due_bar
        rate_bar += dues[i] * interest_bar
        due_bar += rate * interest_bar
    return due_bar, rate_bar


POINT = (1.3, 0.2)
