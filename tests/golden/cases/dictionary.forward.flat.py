import math


def f_jvp(mass, rate, time, mass_dot, rate_dot, time_dot):
    t = rate * mass
    t_4 = mass * rate_dot
    t_5 = rate * mass_dot
    t_6 = t_4 + t_5
    t_1 = -t
    t_7 = -t_6
    t_2 = t_1 / mass
    t_8 = 1.0 / mass
    t_9 = -t_2
    t_10 = t_9 / mass
    t_11 = t_8 * t_7
    t_12 = t_10 * mass_dot
    t_13 = t_11 + t_12
    t_3 = t_2 * time
    t_14 = time * t_13
    t_15 = t_2 * time_dot
    t_16 = t_14 + t_15
    decay_1 = math.exp(t_3)
    t_17 = decay_1 * t_16
    result = mass * decay_1
    t_18 = decay_1 * mass_dot
    t_19 = mass * t_17
    t_20 = t_18 + t_19
    return result, t_20
