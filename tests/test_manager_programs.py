"""Context managers and exceptions as people write them, in every mode against differences."""

import contextlib
import io
import math
import threading
import time
import warnings

import numpy as np
import pytest

import s2sad
from s2sad import grad, hvp, jvp, vjp

EVENTS = []
LOCK = threading.Lock()


class Timer:
    def __init__(self):
        self.uses = 0

    def __enter__(self):
        self.begun = time.perf_counter()
        return self

    def __exit__(self, *error):
        self.took = time.perf_counter() - self.begun
        self.uses += 1


class Scaled:
    """Collects values, and scales their sum at the end."""

    def __init__(self, by):
        self.by = by
        self.total = 0.0

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.total *= self.by
        return False

    def add(self, value):
        self.total += value * self.by


class Model:
    def __init__(self, k):
        self.k = k

    def at(self, x):
        return self.k * x * x


class Changed:
    """Another value of an attribute for a while."""

    def __init__(self, model, k):
        self.model, self.k = model, k

    def __enter__(self):
        self.before = self.model.k
        self.model.k = self.k
        return self.model

    def __exit__(self, *error):
        self.model.k = self.before


class Ending:
    """Ends exceptions of one kind."""

    def __init__(self, kind):
        self.kind = kind

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return kind is not None and issubclass(kind, self.kind)


ENDING = Ending(ValueError)


class Logged:
    """Writes down what happens."""

    def __init__(self, by):
        self.by = by

    def __enter__(self):
        EVENTS.append("enter")
        return self.by

    def __exit__(self, kind, error, trace):
        EVENTS.append("exit" if kind is None else kind.__name__)


@contextlib.contextmanager
def section(name):
    EVENTS.append("begin " + name)
    try:
        yield 2.0
    finally:
        EVENTS.append("end " + name)


@contextlib.contextmanager
def squared(x):
    yield x * x


@contextlib.contextmanager
def guarded():
    try:
        yield
    except (ValueError, ZeroDivisionError):
        EVENTS.append("caught")


def numpy_settings(x):
    with np.errstate(all="ignore"), np.printoptions(precision=3):
        if x[0] > 0.1:
            return np.sum(np.log(x) * x)
        y = 2.0 * x
    return np.sum(y)


def of_the_library(x):
    with LOCK, warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        print(x)
        y = x * x
    with contextlib.nullcontext(y * x) as z, contextlib.closing(io.StringIO()) as file:
        file.write(f"{z:.3f}")
        y = y * z
    return y


def suppressed(x):
    y = x
    with contextlib.suppress(ValueError, ZeroDivisionError):
        y = math.exp(x)
        y = y * math.log(-x)
        y = 100.0
    return y * x


def returned_from_suppress(x):
    with contextlib.suppress(ValueError):
        return math.log(x) * x
    return x * x


def suppressed_in_a_loop(x):
    s = 0.0
    for k in range(-2, 4):
        with contextlib.suppress(ValueError):
            s += math.sqrt(k * x + 0.25)
            if s > 2.0:
                break
            continue
        s -= x
    return s * s


def timed(x):
    timer = Timer()
    with timer:
        y = x * x
    with timer as same:
        y = y * x * same.uses
    return y * timer.uses


def active_manager(x):
    with Scaled(x) as total:
        total.add(x * x)
        total.add(2.0)
    return total.total


def another_attribute(x, k):
    model = Model(k)
    first = model.at(x)
    with Changed(model, k * k) as changed:
        second = changed.at(x)
    return first + second * model.at(x)


def managers_in_a_loop(x):
    model, s = Model(x), 0.0
    for k in range(4):
        with Changed(model, x * k):
            if k == 1:
                continue
            s += model.at(s + 1.0)
            if k == 2:
                break
    return s * model.k


def ended(x):
    y = x
    with Ending(ValueError):
        y = y * 2.0
        y = y * math.sqrt(-x)
    with ENDING:
        y = y * x
        y = y + math.log(-x)
    return y


def generators(x):
    with section("one") as two, squared(x * two) as y:
        z = y * x
    with guarded():
        z = z * 2.0
        z = z + math.log(-x)
        z = 100.0
    return z


def local_manager(x):
    @contextlib.contextmanager
    def shifted(by):
        nonlocal x
        before = x
        x = x + by
        yield x * by
        x = before

    y = x
    with shifted(0.5 * x) as z:
        y = x * z
    return x * y


