"""Classes that stand in a dict, list or tuple outside, and are taken by a key that the running program knows."""

import pytest

import s2sad


class Step:
    known = {}

    def __init_subclass__(cls, /, name, **kwargs):
        super().__init_subclass__(**kwargs)
        Step.known[name] = cls

    def __init__(self, rate):
        self.rate = rate
        self.taken = 0

    def advance(self, y):
        self.taken += 1
        return self.next(y)


class Euler(Step, name="euler"):
    def next(self, y):
        return y + self.rate * y


class Taylor(Step, name="taylor"):
    def __init__(self, rate, weight=0.5):
        super().__init__(rate)
        self.weight = weight

    def next(self, y):
        return y + self.rate * y + self.weight * self.rate**2 * y


STEPS = {"euler": Euler, "taylor": Taylor}
IN_ORDER = (Euler, Taylor)


def by_name(x, name):
    step, y = STEPS[name](x), x * x
    for _ in range(3):
        y = step.advance(y)
    return y * step.taken


def by_registry(x, name):
    def made(kind, *args, **kwargs):
        return Step.known[kind](*args, **kwargs)

    return made(name, rate=x).advance(x) * made("taylor", x, weight=x).advance(1.0)


def by_place(x, name):
    return sum(IN_ORDER[place](x).advance(x) for place in (0, 1, -1))


@pytest.mark.parametrize("name", ["euler", "taylor"])
@pytest.mark.parametrize("function", [by_name, by_registry, by_place])
def test_all_modes(function, name):
    s2sad.check_grads(function, (0.7, name))


def test_what_the_table_lacks_is_an_error_of_the_programs():
    with pytest.raises(KeyError):
        s2sad.grad(by_name)(0.7, "midpoint")


def test_the_table_may_change_between_calls(monkeypatch):
    derivative = s2sad.grad(by_name)
    before = derivative(0.7, "euler")
    monkeypatch.setitem(STEPS, "euler", Taylor)
    assert derivative(0.7, "euler") == s2sad.grad(by_name)(0.7, "taylor") != before
