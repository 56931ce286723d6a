import math


def f_jvp(mass, rate, time, mass_dot, rate_dot, time_dot):
    quotient = -(rate * mass) / mass
    t = -(mass * rate_dot + rate * mass_dot) / mass
    t_1 = time * (t - quotient * (mass_dot / mass)) + quotient * time_dot
    decay = math.exp(quotient * time)
    return mass * decay, decay * mass_dot + mass * (decay * t_1)
