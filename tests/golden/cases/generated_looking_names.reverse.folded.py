def f_grad(x, x_bar, dup):
    x_dot = x * x_bar
    t = 2.0 * (x_dot * dup)
    x_dot_bar = dup * t  # line 8: x_dot * dup
    return 1.0 + x_bar * x_dot_bar, x * x_dot_bar, x_dot * t
