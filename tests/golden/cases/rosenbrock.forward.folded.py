def f_jvp(x, x_dot):
    total = 0.0
    total_dot = 0.0
    for i in range(len(x) - 1):
        i_plus_1 = i + 1
        x_i = x[i]
        x_i_dot = x_dot[i]
        difference = x[i_plus_1] - x_i**2
        t = 100.0 * (2 * difference * (x_dot[i_plus_1] - 2 * x_i * x_i_dot))
        x_i_shifted = 1.0 - x_i
        total += 100.0 * difference**2 + x_i_shifted**2
        total_dot += t - x_i_dot * (2 * x_i_shifted)
    return total, total_dot
