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
        t_5 = x * x_dot
        t_6 = x * x_dot
        y_dot = t_5 + t_6
    result = y * x
    t_8 = x * y_dot
    t_9 = y * x_dot
    t_10 = t_8 + t_9
    return result, t_10
