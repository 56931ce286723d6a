"""A program of some 300 lines and 20 functions, of which the time to its first derivative is taken: a house and its heating."""

import math

import numpy as np

HOURS = 24
AREAS = (45.0, 12.0, 80.0, 60.0)
LAYERS = ((0.12, 0.6), (0.16, 0.035), (0.02, 0.8))
TARIFF = [0.22] * 7 + [0.31] * 12 + [0.28] * 5


def clamp(value, low, high):
    if value < low:
        return low
    if value > high:
        return high
    return value


def smooth_step(value, start, end):
    t = clamp((value - start) / (end - start), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def outside_temperature(hour, mean, swing):
    phase = 2.0 * math.pi * (hour - 15.0) / 24.0
    base = mean + swing * math.cos(phase)
    if hour < 6:
        base -= 0.3 * swing
    return base


def solar_elevation(hour, latitude):
    declination = math.radians(12.0)
    angle = math.radians(15.0 * (hour - 12.0))
    sine = math.sin(latitude) * math.sin(declination)
    sine += math.cos(latitude) * math.cos(declination) * math.cos(angle)
    return sine


def solar_gain(hour, latitude, window, shading):
    height = solar_elevation(hour, latitude)
    if height <= 0.0:
        return 0.0
    direct = 900.0 * height * math.exp(-0.15 / height)
    diffuse = 90.0 * math.sqrt(height)
    transmitted = 0.62 * window * (direct * (1.0 - shading) + diffuse)
    return transmitted / 1000.0


def wall_resistance(insulation):
    total = 0.13 + 0.04
    for thickness, conductivity in LAYERS:
        total += thickness / conductivity
    total += insulation / 0.032
    return total


def conductance(insulation, window):
    resistance = wall_resistance(insulation)
    total = 0.0
    for area in AREAS:
        opaque = area - window if area > 50.0 else area
        total += opaque / resistance
    glass = 1.1 * window
    return (total + glass) / 1000.0


def infiltration(wind, difference, tightness):
    stack = 0.00025 * abs(difference)
    pressure = 0.00019 * wind * wind
    flow = tightness * math.sqrt(stack + pressure + 1e-9)
    return 0.34 * 400.0 * flow / 1000.0


def heat_pump_efficiency(outside, supply):
    lift = supply - outside + 8.0
    carnot = (supply + 273.15) / lift
    quality = 0.45
    if outside < 2.0:
        quality -= 0.02 * smooth_step(2.0 - outside, 0.0, 10.0)
    return quality * carnot


def supply_temperature(outside, slope, offset):
    wanted = offset + slope * (20.0 - outside)
    return clamp(wanted, 25.0, 55.0)


def controller(inside, target, integral, gain):
    error = target - inside
    integral = 0.9 * integral + error
    power = gain * (error + 0.25 * integral)
    if power < 0.0:
        power = 0.0
    limit = 9.0
    if power > limit:
        excess = power - limit
        power = limit + 0.1 * math.tanh(excess)
    return power, integral


def target_temperature(hour, day, night):
    if hour < 6:
        return night
    if hour < 8:
        share = (hour - 6) / 2.0
        return night + share * (day - night)
    if hour < 22:
        return day
    return 0.5 * (day + night)


def occupants_gain(hour, people):
    gain = 0.08 * people
    if 8 <= hour < 17:
        gain *= 0.25
    elif hour >= 18:
        gain += 0.15
        if hour < 21:
            gain += 0.4 * people / (people + 1.0)
    return gain


def wind_speed(hour, strength):
    gust = math.sin(0.7 * hour) * math.cos(0.31 * hour + 0.2)
    speed = strength * (1.0 + 0.4 * gust)
    for k in range(1, 4):
        speed += strength * 0.05 / k * math.sin(k * hour)
    return max(speed, 0.1)


def discomfort(inside, target):
    miss = inside - target
    if miss > 0.0:
        return 0.3 * miss * miss
    cold = -miss
    return cold * cold + 0.2 * cold**3


def storage_step(level, charge, demand, loss):
    level = level + charge - demand
    level *= 1.0 - loss
    spill = 0.0
    if level > 12.0:
        spill = level - 12.0
        level = 12.0
    elif level < 0.0:
        spill = -2.0 * level
        level = 0.05 * level
    return level, spill


def hot_water(hour, people):
    total = 0.0
    for peak, width, share in ((7.0, 1.2, 0.5), (13.0, 1.5, 0.15), (20.0, 1.8, 0.35)):
        distance = (hour - peak) / width
        total += share * math.exp(-distance * distance)
    return 0.5 * people * total


def mass_step(air, masses, conduct, gains, step):
    """One step of the temperatures of three masses behind the air, implicit by a few sweeps."""
    new = masses.copy()
    for _ in range(3):
        left = np.concatenate([np.array([air]), new[:-1]])
        right = np.concatenate([new[1:], new[-1:]])
        flows = conduct * (left - new) + 0.3 * conduct * (right - new)
        new = masses + step * (flows + gains) / (1.0 + step * conduct)
    return new


def spectrum(series):
    """How much of a series is in its first harmonics."""
    values = np.array(series)
    centred = values - np.mean(values)
    total = 0.0
    for k in range(1, 4):
        angles = 2.0 * np.pi * k * np.arange(len(series)) / len(series)
        real = np.sum(centred * np.cos(angles))
        imaginary = np.sum(centred * np.sin(angles))
        total = total + (real**2 + imaginary**2) / k
    return total / len(series) ** 2


def price_of(energies, peak_price):
    total = 0.0
    worst = 0.0
    for hour, energy in enumerate(energies):
        rate = TARIFF[hour % len(TARIFF)]
        if energy > 3.0:
            rate *= 1.0 + 0.05 * (energy - 3.0)
        total += rate * energy
        if energy > worst:
            worst = energy
    return total + peak_price * worst


class Battery:
    """A store of electric energy, which ages."""

    def __init__(self, capacity, efficiency):
        self.capacity = capacity
        self.efficiency = efficiency
        self.level = 0.3 * capacity
        self.wear = 0.0

    def charge(self, power):
        taken = min(power, self.capacity - self.level)
        self.level += self.efficiency * taken
        self.wear += 0.01 * taken * taken
        return taken

    def discharge(self, power):
        given = min(power, 0.8 * self.level)
        self.level -= given
        self.wear += 0.01 * given * given
        return given


def tariffs(energies):
    """The price of each hour, by what kind of hour it is."""
    prices = {"night": 0.22, "day": 0.34, "peak": 0.47}
    average = sum(energies) / len(energies)
    prices["peak"] += 0.01 * average
    return [
        prices["night" if h < 7 else "peak" if 17 <= h % 24 < 21 else "day"] for h in range(len(energies))
    ]


def smoothed(values, weight):
    """Written in place, forwards and backwards."""
    result = list(values)
    for i in range(1, len(result)):
        result[i] = weight * result[i] + (1.0 - weight) * result[i - 1]
    for i in range(len(result) - 2, -1, -1):
        result[i] = weight * result[i] + (1.0 - weight) * result[i + 1]
    return result


def battery_savings(energies, capacity):
    """What two batteries save that are used in turn."""
    batteries = [Battery(capacity, 0.93), Battery(0.5 * capacity, 0.9)]
    prices = smoothed(tariffs(energies), 0.7)
    demand = list(energies)
    for hour, price in enumerate(prices):
        battery = batteries[hour % 2]
        if price > 0.33:
            demand[hour] -= battery.discharge(0.4 * demand[hour])
        else:
            demand[hour] += battery.charge(0.5)
    saved = sum(p * (e - d) for p, e, d in zip(prices, energies, demand))
    return saved - sum(battery.wear for battery in batteries)


def investment(insulation, window, storage):
    walls = 35.0 + 900.0 * insulation + 2500.0 * insulation**2
    glass = 420.0 * window - 4.0 * window * math.sqrt(window)
    tank = 300.0 + 110.0 * storage**0.8
    years = 25.0
    interest = 0.03
    annuity = interest / (1.0 - (1.0 + interest) ** -years)
    return annuity * (walls + glass + tank) / 365.0


def simulate(insulation, window, gain, slope, storage, shading, tightness, mean):
    inside, integral, level = 19.0, 0.0, 4.0
    masses = np.full(3, 18.5)
    conduct = np.array([0.8, 0.4, 0.2])
    day, night, people = 21.0, 17.5, 3.0
    loss_rate = conductance(insulation, window)
    energies = []
    temperatures = []
    comfort = 0.0
    for hour in range(HOURS):
        outside = outside_temperature(hour, mean, 6.0)
        target = target_temperature(hour, day, night)
        wind = wind_speed(hour, 4.0)
        power, integral = controller(inside, target, integral, gain)
        supply = supply_temperature(outside, slope, 28.0)
        efficiency = heat_pump_efficiency(outside, supply)
        sun = solar_gain(hour, 0.85, window, shading)
        people_heat = occupants_gain(hour, people)
        leak = infiltration(wind, inside - outside, tightness) * (inside - outside)
        water = hot_water(hour, people)
        charge = clamp(0.8 + 0.1 * (storage - level), 0.0, 2.5)
        level, spill = storage_step(level, charge, water, 0.01)
        masses = mass_step(inside, masses, conduct, 0.1 * sun, 0.5)
        exchange = float(np.sum(conduct * (masses - inside)))
        net = power + sun + people_heat - leak - loss_rate * (inside - outside) + exchange
        inside = inside + 0.25 * net
        energies.append((power + charge + spill) / efficiency)
        temperatures.append(inside)
        comfort += discomfort(inside, target)
    return energies, temperatures, comfort


def cost_of_a_house(insulation, window, gain, slope, storage, shading, tightness, mean):
    energies, temperatures, comfort = simulate(
        insulation, window, gain, slope, storage, shading, tightness, mean
    )
    running = price_of(energies, 0.4)
    built = investment(insulation, window, storage)
    unrest = spectrum(temperatures)
    saved = battery_savings(energies, 0.5 * storage)
    total = running + built + 0.02 * comfort + 0.05 * unrest - saved
    if total < 0.0:
        total = 0.1 * total
    return total


POINT = (0.12, 8.0, 1.5, 0.9, 6.0, 0.3, 1.1, 4.0)
