def f_grad(x, n):
    # forward sweep
    saved = []
    y = 1.0
    for i in range(n):
        saved.append(y)
        y = y * x
        print(f"step {i}: {y:.3f}")
    # reverse sweep
    y_bar = 1.0
    x_bar = 0.0
    for y in reversed(saved):
        x_bar += y * y_bar  # line 9: y * x
        y_bar = x * y_bar
    return x_bar
