import math


def f_jvp(mass, rate, time, mass_dot, rate_dot, time_dot):
    t = -(rate * mass) / mass
    t_1 = -(mass * rate_dot + rate * mass_dot) / mass
    t_2 = time * (t_1 - t * (mass_dot / mass)) + t * time_dot
    decay = math.exp(t * time)
    return mass * decay, decay * mass_dot + mass * (decay * t_2)
