import math
from s2sad.runtime.operations import dup


def f_grad(mass, rate, time):
    # forward sweep
    mass_1, mass_2, mass_3 = dup(mass, 3)
    t = rate * mass_1
    t_1 = -t
    t_2 = t_1 / mass_2
    t_3 = t_2 * time
    decay_1 = math.exp(t_3)
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    mass_bar = decay_1 * result_bar  # line 11: model["mass"] * decay
    decay_bar = mass * result_bar  # line 11: model["mass"] * decay
    t_bar = decay_1 * decay_bar  # line 10: math.exp(-model["damping"] / model["mass"] * time)
    t_bar_1 = time * t_bar  # line 10: -model["damping"] / model["mass"] * time
    time_bar = t_2 * t_bar  # line 10: -model["damping"] / model["mass"] * time
    t_4 = 1.0 / mass
    t_5 = -t_2
    t_6 = t_5 / mass
    t_bar_2 = t_4 * t_bar_1  # line 10: -model["damping"] / model["mass"]
    mass_bar_1 = t_6 * t_bar_1  # line 10: -model["damping"] / model["mass"]
    mass_bar_2 = mass_bar + mass_bar_1
    t_bar_3 = -t_bar_2  # line 10: -model["damping"]
    rate_bar = mass * t_bar_3  # line 9: rate * mass
    mass_bar_3 = rate * t_bar_3  # line 9: rate * mass
    mass_bar_4 = mass_bar_2 + mass_bar_3
    return mass_bar_4, rate_bar, time_bar
