"""What is refused: at the user's line, before anything runs, with a reason and a way out; and what comes through."""

import asyncio
import ctypes
import decimal
import json
import math
import pickle
import random
import re
import struct

import pytest

import s2sad
from s2sad import grad, jvp, value_and_grad, vjp


def refused(action, kind=s2sad.DifferentiationError):
    with pytest.raises(kind) as found:
        action()
    return found.value


def at_line(fun, text, kind=s2sad.DifferentiationError, args=(0.5,)):
    """Every mode refuses the function, at the line that has the text, which the message shows with a way out."""
    for action in (
        lambda: grad(fun)(*args),
        lambda: jvp(fun, args, (1.0, *[None] * (len(args) - 1))),
        lambda: vjp(fun, *args),
    ):
        error = refused(action, kind)
        assert error.location is not None, error
        lines = open(__file__, encoding="utf-8").read().splitlines()
        line = lines[error.location.line - 1]
        assert error.location.file == __file__
        assert text in line, (line, str(error))
        assert line.startswith(error.location.text.partition("\n")[0][:10], error.location.column - 1)
        message = str(error)
        assert message.startswith(f"{__file__}:{error.location.line}:{error.location.column}: ")
        assert line.strip() in message
        assert re.search(r"\^+\nway out: .+", message)
        assert error.reason and error.hint
    return error


# ------------------------------------------------------------------------------------------- no source, no rule


def test_no_source():
    space: dict = {}
    exec("def square(x):\n    return x * x\n", space)
    error = refused(lambda: grad(space["square"])(0.5), s2sad.SourceNotFound)
    assert "square" in str(error) and "way out: " in str(error)


def calls_sourceless(x):
    return SPACE["square"](x) + square(x)


SPACE: dict = {}
exec("def square(x):\n    return x * x\n", SPACE)
square = SPACE["square"]


def calls_sourceless_by_name(x):
    return square(x)


def test_no_source_of_a_function_that_is_called():
    error = refused(lambda: grad(calls_sourceless_by_name)(0.5), s2sad.SourceNotFound)
    assert "square" in error.reason
    refused(lambda: grad(calls_sourceless)(0.5))


def packs(x):
    data = struct.pack("d", x)
    (y,) = struct.unpack("d", data)
    return y * x


def stores_in_ctypes(x):
    y = x * x
    cell = ctypes.c_double(y)
    return cell.value * x


def pickles(x):
    return pickle.loads(pickle.dumps(x)) * x


def dumps_json(x):
    return json.loads(json.dumps([x]))[0] * x


def to_decimal(x):
    return float(decimal.Decimal(x)) * x


def test_no_rule_for_a_c_function():
    at_line(packs, "struct.pack", s2sad.NoRuleError)
    at_line(stores_in_ctypes, "ctypes.c_double", s2sad.NoRuleError)
    at_line(to_decimal, "decimal.Decimal", s2sad.NoRuleError)


@pytest.mark.parametrize("fun", [pickles, dumps_json])
def test_serialisation_is_refused(fun):
    refused(lambda: grad(fun)(0.5))
    refused(lambda: jvp(fun, (0.5,), (1.0,)))


def inner_helper(x):
    return x + struct.unpack("d", struct.pack("d", x))[0]


def middle_helper(x):
    return inner_helper(x) * 2.0


def outer(x):
    return middle_helper(x) + x


def test_the_line_at_fault_is_in_a_helper():
    error = at_line(outer, 'struct.pack("d", x)', s2sad.NoRuleError)
    assert error.location.line == inner_helper.__code__.co_firstlineno + 1


def text_and_back(x):
    return float(str(x)) * x


def format_and_back(x):
    y = f"{x:.17g}"
    return float(y) * x


def percent_and_back(x):
    return float("%r" % x) * x  # noqa: UP031


def test_numbers_that_pass_through_a_text():
    at_line(text_and_back, "float(str(x))", s2sad.UnsupportedValue)
    at_line(format_and_back, "float(y)", s2sad.UnsupportedValue)
    refused(lambda: grad(percent_and_back)(0.5))


