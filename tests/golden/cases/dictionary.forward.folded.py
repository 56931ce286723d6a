import math


def f_jvp(mass, rate, time, mass_dot, rate_dot, time_dot):
    t = -(rate * mass) / mass
    t_1 = -(mass * rate_dot + rate * mass_dot) / mass
    decay = math.exp(t * time)
    t_2 = decay * (time * (t_1 - t * (mass_dot / mass)) + t * time_dot)
    return mass * decay, decay * mass_dot + mass * t_2
