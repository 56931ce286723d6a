"""Containers that are known while the list is gone through: loops about them are written out."""

from collections import deque
from dataclasses import dataclass

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.5, 0.8, 1.1])


def moving_mean(x):
    last, total = deque(maxlen=3), 0.0
    for k in range(4):
        last.append(x[k])
        total = total + (sum(last) / len(last)) ** 2
    return total


def queue(x):
    waiting, total = deque([x[0], x[1]]), 0.0
    for _ in range(5):
        first = waiting.popleft()
        waiting.append(np.sin(first) + waiting[0])
        total += first * waiting[0]
    return total


def stack_machine(x):
    stack = [x[0], x[1], x[2], x[3]]
    while len(stack) > 1:
        first = stack.pop()
        second = stack.pop()
        stack.append(first * second + 1.0)
    return stack[0]


def table(x):
    found = {}
    for k in range(4):
        found[k] = x[k] ** 2
    return found[0] * found[1] + found[2] * found[3]


def table_by_names(x):
    found = {}
    for k, name in enumerate(["a", "b", "c"]):
        found[f"{name}{k}"] = x[k] * x[0]
    return found["a0"] * found["b1"] + found["c2"] if "c2" in found else 0.0


def pairs(x):
    out = []
    for k in range(4):
        out.append((x[k], x[k] ** 2))
    return sum(a * b for a, b in out)


def of_different_lengths(x):
    out = []
    for i in range(1, 4):
        out.append(x[:i] * x[0])
    return np.sum(out[2] ** 2) + np.sum(out[0])


def left_early(x):
    out, k = [x], 0
    while True:
        out.append(np.sin(out[-1]) * x[0])
        k += 1
        if k == 3:
            break
    return np.sum(out[-1] * out[1])


@dataclass
class Body:
    place: float
    speed: float

    def step(self, dt):
        self.speed -= dt * np.sin(self.place)
        self.place += dt * self.speed


def bodies(x):
    every = [Body(x[k], 0.5) for k in range(3)]
    for _ in range(3):
        for body in every:
            body.step(0.1)
    return sum(body.place * body.speed for body in every)


def without_a_key(x):
    values = {"a": x[0], "b": x[0] * x[1], "c": x[2]}
    del values["c"]
    return values.pop("b") * values["a"] * len(values)


@pytest.mark.parametrize(
    "fun",
    [
        without_a_key,
        moving_mean,
        queue,
        stack_machine,
        table,
        table_by_names,
        pairs,
        of_different_lengths,
        left_early,
        bodies,
    ],
)
def test_gradients(check, fun):
    check(fun, X)


def in_a_branch(x):
    waiting = deque([x[0], x[1]])
    if x[2] > 0:
        waiting.popleft()
    return waiting[0] ** 2


def as_many_as_are_given(x):
    waiting = deque()
    for k in range(len(x)):
        waiting.append(x[k])
    return waiting[0] ** 2


@pytest.mark.parametrize("fun", [in_a_branch, as_many_as_are_given])
def test_what_is_known_only_later_is_refused(in_python, fun):
    with pytest.raises(s2sad.DifferentiationError, match="leave `jit=True` away"):
        s2sad.grad(fun, jit=True)(np.ones(70))  # shorter ones are written out