# ------------------------------------------------------------------------------------------------- the language


def generator(x):
    for k in range(3):
        yield x * k


def delegates(x):
    yield from generator(x)


async def coroutine(x):
    return x * x


async def awaits(x):
    await asyncio.sleep(0)
    return x * x


def test_generators_and_coroutines():
    at_line(generator, "yield x * k")
    at_line(delegates, "yield from")
    at_line(coroutine, "async def coroutine")
    error = refused(lambda: grad(awaits)(0.5))
    assert error.location.line >= awaits.__code__.co_firstlineno


LAST = 0.0


def writes_a_global(x):
    global LAST
    LAST = x * x
    return LAST * x


def augments_a_global(x):
    global LAST
    LAST += x
    return x


def test_a_global_that_is_written():
    at_line(writes_a_global, "global LAST", s2sad.UnsupportedSyntax)
    at_line(augments_a_global, "global LAST", s2sad.UnsupportedSyntax)
    assert LAST == 0.0


def defines_a_class(x):
    class Inner:
        value = x

    return Inner.value * x


def uses_async_with(x):
    return x


def evaluates(x):
    y = x * x  # noqa: F841
    return eval("y + x")


def executes(x):
    exec("y = x * x")
    return x


def stars_an_unknown_number(x, rest):
    return max(*[x * k for k in rest])


def test_unsupported_statements():
    at_line(defines_a_class, "class Inner")
    at_line(evaluates, "eval(")


def test_an_unsupported_statement_that_does_not_run_is_refused_too():
    def f(x, flag):
        if flag:

            async def inner():
                pass

        return x * x

    refused(lambda: grad(f)(0.5, False), s2sad.UnsupportedSyntax)


def writes_into_an_argument(xs):
    xs[0] = xs[1] * 2.0
    return xs[0]


def writes_an_attribute(x, box):
    box.value = x * x
    return box.value


def appends_to_an_argument(x, kept):
    kept.append(x)
    return x * x


class Box:
    value = 0.0


def test_active_values_that_are_written_where_others_see_them():
    at_line(writes_an_attribute, "box.value = x", args=(0.5, Box()))


def test_a_callers_list_stays_as_it_is():
    kept, xs = [], [1.0, 2.0]
    assert grad(appends_to_an_argument)(0.5, kept) == 1.0
    assert grad(writes_into_an_argument)(xs) == [0.0, 2.0]
    assert (kept, xs) == ([], [1.0, 2.0])


# ------------------------------------------------------------------------------------------- arguments, results


def test_a_result_that_is_no_number():
    for fun, returned in (
        (lambda x: [x, x], "a list"),
        (lambda x: (x, x), "a tuple"),
        (lambda x: None, "None"),
        (lambda x: {"a": x}, "a dict"),
        (lambda x: "text", "a text"),
        (lambda x: x * 1j, "a complex number"),
        (lambda x: lambda y: x * y, "a function"),
    ):
        error = refused(lambda fun=fun: grad(fun)(0.5), s2sad.NotAScalar)
        assert isinstance(error, TypeError)
        assert f"returns {returned}, and `grad` needs one real number" in str(error)
        assert "way out: " in str(error)


def forgets_to_return(x):
    y = x * x
    y += 1.0


def returns_in_one_branch(x):
    if x > 1.0:
        return x * x


def test_a_forgotten_return():
    refused(lambda: grad(forgets_to_return)(0.5), s2sad.NotAScalar)
    assert grad(returns_in_one_branch)(2.0) == 4.0
    with pytest.raises(TypeError):
        grad(returns_in_one_branch)(0.5)


def returns_number_or_list(x, flag):
    return [x] if flag else x * x


def test_a_result_whose_kind_is_known_only_when_it_runs():
    slope = grad(returns_number_or_list)
    assert slope(3.0, False) == 6.0
    with pytest.raises(TypeError):
        slope(3.0, True)


