import math


def f_grad(mass, rate, time):
    t = -(rate * mass) / mass
    decay = math.exp(t * time)
    result = mass * decay
    t_bar = time * result / mass  # line 10: -model["damping"] / model["mass"]
    t_bar_1 = -t_bar  # line 10: -model["damping"]
    mass_bar = decay - t * t_bar + rate * t_bar_1
    return mass_bar, mass * t_bar_1, t * result