def an_exception_passes(x):
    y = x
    try:
        with Logged(2.0 * x) as factor:
            y = factor * math.log(-x)
    except ValueError:
        y = x * x
    return y * x


CASES = [
    (numpy_settings, (np.array([0.7, 0.3]),)),
    (of_the_library, (0.7,)),
    (suppressed, (0.7,)),
    (returned_from_suppress, (0.7,)),
    (returned_from_suppress, (-0.7,)),
    (suppressed_in_a_loop, (0.7,)),
    (timed, (0.7,)),
    (active_manager, (0.7,)),
    (another_attribute, (0.7, 0.4)),
    (managers_in_a_loop, (0.7,)),
    (ended, (0.7,)),
    (generators, (0.7,)),
    (local_manager, (0.7,)),
    (an_exception_passes, (0.7,)),
]


@pytest.mark.parametrize(("function", "args"), CASES)
def test_all_modes(function, args, check_modes):
    check_modes(function, args)


def logged(x):
    with Logged(x) as by:
        y = by * math.sqrt(x)
    with section("s") as two:
        y = y * two
    return y


def test_what_managers_do_outside_happens_once():
    EVENTS.clear()
    s2sad.grad(logged)(4.0)
    assert EVENTS == ["enter", "exit", "begin s", "end s"]
    EVENTS.clear()
    with pytest.raises(ValueError):
        s2sad.grad(logged)(-4.0)
    assert EVENTS == ["enter", "ValueError"]


@contextlib.contextmanager
def again():
    for _ in range(3):
        try:
            yield
            return
        except ValueError:
            pass


def tried_again(x):
    with again():
        y = math.log(x)
    return y


def iterated_in_try(x):
    def items():
        for i in range(3):
            try:
                yield x * i
            except ValueError:
                pass

    return sum(items())


@pytest.mark.parametrize(
    ("function", "reason"),
    [(tried_again, "yield"), (iterated_in_try, "yields within `try`")],
)
def test_what_is_not_followed_is_refused(function, reason):
    with pytest.raises(s2sad.DifferentiationError, match=reason) as found:
        s2sad.grad(function)(0.7)
    assert "way out" in str(found.value)


ZEROS = np.array([0.0, 1.0, 4.0])
QUIET = "ignore"


def under_errstate(x):
    with np.errstate(divide="ignore", invalid=QUIET):
        y = np.log(x) * np.sqrt(x)
    return np.sum(np.where(x > 0, y, 0.0))


def under_errstate_in_a_loop(x):
    total = 0.0
    for i in range(1, 3):
        with np.errstate(divide="ignore", invalid="ignore"):
            y = np.sqrt(x)
        total += np.sum(y * i)
    return total


def under_caught_warnings(x):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        y = np.sqrt(x)
        z = y * 2.0
    return np.sum(z) + np.sum(y)


def under_both(x):
    with np.errstate(divide="ignore"), warnings.catch_warnings(record=True):
        warnings.filterwarnings("ignore")
        return np.sum(np.sqrt(x))


def under_errstate_in_a_callee(x):
    def root(z):
        state = np.errstate(all="ignore")
        with state:
            return np.sqrt(z)

    return np.sum(root(x))


@pytest.mark.parametrize(
    "f, factor",
    [
        (under_errstate_in_a_loop, 3.0),
        (under_caught_warnings, 3.0),
        (under_both, 1.0),
        (under_errstate_in_a_callee, 1.0),
    ],
)
def test_the_reverse_sweep_is_under_the_same_settings(f, factor):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        expected = pytest.approx([np.inf, factor * 0.5, factor * 0.25])
        assert list(grad(f)(ZEROS)) == expected
        assert list(vjp(f, ZEROS)[1](1.0)[0]) == expected
        assert jvp(f, (ZEROS,), (np.array([0.0, 1.0, 1.0]),))[1] == pytest.approx(factor * 0.75)
        assert grad(f)(ZEROS[1:]).base is None
        assert hvp(f, (ZEROS[1:],), (np.ones(2),))[0] == pytest.approx([-factor * 0.25, -factor * 0.25 / 8])


def test_lanes_that_are_masked_under_errstate():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = grad(under_errstate)(ZEROS)
    assert found == pytest.approx([0.0, 1.0, (np.log(4.0) / 2 + 1) / 2])