@pytest.mark.parametrize(
    "argument", ["0.5", None, b"x", {1.0}, object(), math.sin, decimal.Decimal(1), 1 > 0]
)
def test_an_argument_that_is_no_number(argument):
    for action in (
        lambda: grad(lambda x: x)(argument),
        lambda: value_and_grad(lambda y, x: x, "x")(1.0, argument),
        lambda: jvp(lambda x: x, (argument,), (1.0,)),
        lambda: s2sad.gradient(lambda x, y: x, argument, 1.0),
    ):
        error = refused(action, s2sad.NotANumber)
        assert isinstance(error, TypeError)
        assert type(argument).__name__ in error.reason


def test_the_argument_is_named():
    error = refused(lambda: grad(lambda x, y: x, 1)(0.5, "text"), s2sad.NotANumber)
    assert "1" in error.reason
    error = refused(lambda: grad(lambda x, y: x, "y")(0.5, y="text"), s2sad.NotANumber)
    assert "'y'" in error.reason


def test_argument_indices_out_of_range():
    for argnums in (2, -3, "z", (0, 2)):
        error = refused(lambda a=argnums: grad(lambda x, y: x * y, a)(0.5, 1.5), s2sad.ArgumentIndexError)
        assert isinstance(error, ValueError)


def test_a_wrong_number_of_arguments():
    def f(x, y):
        return x * y

    for args in ((), (0.5,), (0.5, 1.5, 2.5)):
        with pytest.raises(TypeError) as found:
            grad(f)(*args)
        assert not isinstance(found.value, s2sad.DifferentiationError)


def test_a_helper_that_is_called_with_wrong_arguments():
    def f(x):
        return math.sin(x) * inner_function(x)

    def inner_function(x, y):
        return x * y

    with pytest.raises(TypeError, match="missing"):
        grad(f)(0.5)


def test_what_can_not_be_called():
    for what in (2.5, "text", [math.sin]):
        error = refused(lambda what=what: grad(what), s2sad.NotCallable)
        assert isinstance(error, TypeError)


# --------------------------------------------------------------------------------------------- own exceptions


class OutOfModel(Exception):
    pass


def raises_its_own(x):
    if x < 0.0:
        raise OutOfModel(f"{x} is negative", x)
    return x * x


def asserts(x):
    assert x > 0.0, f"x must be positive, not {x}"
    return math.log(x)


def raises_from(x):
    try:
        return math.sqrt(x)
    except ValueError as error:
        raise OutOfModel("no root") from error


def indexes(xs, k):
    return xs[k] * 2.0


def looks_up(table, key):
    return table[key] * 2.0


def divides(x, y):
    return x / y


def raises_in_a_helper(x):
    return raises_its_own(x - 1.0) + x


def test_own_exceptions_come_through():
    for action in (
        lambda: grad(raises_its_own)(-0.5),
        lambda: jvp(raises_its_own, (-0.5,), (1.0,)),
        lambda: vjp(raises_its_own, -0.5),
        lambda: s2sad.hvp(raises_its_own, (-0.5,), (1.0,)),
    ):
        with pytest.raises(OutOfModel) as found:
            action()
        assert found.value.args == ("-0.5 is negative", -0.5)
    with pytest.raises(OutOfModel, match="-0.5"):
        grad(raises_in_a_helper)(0.5)
    assert grad(raises_its_own)(0.5) == 1.0


def test_exceptions_of_python_come_through():
    with pytest.raises(AssertionError, match="x must be positive, not -1.0"):
        grad(asserts)(-1.0)
    with pytest.raises(OutOfModel, match="no root") as found:
        grad(raises_from)(-1.0)
    assert isinstance(found.value.__cause__, ValueError)
    with pytest.raises(IndexError):
        grad(indexes)([1.0, 2.0], 5)
    with pytest.raises(KeyError, match="missing"):
        grad(looks_up)({"a": 1.0}, "missing")
    with pytest.raises(ZeroDivisionError):
        grad(divides)(1.0, 0.0)
    with pytest.raises(ZeroDivisionError):
        value_and_grad(divides, 1)(1.0, 0.0)


def unbound(x):
    if x > 1.0:
        y = x
    return y * x


def undefined_name(x):
    return x * no_such_name  # noqa: F821


def undefined_attribute(x):
    return math.no_such_function(x)


