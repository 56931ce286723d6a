from s2sad.runtime.operations import dup


def f_grad(a, b):
    # forward sweep
    b_1, b_2 = dup(b, 2)
    t = a + b_1
    t_1 = b_2 + 1
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    t_bar = t_1 * result_bar  # line 7: (a + b) * (b + 1)
    t_bar_1 = t * result_bar  # line 7: (a + b) * (b + 1)
    a_bar, b_bar = dup(t_bar, 2)  # line 7: a + b
    b_bar_1 = t_bar_1 + b_bar
    return a_bar, b_bar_1
