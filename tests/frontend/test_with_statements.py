"""`with` statements: generators and objects that manage, in Python's order, with what they do to exceptions."""

import contextlib

import pytest

import s2sad


@contextlib.contextmanager
def scaled(box, by):
    old = box[0]
    box[0] = old * by
    try:
        yield box[0]
    finally:
        box[0] = box[0] + old


class Section:
    def __init__(self, box, swallow=False):
        self.box, self.swallow = box, swallow

    def __enter__(self):
        self.box[0] = self.box[0] * 2.0
        return self.box

    def __exit__(self, kind, error, trace):
        self.box[0] = self.box[0] + 1.0
        return self.swallow


def by_generator(x):
    box = [x]
    with scaled(box, x) as value:
        box[0] = box[0] * 3.0
    return box[0] * value


def by_object(x):
    box = [x]
    with Section(box) as inner:
        inner[0] = inner[0] * x
    return box[0] * x


def nested(x):
    box = [x]
    with Section(box), scaled(box, 5.0):
        y = box[0] * x
    return box[0] * y


def swallowed(x):
    box, y = [x], x
    with Section(box, swallow=True):
        y = y * x
        if x > 0.0:
            raise ValueError("too large")
        y = 100.0
    return box[0] * y


def suppressed(x):
    y = x
    with contextlib.suppress(KeyError, ZeroDivisionError):
        y = y * x
        y = y / (x - x)
    with contextlib.nullcontext(y) as z:
        return z * 2.0


@pytest.mark.parametrize(
    ("function", "slope"),
    [
        (by_generator, lambda x: 12.0 * x**3 + 3.0 * x**2),
        (by_object, lambda x: 6.0 * x**2 + 1.0),
        (nested, None),
        (swallowed, lambda x: 6.0 * x**2 + 2.0 * x),
        (suppressed, lambda x: 4.0 * x),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_slopes(check, function, slope):
    found = check(function, 0.7)
    if slope is not None:
        assert found == pytest.approx([slope(0.7)])


def raised(x):
    box = [x]
    with Section(box):
        if x > 0.0:
            raise KeyError("k")
    return box[0]


def test_an_exception_that_nobody_ends_goes_on():
    with pytest.raises(KeyError):
        s2sad.grad(raised)(0.7)
