"""A file of functions, and the command line called within this process."""

import pytest

from s2sad.cli import main

MODEL = '''"""Functions of all sorts."""

import math

RATE = 0.5


def price(x, y):
    return x * y + math.sin(x)


def helper(x):
    return RATE * x * x


def program(x: float, n: int):
    total = 0.0
    for i in range(n):
        if x > 0.0:
            total += helper(x) / (i + 1)
        else:
            total -= x
    return total


def both(x, y):
    return x * y, [x + y, 2.0 * y]


def weighted(x, weights: "list[float]", name="plain"):
    return x * weights[0] + x * x * weights[1]


def relu(x):
    return x if x > 0.0 else 0.0


def größe(x):
    return x * x


def refused(x):
    return float(str(x))


def inverse(x):
    print("inverse is called")
    return 1.0 / x


def count(n):
    return float(len(range(n)))
'''


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "model.py"
    path.write_text(MODEL, encoding="utf-8")
    return path


@pytest.fixture
def run(capsys):
    """Runs a command line: (exit status, standard output, standard error)."""

    def call(*arguments):
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as stop:
            status = stop.code
        return status, *capsys.readouterr()

    return call
