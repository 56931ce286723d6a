"""What is checked of a library that differentiates the cases: `check(case, mode, library)`."""

import builtins
import contextlib
import copy
import dataclasses
import inspect
import pathlib
import re
import signal
import threading

import numpy as np

from corpus import (
    active_arguments,
    children,
    direction,
    evaluate,
    flat_function,
    flatten,
    fresh,
    is_leaf,
    leaves,
    quiet,
    reference_derivative,
    reference_gradient,
    reference_hvp,
    unflatten,
)

MODES = ("reverse", "forward", "hvp")


class Failure(Exception):
    """What is wrong, in one line."""


def modes_of(item):
    """The modes in which a case is checked."""
    modes = list(item.modes)
    if item.second_order and not item.raises and not item.kwargs:
        if scalar_result(item):
            modes.append("hvp")
    return modes


def scalar_result(item):
    """Whether the result is one number; of a case that differentiates by itself, and fails, it is assumed."""
    try:
        with quiet():
            return is_scalar(evaluate(item, fresh(item.args)))
    except Exception:  # the check of the case is to report it
        return True


def check(item, mode, library, seconds=60):
    """Raise `Failure` unless the library differentiates the case rightly in this mode."""
    if item.raises:
        action = check_error
    else:
        action = {"reverse": check_reverse, "forward": check_forward, "hvp": check_hvp}[mode]
    with deadline(seconds):
        try:
            action(item, mode, library)
        except Failure:
            raise
        except Exception as error:
            text = str(error).strip().splitlines() or [""]
            raise Failure(f"{type(error).__name__}: {text[0][:160]}") from error


# -------------------------------------------------------------------------------------------------- the modes


def check_reverse(item, mode, library):
    first = None
    differentiate = reverse_of(item, library)
    for args, spare in zip(item.argument_sets(), item.argument_sets()):
        plain = observe(item, lambda: evaluate(item, spare))
        value, gradient = called(item, plain, args, differentiate)
        same_value(value, plain.value, rounding=rounding_of(library))
        judge_gradient(item, gradient, args, plain.value)
        if item.owned:
            owned_memory(gradient, args, value)
        first = first or (value, gradient)
    same_again(item, differentiate, first)
    if is_scalar(first[0]):
        with quiet():
            gradient = library.grad(item.fun, item.argnums)(*fresh(item.args), **copy.deepcopy(item.kwargs))
        judge_gradient(item, pick(item, gradient), fresh(item.args), first[0])


def check_forward(item, mode, library):
    for args, spare in zip(item.argument_sets(), item.argument_sets()):
        plain = observe(item, lambda: evaluate(item, spare))
        along = tangents(item, args)
        value, tangent = called(item, plain, args, lambda *args: library.jvp(item.fun, args, along))
        same_value(value, plain.value, rounding=rounding_of(library))
        got = flat_like(tangent, plain.value, "tangent")
        if item.expect is not None:
            with np.errstate(invalid="ignore"):
                want = np.atleast_1d(np.dot(flatten(expected(item)), flatten(moving(item, along))))
            error = np.zeros(want.size)
        else:
            at = flatten(active_arguments(item, args))
            want, error = reference_derivative(
                flat_function(item, args), at, flatten(moving(item, along)), step=item.step
            )
        compare(got, want, error, item.tol, "tangent")


def check_hvp(item, mode, library):
    for args, spare in zip(item.argument_sets(), item.argument_sets()):
        plain = observe(item, lambda: evaluate(item, spare))
        along = tangents(item, args)
        product = called(item, plain, args, lambda *args: library.hvp(item.fun, args, along))
        if len(args) == 1 and not one_per_primal(product, args[0]):
            product = (product,)
        at = flatten(active_arguments(item, args))
        function = flat_function(item, args)
        want, error = reference_hvp(
            lambda vector: np.sum(function(vector)), at, flatten(moving(item, along)), step=item.step
        )
        got = flat_like(moving(item, product), active_arguments(item, args), "Hessian-vector product")
        compare(got, want, error, max(1e-5, 100 * item.tol), "Hessian-vector product")


def one_per_primal(product, primal):
    """Whether the product for a single primal comes in a tuple of its own."""
    in_tuple = isinstance(product, tuple) and len(product) == 1
    return in_tuple and (not isinstance(primal, tuple) or isinstance(product[0], tuple))


def check_error(item, mode, library):
    wanted = item.raises
    if isinstance(wanted, str):
        wanted = getattr(library, wanted, None) or getattr(builtins, wanted)
    args = fresh(item.args)
    try:
        with quiet():
            if mode == "reverse":
                library.grad(item.fun, item.argnums)(*args)
            else:
                library.jvp(item.fun, args, tangents(item, args))
    except wanted as error:
        if item.also and not isinstance(error, getattr(builtins, item.also)):
            raise Failure(f"{type(error).__name__} is no {item.also}") from error
        if item.at:
            names_line(str(error), item)
        return
    except Exception as error:
        raise Failure(f"{type(error).__name__} instead of {wanted.__name__}: {str(error)[:120]}") from error
    raise Failure(f"no {wanted.__name__}")


