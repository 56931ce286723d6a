"""Operations of the Wengert list that Python spells with syntax of its own, as functions.

Emitted code shows the syntax: a tuple display for `tuple_of`, an f-string for `format_of`. What stands in
`operator` (add, getitem, …) is taken from there.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from s2sad.runtime.refusals import RefusedType


def tuple_of(*items: Any) -> tuple:
    """`(a, b, c)`"""
    return items


def list_of(*items: Any) -> list:
    """`[a, b, c]`"""
    return list(items)


def set_of(*items: Any) -> set:
    """`{a, b, c}`"""
    return set(items)


def dict_of(*keys_and_values: Any) -> dict:
    """`{k: v, l: w}` from k, v, l, w"""
    return dict(zip(keys_and_values[::2], keys_and_values[1::2]))


def format_of(value: Any, conversion: str, spec: str) -> str:
    """`f"{value!r:spec}"`; `conversion` is "", "r", "s" or "a"."""
    convert: Any = {"r": repr, "s": str, "a": ascii}.get(conversion)
    return format(convert(value) if convert else value, spec)


def text_of(*parts: str) -> str:
    """The parts of an f-string, joined."""
    return "".join(parts)


def apply(function: Any, args: Any, kwargs: Any) -> Any:
    """`function(*args, **kwargs)`"""
    return function(*args, **kwargs)


def is_in(item: Any, container: Any) -> bool:
    """`item in container`"""
    return item in container


def not_in(item: Any, container: Any) -> bool:
    """`item not in container`"""
    return item not in container


def unpack(value: Any, before: int, after: int | None) -> tuple:
    """The items of an iterable as `a, b = value` takes them; with `after`, those between come as a list.

    `a, *b, c = value` is `unpack(value, 1, 1)`. Raises ValueError, as Python does, for too few or too many.
    """
    items = tuple(value)
    if after is None:
        if len(items) > before:
            raise ValueError(f"too many values to unpack (expected {before})")
        if len(items) < before:
            raise ValueError(f"not enough values to unpack (expected {before}, got {len(items)})")
        return items
    if len(items) < before + after:
        raise ValueError(
            f"not enough values to unpack (expected at least {before + after}, got {len(items)})"
        )
    end = len(items) - after
    return (*items[:before], list(items[before:end]), *items[end:])


def raise_(error: Any, cause: Any = None) -> NoReturn:
    """`raise error`, `raise error from cause`"""
    if cause is not None:
        raise error from cause
    raise error


def append(items: list, item: Any) -> None:
    """`items.append(item)`"""
    items.append(item)


def add_at(container: Any, index: Any, amount: Any) -> None:
    """`container[index] += amount`: an adjoint is accumulated in place."""
    container[index] += amount


def sum_at(table: dict, key: Any, amount: Any) -> None:
    """`table[key] = table.get(key, 0.0) + amount`: a sum by key, which begins with the first amount."""
    table[key] = table.get(key, 0.0) + amount


def store(array: Any, index: Any, value: Any) -> None:
    """`array[index] = value`: an element or a part of an array is written."""
    array[index] = value


def increase(array: Any, index: Any, amount: Any) -> None:
    """`array[index] += amount`; repeated indices count once, as NumPy has it."""
    array[index] += amount


def dup(value: Any, copies: int) -> tuple:
    """A value that is used several times, once for every use.

    Python's numbers are immutable, so the copies are the number itself. What can be changed in place has to be
    copied for every use but one.
    """
    return (value,) * copies


def stop_gradient(value: Any) -> Any:
    """A number as it is, of which no derivative is taken; emitted code has the number itself."""
    return value


def without_gradient(value: Any) -> Any:
    """A list, tuple or dict as a new one, with copies of the arrays in it, of which no derivative is taken."""
    if isinstance(value, dict):
        return {key: without_gradient(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        items = [without_gradient(item) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    return value.copy() if type(value).__name__ == "ndarray" else value


def on_adjoint(value: Any, *callback: Any) -> Any:
    """A value as it is, whose adjoint a function of the module gets; emitted code has the value itself."""
    return value


def with_slope_of(value: float, other: float) -> float:
    """A number as it is, whose derivative is that of another one; emitted code has the number itself."""
    return value


def strong_zero(partial: float, factor: float) -> float:
    """The product of a partial that may be infinite and of a zero, whose derivative it has; emitted code has 0.0."""
    return 0.0


def root_of(value: Any, *equation: Any) -> Any:
    """A value as it is, at which functions of the module say what is zero; emitted code has the value itself."""
    return value


def in_form_of(value: Any, rank: int | None) -> Any:
    """A value as it is, known to be an array of that rank, or a number; emitted code has the value itself."""
    return value


def is_sequence(value: Any, least: int, exact: bool) -> bool:
    """Whether a `case [a, b]` or `case [a, *b]` pattern takes the value; the flag is that of PEP 634, which newer arrays have."""
    if isinstance(value, (str, bytes, bytearray, dict)):
        return False
    if not isinstance(value, Sequence) and not type(value).__flags__ & 1 << 5:
        return False
    return len(value) == least if exact else len(value) >= least


def is_mapping(value: Any) -> bool:
    """Whether a `case {…}` pattern takes the value."""
    return isinstance(value, Mapping)


def match_arguments(value: Any, cls: type, position: int) -> Any:
    """What a positional part of a `case Class(a, b)` pattern is matched with."""
    names = getattr(cls, "__match_args__", None)
    if names is None and position == 0:
        return value
    return getattr(value, (names or ())[position])


def comment(text: str) -> None:
    """`# text`: a line of its own in emitted code."""


def probe(name: str, derivative: Any) -> None:
    """Nothing: the place where the adjoint or tangent of a variable is complete, for who watches a list run."""


def check_real(value: Any) -> None:
    """Raises TypeError unless the value is one real number, as a gradient needs it."""
    number = value.item() if getattr(value, "shape", None) == () else value
    if isinstance(number, bool):
        raise RefusedType("`grad` needs one real number, and the function returned a truth value")
    if not isinstance(number, (int, float)):
        shape = getattr(value, "shape", ())
        what = f"an array of shape {shape}: sum it, or use jacobian" if shape else f"a {type(value).__name__}"
        raise RefusedType(f"`grad` needs one real number, and the function returned {what}")


def defined(names: dict[str, Any], name: str) -> Any:
    """What a global name stands for; NameError if nothing has defined it."""
    if name not in names:
        raise NameError(f"name {name!r} is not defined")
    return names[name]


def unmoved(value: Any) -> Any:
    """The value, as a constant."""
    return value


def not_complex(value: Any) -> Any:
    """The value; TypeError if it is complex where the compiler takes it for a float: `(-2.0) ** 0.5`."""
    if isinstance(value, complex):
        raise RefusedType("a power of a negative number is complex here: write complex(x) ** p")
    return value


def fractional_power(x: Any, y: Any) -> Any:
    """`x ** y` with a float that is no whole number as the exponent: the power has a rule of its own."""
    return x**y


def float_power(x: Any, y: Any) -> Any:
    """`x ** y` with a float that may be a whole number."""
    return x**y


def whole_power(x: Any, y: Any) -> Any:
    """`x ** y` with an int as the exponent."""
    return x**y


def root_of_squares(x: Any) -> Any:
    """The root of what is zero only where its derivative is: the partial at 0 is 0."""
    return x**0.5


def power_of_squares(x: Any, y: Any) -> Any:
    """`x ** y` of such an `x`, with a `y` between 0 and 1."""
    return x**y


def conjugate(z: Any) -> Any:
    """`z.conjugate()`, which every number has"""
    return z.conjugate()


def reverse(items: list) -> None:
    """`items.reverse()`"""
    items.reverse()


def object_of(cls: type, **attributes: Any) -> Any:
    """An object that has these attributes, whatever its constructor would do."""
    made: Any = object.__new__(cls)
    for name, value in attributes.items():
        object.__setattr__(made, name, value)
    return made


def dict_with(keys: list, values: list) -> dict:
    """The dict of these keys and values."""
    return dict(zip(keys, values))
