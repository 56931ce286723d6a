import math


def f_grad(mass, rate, time):
    quotient = -(rate * mass) / mass
    decay = math.exp(quotient * time)
    result = mass * decay
    minus_rate_mass_bar = time * result / mass  # line 10: -model["damping"] / model["mass"]
    mass_bar = decay - quotient * minus_rate_mass_bar
    rate_mass_bar = -minus_rate_mass_bar  # line 10: -model["damping"]
    mass_bar += rate * rate_mass_bar  # line 9: rate * mass
    return mass_bar, mass * rate_mass_bar, quotient * result
