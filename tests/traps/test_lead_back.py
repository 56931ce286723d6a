"""Errors within derivatives lead back to the user's line, and an unknown derivative is never taken for zero."""

import cmath
import decimal
import math
import re
import statistics
import traceback

import pytest

import s2sad


def division(x):
    y = x - 1.0
    return x / y


def error_of(action):
    try:
        action()
    except Exception as error:
        return error
    raise AssertionError("no error")


def shown(error):
    """The traceback, and the line of the emitted code that it ends in."""
    return "".join(traceback.format_exception(type(error), error, error.__traceback__))


def test_a_traceback_shows_the_emitted_line():
    error = error_of(lambda: s2sad.value_and_grad(division)(1.0))
    assert isinstance(error, ZeroDivisionError)
    last = traceback.extract_tb(error.__traceback__)[-1]
    assert last.name == "division_value_and_grad"
    assert last.line and "/" in last.line
    assert last.line in s2sad.value_and_grad(division).source


@pytest.mark.xfail(strict=True, reason="only statements of reverse loops and branches have a comment")
def test_a_traceback_leads_back_to_the_users_line():
    error = error_of(lambda: s2sad.grad(division)(1.0))
    line = division.__code__.co_firstlineno + 2
    assert re.search(rf"line {line}\b", shown(error))


def overflow_in_a_loop(x, n):
    for _ in range(n):
        y = math.sin(x)
        x = y**-1.0 * y * x
    return x


def test_a_traceback_from_a_reverse_loop_leads_back_to_the_users_line():
    slope = s2sad.value_and_grad(overflow_in_a_loop, style="flat")
    slope(0.5, 2)
    source = slope.source.splitlines()
    error = error_of(lambda: slope(1e-200, 2))
    assert isinstance(error, OverflowError)
    at = traceback.extract_tb(error.__traceback__)[-1]
    assert at.line == source[at.lineno - 1].strip()
    comments = [line.partition("# ")[2] for line in source[at.lineno - 1 :] if "#" in line]
    assert comments[0] == f"line {overflow_in_a_loop.__code__.co_firstlineno + 3}: y**-1.0"


def loses_precision(x):
    z = x * x
    for k in range(3):
        z = math.log(z - k)
    return z


def test_an_error_in_a_loop_is_that_of_the_function():
    wanted = error_of(lambda: loses_precision(1.5))
    error = error_of(lambda: s2sad.grad(loses_precision)(1.5))
    assert (type(error), str(error)) == (type(wanted), str(wanted))


# -------------------------------------------------------------------------------------------- unknown derivatives


def through_decimal(x):
    return float(decimal.Decimal(x)) * x


def through_text(x):
    return float(f"{x}") * x


def through_repr(x):
    return float(repr(x)) * x


def through_hex(x):
    return float.fromhex(x.hex()) * x


def through_ratio(x):
    top, bottom = x.as_integer_ratio()
    return top / bottom * x


def through_statistics(x):
    return statistics.NormalDist(x, 1.0).cdf(0.0)


def through_a_dict_key(x):
    table = {x: 2.0}
    return sum(table.keys()) * x


def through_a_set(x):
    return max({x, 2.0 * x}) * x


def through_an_attribute(x):
    class Box:
        pass

    box = Box()
    box.value = x
    return box.value * x


def through_setattr(x, box):
    setattr(box, "value", x)  # noqa: B010
    return box.value * x


def through_a_global_list(x):
    KEPT.append(x)
    return KEPT[-1] * x


KEPT: list = []


def through_a_methods_receiver(x):
    return x.__mul__(x)


def through_exec(x):
    space = {"x": x}
    exec("y = x * x", space)
    return space["y"]


def through_an_exception(x):
    try:
        raise ValueError(x)
    except ValueError as error:
        return error.args[0] * x


def through_a_default_dict(x):
    return dict(a=x)["a"] * vars()["x"]


def through_locals(x):
    y = x * x
    return locals()["y"]


def through_a_generator(x):
    def numbers():
        yield x
        yield x * x

    return sum(numbers())


def through_an_inner_class(x):
    class Model:
        def value(self, y):
            return x * y

    return Model().value(x)


def through_a_string_sum(x):
    return float("".join(["1", str(x)])) * x


UNKNOWN = [
    through_decimal,
    through_text,
    through_repr,
    through_hex,
    through_ratio,
    through_statistics,
    through_a_dict_key,
    through_a_set,
    through_an_attribute,
    through_a_global_list,
    through_exec,
    through_an_exception,
    through_locals,
    through_a_default_dict,
    through_a_generator,
    through_an_inner_class,
    through_a_string_sum,
    through_a_methods_receiver,
]


@pytest.mark.parametrize("fun", UNKNOWN)
def test_an_unknown_derivative_never_counts_as_zero(fun):
    def differences(x, h=1e-6):
        return (fun(x + h) - fun(x - h)) / (2.0 * h)

    for derivative in (lambda: s2sad.grad(fun)(0.75), lambda: s2sad.jvp(fun, (0.75,), (1.0,))[1]):
        try:
            found = derivative()
        except s2sad.DifferentiationError as error:
            assert error.location is not None
            assert error.location.file == __file__
        else:
            assert found == pytest.approx(differences(0.75), rel=1e-6)


class Box:
    value = 0.0


def test_an_active_value_in_an_objects_attribute():
    with pytest.raises(s2sad.DifferentiationError):
        s2sad.grad(through_setattr)(0.75, Box())


def rounds_to_int(x):
    return int(x) * x + round(x) + math.floor(x)


def test_what_is_piecewise_constant_counts_as_zero():
    assert s2sad.grad(rounds_to_int)(2.75) == 2.0


def of_two_kinds(x):
    return cmath.phase(complex(x, 1.0))


def test_complex_functions_are_right_or_refused():
    try:
        found = s2sad.grad(of_two_kinds)(0.75)
    except s2sad.DifferentiationError:
        return
    assert found == pytest.approx(-1.0 / (1.0 + 0.75**2))
