"""Attributes that classes give and take by `__get__`, `__set__` and `__dict__` have derivatives."""

import pytest

import s2sad


class Scaled:
    def __init__(self, factor):
        self.factor = factor

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, obj, owner=None):
        return obj.__dict__[self.name]

    def __set__(self, obj, value):
        obj.__dict__[self.name] = self.factor * value


class Lazy:
    def __init__(self, function):
        self.function = function
        self.name = function.__name__

    def __get__(self, obj, owner=None):
        value = obj.__dict__[self.name] = self.function(obj)
        return value


class Disc:
    radius = Scaled(3.0)

    def __init__(self, radius):
        self.radius = radius

    @Lazy
    def area(self):
        return 2.0 * self.radius**2


class Option:
    def __init__(self, price):
        for name in ["price", "delta"]:
            self.__dict__[name] = None
        self.price = price * price


class Squared:
    def __init__(self, side):
        self.side = side

    @property
    def side(self):
        return 2.0 * self.__dict__["side"]

    @side.setter
    def side(self, value):
        self.__dict__["side"] = value * value


def by_data_descriptor(x):
    return Disc(x).radius * x


def by_lazy_attribute(x):
    disc = Disc(x)
    return disc.area + disc.area


def by_names(x):
    return Option(x).price if Option(x).delta is None else 0.0


def by_property(x):
    return Squared(x).side


@pytest.mark.parametrize("function", [by_data_descriptor, by_lazy_attribute, by_names, by_property])
def test_attributes_that_a_class_gives_and_takes(function):
    expected = (function(0.7 + 1e-6) - function(0.7 - 1e-6)) / 2e-6
    value, gradient = s2sad.value_and_grad(function)(0.7)
    assert value == pytest.approx(function(0.7))
    assert gradient == pytest.approx(expected, rel=1e-7)
    assert s2sad.jvp(function, (0.7,), (1.0,))[1] == pytest.approx(expected, rel=1e-7)


def test_what_a_descriptor_holds_is_what_it_holds_now():
    gradient = s2sad.grad(by_data_descriptor)
    assert gradient(0.5) == pytest.approx(3.0)
    held = vars(Disc)["radius"]
    held.factor = 5.0
    try:
        assert gradient(0.5) == pytest.approx(5.0)
    finally:
        held.factor = 3.0


def test_a_name_known_only_at_run_time_is_refused():
    class Numbered:
        def __init__(self, x, n):
            for i in range(n):
                self.__dict__[f"a{i}"] = x * i

    with pytest.raises(s2sad.errors.UnsupportedSyntax, match="whose name is known only at run time"):
        s2sad.grad(lambda x, n: Numbered(x, n).a1)(1.0, 3)


class Scaled:
    def __set_name__(self, owner, name):
        self.key = "_" + name

    def __get__(self, instance, owner):
        return getattr(instance, self.key)

    def __set__(self, instance, value):
        setattr(instance, self.key, 10.0 * value)


class Updated:
    mass = Scaled()

    def __init__(self, x):
        self._mass = x
        self.__dict__.update(mass=2.0 * x)

    @property
    def width(self):
        return self._mass

    @width.setter
    def width(self, value):
        self._mass = 100.0 * value


def test_what_a_dict_is_updated_with_goes_past_descriptors_and_properties():
    def f(x):
        made = Updated(x)
        made.__dict__.update(width=3.0 * x)
        return made.mass * made.width

    assert (f(1.5), s2sad.value_and_grad(f)(1.5)) == (2.25, (2.25, 3.0))
