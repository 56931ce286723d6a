"""Constructors that ask which arguments they got (`*args`, `**named`), in all modes against differences."""

import numpy as np
import pytest

import s2sad


class Rotor:
    def __init__(self, *args, **named):
        if len(args) == 1:
            try:
                self.q = np.array([float(args[0]), 0.0, 0.0])
                return
            except TypeError:
                pass
            self.q = self.checked(args[0])
        elif named:
            if ("scalar" in named) or ("vector" in named):
                self.q = np.hstack((named.get("scalar", 0.0), named["vector"]))
            elif "array" in named and "matrix" not in named:
                self.q = self.checked(named["array"])
            else:
                keys = sorted(named.keys())
                self.q = self.checked([named[key] for key in keys])
        else:
            self.q = np.array([1.0, 0.0, 0.0])

    def checked(self, items):
        try:
            numbers = [float(e) for e in items]
        except ValueError:
            raise ValueError("{!r} is not of {} numbers".format(items, len(items))) from None  # noqa: UP032
        return np.asarray(numbers)

    def value(self):
        return self.q[0] * self.q[1] + self.q[2] ** 2


def by_an_array(x):
    return Rotor(array=2.0 * x).value()


def by_its_place(x):
    return Rotor(x).value() * Rotor(x[0]).q[0]


def by_parts(x):
    return Rotor(scalar=x[0], vector=x[1:]).value()


def by_letters(x):
    return Rotor(b=x[1], a=x[0], c=x[2]).value()


def by_nothing(x):
    return Rotor().value() * x[0] + x[1]


@pytest.mark.parametrize("function", [by_an_array, by_its_place, by_parts, by_letters, by_nothing])
def test_all_modes(function):
    s2sad.check_grads(function, (np.array([0.7, -1.2, 0.4]),))


def keys_as_a_list(x):
    return of_keys(u=x, v=2.0 * x)


def of_keys(**named):
    keys = named.keys()
    return sum(named[key] for key in keys) * named[list(named.keys())[1]] * len(keys)


def test_keys_of_named_arguments_are_known():
    s2sad.check_grads(keys_as_a_list, (0.7,))


def shown_while_it_is_written(x):
    a = np.zeros(2)
    a[0] = x
    text = "{} of {!r}".format(a[0], a)  # noqa: UP032
    a[1] = a[0] * x if text and ascii(a) and format(a) else 0.0
    return a[0] * a[1]


def test_texts_of_arrays_that_are_written():
    s2sad.check_grads(shown_while_it_is_written, (0.7,))