def names_line(message, item):
    """The message names the file and the line where `item.at` stands (or any of the function)."""
    file = pathlib.Path(inspect.getsourcefile(item.fun))
    if item.at == "*":
        lines, start = inspect.getsourcelines(item.fun)
        good = set(range(start, start + len(lines)))
    else:
        lines = file.read_text().splitlines()
        good = {i for i, line in enumerate(lines, start=1) if item.at in line and "at=" not in line}
    numbers = {int(number) for number in re.findall(r"\d+", message)}
    if file.name not in message or not good & numbers:
        raise Failure(f"the message doesn't name {file.name}, line {min(good)}")


# ------------------------------------------------------------------------------------------------- calling it


def reverse_of(item, library):
    """A function of the arguments: (value, the gradients of the differentiated ones)."""

    def by_vjp(*args):
        value, pullback = library.vjp(item.fun, *args)
        size = flatten(value).size
        cotangent = unflatten(value, direction(item, np.zeros(size), 1), blank=True)
        return value, moving(item, pullback(cotangent))

    with quiet():
        value = evaluate(item, fresh(item.args))
    if not is_scalar(value):
        return by_vjp
    value_and_grad = library.value_and_grad(item.fun, item.argnums)

    def by_grad(*args):
        value, gradient = value_and_grad(*args, **copy.deepcopy(item.kwargs))
        return value, pick(item, gradient)

    return by_grad


def pick(item, gradient):
    """What `grad` returns, as a tuple with one entry per differentiated argument."""
    return gradient if isinstance(item.argnums, tuple) else (gradient,)


def moving(item, one_per_argument):
    """The entries that belong to the differentiated arguments."""
    return tuple(one_per_argument[i] for i in item.active)


def tangents(item, args):
    """Fixed random tangents, one per argument: zero for floats, None for what can't be differentiated."""
    along = [unflatten(arg, np.zeros(flatten(arg).size), blank=True) for arg in args]
    active = active_arguments(item, args)
    moved = unflatten(active, direction(item, flatten(active), 2), blank=True)
    for position, tangent in zip(item.active, moved):
        along[position] = tangent
    return tuple(along)


@dataclasses.dataclass
class Observed:
    """The value of a call, what it printed, and by how much it moved the case's counter."""

    value: object
    printed: str
    moved: object


def observe(item, call):
    before = item.effect() if item.effect else 0
    with quiet() as output:
        value = call()
    return Observed(value, output.getvalue(), (item.effect() if item.effect else 0) - before)


def called(item, plain, args, call):
    """Call it: the arguments stay as they are, and effects happen as in the plain function."""
    before = copy.deepcopy(args)
    seen = observe(item, lambda: call(*args))
    if not same(args, before):
        raise Failure("an argument was changed")
    if seen.printed != plain.printed:
        raise Failure(f"printed {seen.printed[:40]!r}, not {plain.printed[:40]!r}")
    if seen.moved != plain.moved:
        raise Failure(f"an effect happened {seen.moved} times, not {plain.moved}")
    return seen.value


@contextlib.contextmanager
def deadline(seconds):
    """Fail after so many seconds, where the platform can."""
    if not hasattr(signal, "SIGALRM") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number, frame):
        raise Failure(f"not done after {seconds} s")

    old = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, old)


# -------------------------------------------------------------------------------------------------- comparing


def is_scalar(value):
    """Whether it is one real number."""
    return is_leaf(value) and np.ndim(value) == 0


def same(one, other):
    """Equal to the bit, containers included (nan equals nan)."""
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        if type(one) is not type(other) or one.dtype != other.dtype or one.shape != other.shape:
            return False
        return one.tobytes() == other.tobytes() or same_bits(one, other)
    if isinstance(one, (float, np.floating)):
        return type(one) is type(other) and same_bits(one, other)
    if type(one) is not type(other):
        return False
    parts = children(one)
    if parts is None:
        return one is other or one == other or not isinstance(one, (int, str, bool, type(None)))
    others = children(other)
    return len(parts) == len(others) and all(
        name == other_name and same(part, other_part)
        for (name, part), (other_name, other_part) in zip(parts, others)
    )


def same_bits(one, other):
    one, other = np.asarray(one), np.asarray(other)
    both_nan = (one != one) & (other != other)
    return bool(np.all(both_nan | ((one == other) & (np.signbit(one) == np.signbit(other)))))


def rounding_of(library):
    """By how much a value may differ from that of the plain function: by nothing, if the library doesn't say so."""
    return getattr(library, "rounding", 0.0)


