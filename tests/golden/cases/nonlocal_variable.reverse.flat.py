from s2sad.runtime.operations import dup


def f_grad(x, rate):
    # forward sweep
    rate_1, rate_2 = dup(rate, 2)
    t = 1.0 + rate_1
    balance_1 = x * t
    t_1 = 1.0 + rate_2
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    balance_bar, balance_bar_1 = dup(result_bar, 2)  # line 14: grow() + grow()
    balance_bar_2 = t_1 * balance_bar_1  # line 11: balance * (1.0 + rate)
    t_bar = balance_1 * balance_bar_1  # line 11: balance * (1.0 + rate)
    balance_bar_3 = balance_bar + balance_bar_2
    x_bar = t * balance_bar_3  # line 11: balance * (1.0 + rate)
    t_bar_1 = x * balance_bar_3  # line 11: balance * (1.0 + rate)
    rate_bar = t_bar + t_bar_1
    return x_bar, rate_bar
