"""What was the temperature before? The heat equation, written in place, and the start that leads to a known end.

A rod cools. Measured is its temperature at the end, at every second point and with noise; sought is that at the start.
The misfit is a loop that writes to an array; its gradient by the whole start takes one reverse sweep, and conjugate
gradients do the rest. The problem is ill-posed, so that roughness costs a little.

`python heat_equation.py rod.png` draws the temperatures. That takes matplotlib.
"""

import sys

import numpy as np

import s2sad


def cooled(start, steps):
    """The temperature after some steps; the ends of the rod keep theirs."""
    u = start.copy()
    for _ in range(steps):
        u[1:-1] += 0.4 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    return u


def misfit(start, measured, steps, roughness):
    error = cooled(start, steps)[::2] - measured
    bends = start[2:] - 2.0 * start[1:-1] + start[:-2]
    return np.sum(error * error) + roughness * np.sum(bends * bends)


gradient = s2sad.grad(misfit)


def recovered(measured, steps, roughness, guess):
    """The start that fits best: conjugate gradients, with the exact step because the misfit is quadratic."""
    start = guess
    slope = gradient(start, measured, steps, roughness)
    direction = -slope
    for _ in range(60):
        curved, *_ = s2sad.hvp(misfit, (start, measured, steps, roughness), (direction, None, None, None))
        start = start + np.sum(slope * slope) / np.sum(direction * curved) * direction
        before, slope = slope, gradient(start, measured, steps, roughness)
        direction = -slope + np.sum(slope * slope) / np.sum(before * before) * direction
    return start


def main():
    x = np.linspace(0.0, 1.0, 81)
    truth = np.where((x > 0.2) & (x < 0.4), 1.0, 0.0) + 0.6 * np.exp(-(((x - 0.7) / 0.07) ** 2))
    steps, roughness = 30, 1e-2
    noise = np.random.default_rng(0).normal(scale=0.005, size=41)
    measured = cooled(truth, steps)[::2] + noise
    guess = np.zeros_like(x)
    start = recovered(measured, steps, roughness, guess)
    for title, u in (("zeros", guess), ("recovered", start), ("the truth", truth)):
        slope = np.linalg.norm(gradient(u, measured, steps, roughness))
        error = np.sqrt(np.mean((u - truth) ** 2))
        value = misfit(u, measured, steps, roughness)
        print(f"{title:10} misfit {value:9.6f}  gradient {slope:9.6f}  from the truth {error:.3f}")
    print(f"\nThe gradient, as s2sad wrote it:\n\n{gradient.source}", end="")
    return x, truth, measured, start


def draw(file, x, truth, measured, start):
    """The temperatures before and after."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6.4, 3.2), layout="constrained")
    axes.plot(x, truth, color="0.6", label="start")
    axes.plot(x[::2], measured, ".", color="tab:blue", label="measured at the end")
    axes.plot(x, start, color="tab:red", label="recovered start")
    axes.set(xlabel="place", ylabel="temperature")
    axes.legend()
    figure.savefig(file, dpi=100)


if __name__ == "__main__":
    found = main()
    for name in sys.argv[1:]:
        draw(name, *found)
