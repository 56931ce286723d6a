"""Records of one of several classes: what is asked of them is lowered for each class."""

import pytest


class Circle:
    def __init__(self, r):
        self.r = r

    def area(self):
        return 3.0 * self.r**2

    def __call__(self, k):
        return self.r + k


class Square:
    def __init__(self, r):
        self.r = r

    def area(self):
        return self.r * self.r

    def __call__(self, k):
        return self.r * k

    def __getitem__(self, k):
        return self.r * k


def by_a_method(x):
    shapes = [Circle(x), Square(2.0 * x)]
    return sum(s.area() for s in shapes)


def by_an_attribute(x):
    shapes = [Circle(x), Square(2.0)]
    for s in shapes:
        s.r = s.r * x
    return shapes[0].r * shapes[1].r


def by_a_call(x):
    total = 0.0
    for s in [Circle(x), Square(x * x)]:
        total += s(3.0)
    return total


def by_a_question(x):
    return sum(s.r if isinstance(s, Circle) else 2.0 * s.r for s in [Circle(x), Square(x)])


def not_all_have_it(x):
    shapes = [Circle(x), Square(x)]
    return shapes[1][2.0] + shapes[0].r


@pytest.mark.parametrize("f", [by_a_method, by_an_attribute, by_a_call, by_a_question, not_all_have_it])
def test_each_class_does_its_own(same, f):
    same(f, (0.7,), (-1.5,))


def test_which_class_it_is_is_asked_of_the_record(same):
    def f(x):
        shapes = [Circle(x), Square(x)]
        shapes.append(Circle(2.0 * x))
        return sum(s.area() for s in reversed(shapes))

    assert "if" in same(f, (0.7,)).outline
