"""What the running program refuses isn't taken by handlers of the function: it gets out, whatever they say."""

import contextlib

import numpy as np
import pytest

import s2sad


class Weight:
    """Its operators may take `w * x` for anything."""

    def __init__(self, w):
        self.w = w

    def __mul__(self, x):
        return self.w * x

    __rmul__ = __mul__

    def scaled(self, x):
        return x * self.w

    def written(self, items, x):
        items[0] = items[0] * x
        return items

    def same(self, a):
        return a


def of_its_class(x, o):
    try:
        return o * x
    except TypeError:
        return x * x


def of_every_class(x, o):
    try:
        y = x * o
    except Exception:
        y = x * x
    return y


def without_a_class(x, o):
    y = x
    try:
        y = y * x
        y = y + o * x
    except:  # noqa: E722
        y = y * 5.0
    return y


def of_several(x, o):
    try:
        y = o.written([1.0], x)[0]
    except (ValueError, s2sad.DifferentiationError):
        y = x * x
    return y


def nested(x, o):
    try:
        try:
            y = o * x
        except ValueError:
            y = x
    except Exception:
        y = x * x
    return y


def in_a_loop(x, o):
    y = x
    for _ in range(3):
        try:
            y = y + o * x
        except TypeError:
            y = y * 2.0
    return y


def suppressed(x, o):
    y = x
    with contextlib.suppress(Exception):
        y = o * x
    return y


def called(x, o):
    return of_its_class(x, o) + of_its_class(x * x, o)


def in_the_end(x, o):
    y = x
    try:
        y = o * y
    except Exception:
        y = y * 2.0
    finally:
        y = y + 1.0
    return y


def of_an_array(x, o):
    y = x * 1.0
    try:
        z = o.same(y)
        y[0] = y[0] * 2.0
        r = np.sum(z * y)
    except ValueError:
        r = np.sum(x)
    return r


OPERATORS = (
    lambda f, x, o: s2sad.grad(f)(x, o),
    lambda f, x, o: s2sad.value_and_grad(f)(x, o),
    lambda f, x, o: s2sad.jvp(f, (x, o), (x, None)),
    lambda f, x, o: s2sad.vjp(f, x, o),
    lambda f, x, o: s2sad.hvp(f, (x, o), (x, None)),
)


@pytest.mark.parametrize("operator", OPERATORS)
@pytest.mark.parametrize(
    "f",
    [
        of_its_class,
        of_every_class,
        without_a_class,
        of_several,
        nested,
        in_a_loop,
        suppressed,
        called,
        in_the_end,
        of_an_array,
    ],
)
def test_a_refusal_gets_out(f, operator):
    x = np.array([1.0, 2.0]) if f is of_an_array else 1.5
    with pytest.raises(
        (TypeError, ValueError, s2sad.DifferentiationError), match="call a function|writes to|a copy"
    ):
        operator(f, x, Weight(3.0))


def looked_up(x, o):
    try:
        y = x * o.table["b"]
    except (KeyError, AttributeError):
        y = x * x
    return y


def divided(x, o):
    try:
        y = x / (o.w - 3.0)
    except Exception:
        y = x * x
    return y


def through_a_method(x, o):
    try:
        y = o.scaled(x)
    except Exception:
        y = x
    return y


@pytest.mark.parametrize("f, slope", [(looked_up, 3.0), (divided, 3.0), (through_a_method, 3.0)])
def test_what_python_raises_is_handled(f, slope):
    assert s2sad.grad(f)(1.5, Weight(3.0)) == slope
    assert s2sad.jvp(f, (1.5, Weight(3.0)), (1.0, None))[1] == slope


def rooted(x, k):
    try:
        y = (x / k) ** 0.5
    except ZeroDivisionError:
        y = x
    return y


def test_handlers_stay_as_they_are_where_nothing_is_refused():
    assert "Refused" not in s2sad.emit(rooted, 4.0, 1.0)


def test_a_standalone_module_has_the_classes_that_it_handles():
    text = s2sad.emit(of_its_class, 1.5, Weight(3.0), standalone=True)
    names = {}
    exec(text, names)
    assert "import s2sad" not in text and "from s2sad" not in text
    with pytest.raises(TypeError, match="call a function"):
        names["of_its_class_grad"](1.5, Weight(3.0))
