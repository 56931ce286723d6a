"""Objects of the user's that are made of constants: followed, or made by the running program."""

import pytest

import s2sad


class Scale:
    made = 0

    def __init__(self, by, offset=0.0):
        self.by, self.offset = by, offset

    def at(self, x):
        return self.by * x + self.offset


class Counted:
    made = []

    def __init__(self, by):
        Counted.made.append(by)
        self.by = by

    def at(self, x):
        return self.by * x


def test_methods_get_what_is_active(same, check_modes):
    def f(x):
        line = Scale(3.0, offset=1.0)
        return line.at(x) * line.at(2.0)

    made = same(f, (1.5,))
    assert set(made.outline.split()) <= {"mul", "add"}
    check_modes(f, (1.5,))


def test_one_that_goes_elsewhere_is_made_when_it_runs():
    def f(x):
        line = Scale(2.0)
        return x * x, line

    (_, line), slope = s2sad.value_and_grad(f, has_aux=True)(1.5)
    assert type(line) is Scale and line.by == 2.0 and slope == 3.0


def test_a_constructor_with_an_effect_runs_once():
    Counted.made.clear()
    gradient = s2sad.grad(lambda x: Counted(2.0).at(x) * x)
    assert gradient(1.5) == pytest.approx(6.0)
    first = len(Counted.made)
    gradient(1.5)
    assert len(Counted.made) - first == 1
