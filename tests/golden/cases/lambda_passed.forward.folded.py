def f_jvp(x, x_dot):
    t = x * x_dot
    x_squared_plus_x = x * x + x
    t_1 = x_squared_plus_x * (t + t + x_dot)
    return x_squared_plus_x * x_squared_plus_x + x, t_1 + t_1 + x_dot
