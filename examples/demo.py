"""Two functions and what s2sad makes of them: Wengert list, tangent and adjoint code, and the gradient."""

import inspect
import math

import s2sad


def f(x: float, y: float):
    return x * y + math.sin(x)


def kepler(mean: float, eccentricity: float):
    """The eccentric anomaly: solves E - e * sin(E) = M by Newton's iteration."""
    angle = mean
    step = 1.0
    while abs(step) > 1e-12:
        step = (angle - eccentricity * math.sin(angle) - mean) / (1.0 - eccentricity * math.cos(angle))
        angle -= step
    return angle


def main():
    show(f, 2.0, 3.0)
    show(kepler, 1.0, 0.3)


def show(function, *point):
    """Print the function, each form that the compiler gives it, and its gradient at a point."""
    title(f"{function.__name__}: the function")
    print(inspect.getsource(function))
    title(f"{function.__name__}: its Wengert list")
    print(s2sad.wengert(function))
    for mode, what in ("forward", "tangent"), ("reverse", "adjoint"):
        for style in "flat", "folded":
            title(f"{function.__name__}: its {what} ({mode} mode), {style}")
            print(s2sad.emit(function, mode=mode, style=style))
    title(f"{function.__name__}: the gradient at {point}")
    show_gradient(function, point)


def show_gradient(function, point):
    """Print the gradient beside central differences."""
    names = inspect.signature(function).parameters
    gradient = s2sad.gradient(function, *point)
    print(f"{'':12}  {'s2sad':>20}  {'central differences':>20}")
    for place, (name, slope) in enumerate(zip(names, gradient)):
        print(f"{name:12}  {slope:20.15f}  {difference(function, point, place):20.15f}")
    print()


def difference(function, point, place, step=1e-5):
    """The derivative by one argument, by central differences."""

    def at(offset):
        return function(*(value + offset if i == place else value for i, value in enumerate(point)))

    return (at(step) - at(-step)) / (2.0 * step)


def title(text):
    print(f"# {text}\n# {'-' * len(text)}\n")


if __name__ == "__main__":
    main()
