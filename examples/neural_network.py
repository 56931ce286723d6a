"""A small neural network learns `y*y + sin(x)`: written with arrays, and once more with single numbers.

Both losses are plain Python, and s2sad differentiates both. The gradients are the same, but arrays take a
fraction of the time: a line for all points at once in place of a loop over points and neurons.

`python neural_network.py learned.png` draws what it has learned. That takes matplotlib.
"""

import math
import sys
from time import process_time

import numpy as np

import s2sad


def height(x, y):
    return y * y + np.sin(x)


def network(weights, points):
    hidden = np.tanh(points @ weights["inner"] + weights["shift"])
    return hidden @ weights["outer"] + weights["offset"]


def loss(weights, points, heights):
    """The mean of the squared errors."""
    error = network(weights, points) - heights
    return np.mean(error * error)


def loss_by_numbers(weights, points, heights):
    """The same with lists of floats."""
    slopes_x, slopes_y = weights["inner"]
    shifts, outers = weights["shift"], weights["outer"]
    total = 0.0
    for (x, y), z in zip(points, heights):
        found = weights["offset"]
        for slope_x, slope_y, shift, outer in zip(slopes_x, slopes_y, shifts, outers):
            found += outer * math.tanh(x * slope_x + y * slope_y + shift)
        total += (found - z) ** 2
    return total / len(points)


def trained(weights, points, heights, steps=1500, rate=0.02):
    """The weights after steps of Adam (Kingma and Ba, 2015)."""
    slopes = s2sad.grad(loss)
    mean = {name: np.zeros_like(weight) for name, weight in weights.items()}
    square = {name: np.zeros_like(weight) for name, weight in weights.items()}
    for step in range(1, steps + 1):
        for name, slope in slopes(weights, points, heights).items():
            mean[name] = 0.9 * mean[name] + 0.1 * slope
            square[name] = 0.999 * square[name] + 0.001 * slope**2
            pace = rate / (1.0 - 0.9**step)
            scale = np.sqrt(square[name] / (1.0 - 0.999**step)) + 1e-8
            weights = {**weights, name: weights[name] - pace * mean[name] / scale}
    return weights


def main():
    rng = np.random.default_rng(0)
    points = rng.uniform([-4.0, -2.0], [4.0, 2.0], size=(400, 2))
    heights = height(*points.T)
    first = initial(rng)
    print("steps  mean squared error")
    for steps in (0, 10, 100, 1000, 3000):
        weights = trained(first, points, heights, steps)
        print(f"{steps:5}  {loss(weights, points, heights):.5f}")
    compare(first, points, heights)
    return weights


def initial(rng, width=24):
    return {
        "inner": rng.normal(size=(2, width)),
        "shift": rng.normal(size=width),
        "outer": rng.normal(size=width) / width**0.5,
        "offset": 0.0,
    }


def compare(weights, points, heights):
    """The gradients of both losses: that they agree, and how long they take."""
    numbers = {name: np.asarray(weight).tolist() for name, weight in weights.items()}
    by_arrays = s2sad.grad(loss), (weights, points, heights)
    by_numbers = s2sad.grad(loss_by_numbers), (numbers, points.tolist(), heights.tolist())
    one, other = by_arrays[0](*by_arrays[1]), by_numbers[0](*by_numbers[1])
    apart = max(np.max(np.abs(one[name] - np.array(other[name]))) for name in one)
    print(f"\nThe gradients by arrays and by numbers differ by {apart:.0e}.")
    print("\nMeasured:")
    of_arrays, of_numbers = seconds(*by_arrays), seconds(*by_numbers)
    print(f"  the gradient by numbers takes {of_numbers / of_arrays:.0f} times as long as that by arrays")
    print(f"  over the loss itself: by arrays {of_arrays / seconds(loss, by_arrays[1]):.1f},", end=" ")
    print(f"by numbers {of_numbers / seconds(loss_by_numbers, by_numbers[1]):.1f}")


def seconds(function, arguments, rounds=15):
    """The least time of some calls."""

    def once():
        start = process_time()
        function(*arguments)
        return process_time() - start

    return min(once() for _ in range(rounds))


def draw(file, weights):
    """The function, and what the network makes of it."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(1, 2, figsize=(7.2, 2.8), layout="constrained", sharey=True)
    x, y = np.meshgrid(np.linspace(-4.0, 4.0, 100), np.linspace(-2.0, 2.0, 60))
    learned = network(weights, np.stack([x, y], axis=-1))
    for axes, z, title in zip(panels, (height(x, y), learned), ("y*y + sin(x)", "learned")):
        axes.contourf(x, y, z, levels=np.linspace(-1.5, 5.5, 15), cmap="Blues_r")
        axes.set(xlabel="x", title=title)
    panels[0].set_ylabel("y")
    figure.savefig(file, dpi=100)


if __name__ == "__main__":
    found = main()
    for name in sys.argv[1:]:
        draw(name, found)
