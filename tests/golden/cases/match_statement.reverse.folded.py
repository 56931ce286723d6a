def f_grad(kind, x):
    t = kind == "square"
    if not t:
        t_1 = kind == "scaled" and x > 1.0
    if t:
        x_bar = 2.0 * x
    else:
        t_2 = kind == "scaled"
        if t_1:
            value_bar = 3.0
            x_bar = 0.0
        else:
            value_bar = 0.0
            x_bar = 1.0
        if t_2:
            x_bar += value_bar
    return x_bar