def same_value(value, plain, path="value", rounding=0.0):
    """The value is that of the plain function, to the bit or to `rounding`; float, np.float64 and 0-d count as one."""
    if is_leaf(plain) or isinstance(plain, (int, np.integer, np.ndarray)):
        got, want = np.asarray(value), np.asarray(plain)
        if got.shape != want.shape:
            raise Failure(f"{path} has shape {got.shape}, not {want.shape}")
        if got.dtype != want.dtype and not isinstance(plain, (int, np.integer)):
            raise Failure(f"{path} has dtype {got.dtype}, not {want.dtype}")
        close = rounding and np.allclose(got, want, rtol=rounding, atol=rounding, equal_nan=True)
        if not close and not same_bits(got, want):
            raise Failure(f"{path} is {value!r:.60}, not {plain!r:.60} to the bit")
        return
    if type(value) is not type(plain):
        raise Failure(f"{path} is a {type(value).__name__}, not a {type(plain).__name__}")
    parts, others = children(value) or [], children(plain) or []
    if [name for name, _ in parts] != [name for name, _ in others]:
        raise Failure(f"{path} has other parts than it should")
    for (name, part), (_, other) in zip(parts, others):
        same_value(part, other, path + name, rounding)


def flat_like(got, like, what):
    """The leaves of `got` as one vector; containers, shapes and dtypes must be those of `like`."""

    def collect(got, like, path):
        if is_leaf(like):
            number = np.asarray(got)
            if number.dtype == object:
                raise Failure(f"{path} is {got!r:.60}, not a number")
            if number.shape != np.shape(like):
                raise Failure(f"{path} has shape {number.shape}, not {np.shape(like)}")
            if number.dtype != np.asarray(like).dtype:
                raise Failure(f"{path} has dtype {number.dtype}, not {np.asarray(like).dtype}")
            vectors.append(number.ravel().astype(float))
            return
        parts = children(like)
        if parts is None:
            return
        if type(got) is not type(like):
            raise Failure(f"{path} is a {type(got).__name__}, not a {type(like).__name__}")
        mine = dict(children(got))
        for name, part in parts:
            if name not in mine:
                raise Failure(f"{path} has no {name}")
            collect(mine[name], part, path + name)

    vectors = []
    collect(got, like, what)
    return np.concatenate(vectors) if vectors else np.zeros(0)


def expected(item):
    return pick(item, item.expect)


def judge_gradient(item, gradient, args, value):
    """Compare gradients with what is expected, or else with central differences."""
    active = active_arguments(item, args)
    if len(gradient) != len(active):
        raise Failure(f"{len(gradient)} gradients for {len(active)} arguments")
    got = flat_like(
        gradient if len(active) > 1 else gradient[0], active if len(active) > 1 else active[0], "gradient"
    )
    if item.expect is not None:
        want = flatten(expected(item))
        error = np.zeros(want.size)
    else:
        size = flatten(value).size
        cotangent = np.ones(1) if is_scalar(value) else direction(item, np.zeros(size), 1)
        function = flat_function(item, args)
        want, error = reference_gradient(
            lambda vector: np.sum(cotangent * function(vector)), flatten(active), step=item.step
        )
    compare(got, want, error, item.tol, "gradient")


def compare(got, want, error, tol, what):
    """Entry by entry, relative to the entry and to the largest one."""
    if got.size != want.size:
        raise Failure(f"{what} has {got.size} numbers, not {want.size}")
    finite = np.isfinite(want)
    largest = np.max(abs(want[finite]), initial=0.0)
    for i in range(want.size):
        if finite[i]:
            good = abs(got[i] - want[i]) <= tol * (abs(want[i]) + largest) + 10 * error[i] + 1e-9
        else:
            good = got[i] == want[i] or (np.isnan(got[i]) and np.isnan(want[i]))
        if not good:
            raise Failure(f"{what}: number {i} of {want.size} is {got[i]:.10g}, not {want[i]:.10g}")


def same_again(item, differentiate, first):
    """A second call with the first arguments gives the same to the bit: nothing was left over."""
    with quiet():
        value, gradient = differentiate(*fresh(item.args))
    same_value(value, first[0], "value of a second call")
    same_value(gradient, first[1], "gradient of a second call")


def owned_memory(gradient, args, value):
    """Gradients can be written to, and share memory with nothing that the caller has."""
    arrays = [leaf for _, leaf in leaves(gradient) if isinstance(leaf, np.ndarray)]
    others = [leaf for _, leaf in leaves((args, value)) if isinstance(leaf, np.ndarray)]
    for i, array in enumerate(arrays):
        if not array.flags.writeable:
            raise Failure("a gradient can't be written to")
        if any(np.shares_memory(array, other) for other in arrays[:i] + others):
            raise Failure("a gradient shares memory with something else")
