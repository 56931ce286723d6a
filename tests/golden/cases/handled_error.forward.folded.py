import math


def f_jvp(x, x_dot):
    try:
        y = math.sqrt(x)
        if y:  # line 10: math.sqrt(x)
            y_dot = 0.5 * (x_dot / y)
        else:
            y_dot = math.inf * x_dot if x_dot else 0.0
    except ValueError:
        y = x * x
        t = x * x_dot
        y_dot = t + t
    return y * x, x * y_dot + y * x_dot