def test_warnings_of_the_reverse_sweep_outside_of_the_block_are_given():
    def f(x):
        with np.errstate(divide="ignore"):
            y = x * 2.0
        return np.sum(np.sqrt(y))

    with pytest.warns(RuntimeWarning, match="divide"):
        grad(f)(ZEROS)


# ---------------------------------------------------------------------- managers that only the running program knows


class EndingSome:
    """Ends exceptions of some classes."""

    def __init__(self, factor, *classes):
        self.factor = factor
        self.classes = classes

    def __enter__(self):
        return self.factor

    def __exit__(self, kind, error, trace):
        return kind is not None and issubclass(kind, self.classes)


class Holding:
    def __init__(self, manager):
        self.manager = manager


def half_done(x, manager):
    y = x
    with manager as factor:
        y = y * factor
        if x > 1.0:
            raise ValueError
        y = y * 5.0
    return y * x


def half_done_in_a_loop(x, manager):
    y = x
    for i in range(3):
        with manager as factor:
            y = y * x
            if i == 1 and x > 1.0:
                raise ValueError
            y += factor
    return y


def half_done_of_an_attribute(x, holding):
    y = x
    with holding.manager as factor:
        y = y * factor
        if x > 1.0:
            raise ValueError
        y = y * 5.0
    return y * x


def appended_in(x, manager):
    items = [x]
    with manager:
        items.append(x * x)
        if x > 1.0:
            raise ValueError
        items.append(x)
    return sum(items)


def one_of_several(x, managers):
    y = x
    for manager in managers:
        with manager as factor:
            y = y * x + factor
            if x > 1.0:
                raise ValueError
            y = y * 2.0
    return y


GIVEN = [
    (half_done, lambda *classes: EndingSome(2.0, *classes)),
    (half_done_in_a_loop, lambda *classes: EndingSome(2.0, *classes)),
    (half_done_of_an_attribute, lambda *classes: Holding(EndingSome(2.0, *classes))),
    (appended_in, lambda *classes: contextlib.suppress(*classes)),
    (appended_in, lambda *classes: EndingSome(2.0, *classes)),
    (one_of_several, lambda *classes: [EndingSome(2.0, *classes), EndingSome(0.5, *classes)]),
]


@pytest.mark.parametrize(("program", "make"), GIVEN)
def test_a_manager_that_is_passed_may_not_end_an_exception(program, make):
    operators = [
        lambda x, given: grad(program)(x, given),
        lambda x, given: jvp(program, (x, given), (1.0, None))[1],
        lambda x, given: hvp(program, (x, given), (1.0, None))[0],
    ]
    for operator in operators:
        with pytest.raises(ValueError, match="has ended an exception: write `try`"):
            operator(1.3, make(ValueError))
    slope = (program(0.7 + 1e-6, make(ValueError)) - program(0.7 - 1e-6, make(ValueError))) / 2e-6
    assert [operators[i](0.7, make(ValueError)) for i in (0, 1)] == pytest.approx([slope, slope])
    if program is not one_of_several:
        with pytest.raises(ValueError, match="^$"):
            grad(program)(1.3, make(KeyError))


def within_try(x, manager):
    try:
        with manager as factor:
            y = x * factor
            if x > 1.0:
                raise ValueError
    except ValueError:
        return x * x
    return y


def in_one_step(x, manager):
    try:
        with manager:
            y = x * 2.0
        z = 1.0 / (x - 2.0)
    except ZeroDivisionError:
        return x * x
    return y * z


def test_a_manager_that_is_passed_in_try():
    with pytest.raises(s2sad.UnsupportedSyntax, match="may end exceptions in `try`"):
        grad(within_try)(1.3, EndingSome(2.0, ValueError))
    lock = contextlib.nullcontext(2.0)
    for x in (1.3, 2.0):
        slope = 4.0 if x == 2.0 else (in_one_step(x + 1e-6, lock) - in_one_step(x - 1e-6, lock)) / 2e-6
        assert grad(in_one_step)(x, lock) == pytest.approx(slope)


def test_only_managers_that_may_end_something_are_watched():
    assert "unended" not in s2sad.emit(locked) and "unended" not in s2sad.emit(under_errstate, ZEROS)
    assert "unended" in s2sad.emit(half_done, 0.7, contextlib.nullcontext(2.0))


def locked(x):
    with LOCK, open("/dev/null"):
        y = x * x
    return y