@pytest.mark.xfail(strict=True, reason="None stands for an unbound variable that the reverse sweep reads too")
def test_a_variable_that_the_reverse_sweep_reads_is_unbound():
    with pytest.raises(UnboundLocalError):
        value_and_grad(unbound)(0.5)


def test_names_that_are_not_there():
    with pytest.raises(UnboundLocalError):
        jvp(unbound, (0.5,), (1.0,))
    with pytest.raises(NameError, match="no_such_name"):
        grad(undefined_name)(0.5)
    with pytest.raises((AttributeError, s2sad.DifferentiationError), match="no_such_function"):
        grad(undefined_attribute)(0.5)


def test_an_error_leaves_the_derivative_as_it_was():
    slope = grad(asserts)
    assert slope(2.0) == 0.5
    with pytest.raises(AssertionError):
        slope(-2.0)
    assert slope(2.0) == 0.5


def test_nothing_runs_before_a_refusal():
    ran = []

    def f(x, ran):
        ran.append(1)
        return x * float(str(x))

    refused(lambda: grad(f)(0.5, ran))
    assert ran == []


# --------------------------------------------------------------------------------- what depends on nothing active


def anything_goes(x, settings, label):
    data = struct.pack("d", 2.5)
    (scale,) = struct.unpack("d", data)
    table = json.loads(json.dumps({"a": [1, 2, {"b": settings["rate"]}]}))
    names = {word.upper() for word in label.split()}
    order = sorted(names, key=lambda word: (-len(word), word))
    text = "".join(reversed(f"{scale:.1f}{'|'.join(order)!r}"))
    match = re.match(r"'(\w+)\|", text)
    power = len(match.group(1)) if match else 2
    generator = random.Random(7)
    noise = [generator.random() for _ in range(3)]
    number = int("12", 3) + float("1e-3") + decimal.Decimal("0.5").as_tuple().exponent
    wide = complex(1.0, 2.0) * 1j
    nested = [[k * j for j in range(k)] for k in range(4)]
    total = x * scale + table["a"][2]["b"] * x**power + sum(noise) * x
    total += number * x + wide.real * x + sum(map(sum, nested)) * x
    return total if isinstance(settings, dict) and "A" in names else x


def test_inactive_values_may_be_anything(check):
    check(anything_goes, 0.7, {"rate": 3}, "a bc")
    check(anything_goes, 0.7, {"rate": 3}, "bc")


def test_the_same_values_are_refused_where_they_are_active():
    refused(lambda: grad(anything_goes, "settings")(0.7, {"rate": 3.0}, "a bc"))


def uses_objects(x, file, when, function):
    file.write("once")
    with file.lock:
        y = x * when.year
    return y * function(2.0) + when.month * x


class File:
    class Lock:
        depth = 0

        def __enter__(self):
            self.depth += 1
            return self

        def __exit__(self, *error):
            self.depth -= 10

    def __init__(self):
        self.lock = File.Lock()
        self.written = []

    def write(self, text):
        self.written.append(text)


class When:
    year, month = 3, 2


def test_inactive_objects_are_passed_through():
    file = File()
    assert grad(uses_objects)(0.5, file, When(), math.sqrt) == pytest.approx(3.0 * math.sqrt(2.0) + 2.0)
    assert file.written == ["once"]
    assert file.lock.depth == -9


def inactive_comparisons(x, n):
    parts = {"low": -1.0, "high": 1.0}
    found = [v for k, v in parts.items() if k.startswith("h")]
    digits = [int(d) for d in str(n)]
    return x * found[0] + x * x * sum(digits) + (x if n & 4 and not n >> 5 else 0.0)


def test_inactive_texts_and_bits(check):
    check(inactive_comparisons, 0.7, 12)
    check(inactive_comparisons, 0.7, 315)


def test_the_activity_is_that_of_the_chosen_argument():
    def f(x, y):
        return x * float(str(y)) + struct.unpack("d", struct.pack("d", y))[0]

    assert grad(f)(2.0, 3.0) == 3.0
    refused(lambda: grad(f, 1)(2.0, 3.0))
