import math


def f_jvp(x, x_dot):
    try:
        y = math.sqrt(x)
        if y:  # line 10: math.sqrt(x)
            t = 0.5 / y
            y_dot = t * x_dot  # line 10: math.sqrt(x)
        elif x_dot:
            y_dot = math.inf * x_dot  # line 10: math.sqrt(x)
        else:
            y_dot = 0.0
    except ValueError:
        y = x * x
        t_6 = x * x_dot
        t_7 = x * x_dot
        y_dot = t_6 + t_7
    result = y * x
    t_9 = x * y_dot
    t_10 = y * x_dot
    t_11 = t_9 + t_10
    return result, t_11
