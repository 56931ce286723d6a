"""On `y*y + sin(x)` two starts that lie close together lead to two different valleys.

`python gradient_descent.py descent.png` draws the paths, and `descent.gif` lets them move. That takes matplotlib.
"""

import math
import sys

import s2sad


def height(x, y):
    return y * y + math.sin(x)


slopes = s2sad.grad(height, argnums=(0, 1))


def descent(x, y, rate=0.2, steps=34):
    """The points that the descent comes through."""
    path = [(x, y)]
    for _ in range(steps):
        by_x, by_y = slopes(x, y)
        x, y = x - rate * by_x, y - rate * by_y
        path.append((x, y))
    return path


STARTS = (1.5, -2.4), (1.8, -2.4)


def main():
    for start in STARTS:
        path = descent(*start)
        print(f"from {start}:\n")
        for step in (0, 1, 2, 4, 8, 16, 32, 34):
            x, y = path[step]
            print(f"  step {step:2}  x {x:9.6f}  y {y:9.6f}  height {height(x, y):9.6f}")
        print()
    print(f"The valleys lie at -pi/2 = {-math.pi / 2:.6f} and 3 pi/2 = {1.5 * math.pi:.6f}.")


def draw(file):
    """The heights as contours, and the paths: all at once, or as an animation if the file is a .gif."""
    import matplotlib

    matplotlib.use("agg")
    import numpy as np
    from matplotlib import pyplot
    from matplotlib.animation import FuncAnimation, PillowWriter

    figure, axes = pyplot.subplots(figsize=(6.4, 3.6), layout="constrained")
    x, y = np.meshgrid(np.linspace(-3.5, 6.5, 120), np.linspace(-2.6, 1.6, 80))
    axes.contourf(x, y, y * y + np.sin(x), levels=12, cmap="Blues_r")
    axes.set(xlabel="x", ylabel="y", title="y*y + sin(x)")
    paths = [descent(*start) for start in STARTS]
    lines = [
        axes.plot(*zip(*path), "o-", color=color)[0] for path, color in zip(paths, ("tab:red", "orange"))
    ]
    axes.plot(*zip(*STARTS), "w*", markersize=11)
    if not str(file).endswith(".gif"):
        return figure.savefig(file, dpi=100)

    def frame(number):
        for line, path in zip(lines, paths):
            line.set_data(*zip(*path[: number + 1]))

    FuncAnimation(figure, frame, frames=30).save(file, PillowWriter(fps=6), dpi=80)


if __name__ == "__main__":
    main()
    for name in sys.argv[1:]:
        draw(name)
