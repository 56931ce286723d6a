"""A hand-written integrator, and how the end of the flight depends on its start.

The Jacobian of the end by the start is exact for the very steps that the integrator takes. Since the leapfrog method is
symplectic, its determinant is one, to the last digits; differences don't see that. With the Jacobian Newton's method
finds the start that hits a target.

`python orbit.py orbit.png` draws the orbits. That takes matplotlib.
"""

import sys

import numpy as np

import s2sad


def acceleration(position):
    """By a mass of one at the origin."""
    return -position / np.sum(position * position) ** 1.5


def flown(start, steps, duration):
    """Position and velocity after a time, by the leapfrog method; both are in one array of four."""
    step = duration / steps
    position, velocity = start[:2], start[2:]
    velocity = velocity + 0.5 * step * acceleration(position)
    for _ in range(steps - 1):
        position = position + step * velocity
        velocity = velocity + step * acceleration(position)
    position = position + step * velocity
    velocity = velocity + 0.5 * step * acceleration(position)
    return np.concatenate([position, velocity])


by_start = s2sad.jacobian(flown)


def differences(start, steps, duration, width=1e-6):
    """The same Jacobian by differences: eight flights."""
    columns = [
        (flown(start + move, steps, duration) - flown(start - move, steps, duration)) / (2.0 * width)
        for move in width * np.eye(4)
    ]
    return np.stack(columns, axis=1)


def aimed(start, target, steps, duration):
    """The velocity at the start that leads to a target; each step of Newton's method is printed."""
    for _ in range(10):
        miss = flown(start, steps, duration)[:2] - target
        print(f"  velocity {start[2]:.9f} {start[3]:.9f}  misses by {np.linalg.norm(miss):.0e}")
        if np.linalg.norm(miss) < 1e-11:
            break
        by_velocity = by_start(start, steps, duration)[:2, 2:]
        start = start - np.concatenate([np.zeros(2), np.linalg.solve(by_velocity, miss)])
    return start


START, STEPS, DURATION = np.array([1.0, 0.0, 0.0, 1.2]), 500, 8.0


def main():
    jacobian = by_start(START, STEPS, DURATION)
    print("The end by the start (rows: x, y and velocities at the end):\n")
    print(np.array2string(jacobian, precision=6, suppress_small=True))
    estimate = differences(START, STEPS, DURATION)
    print(f"\ndeterminant - 1   s2sad {abs(np.linalg.det(jacobian) - 1.0):.0e}", end="")
    print(f"   differences {abs(np.linalg.det(estimate) - 1.0):.0e}")
    print("\nThe start that ends at (-1, 1):\n")
    aimed(START, np.array([-1.0, 1.0]), STEPS, DURATION)


def draw(file):
    """The orbit, and where starts nearby lead: as they fly, and as the Jacobian says."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6.4, 4.2), layout="constrained")
    path = np.array([flown(START, 1 + round(60 * t), t)[:2] for t in np.linspace(0.05, DURATION, 150)])
    axes.plot(*path.T, color="0.7", label="orbit")
    turn = np.linspace(0.0, 2.0 * np.pi, 25)
    moves = 0.01 * np.stack([0.0 * turn, 0.0 * turn, np.cos(turn), np.sin(turn)], axis=1)
    ends = np.array([flown(START + move, STEPS, DURATION)[:2] for move in moves])
    linear = (flown(START, STEPS, DURATION) + moves @ by_start(START, STEPS, DURATION).T)[:, :2]
    axes.plot(*ends.T, ".", color="tab:blue", label="velocities within 0.01")
    axes.plot(*linear.T, color="tab:red", linewidth=1.0, label="by the Jacobian")
    axes.plot(0.0, 0.0, "o", color="orange", markersize=10)
    axes.set(aspect="equal", xlabel="x", ylabel="y")
    axes.legend(loc="lower center")
    figure.savefig(file, dpi=100)


if __name__ == "__main__":
    main()
    for name in sys.argv[1:]:
        draw(name)
