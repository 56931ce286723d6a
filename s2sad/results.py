"""What goes in and out of a derivative: cotangents and tangents are like their primals, and so are gradients.

What is handed out belongs to the caller: it shares memory with nothing else, and can be written to.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from s2sad.errors import NotANumber, ShapeMismatch
from s2sad.trees import children, is_record, mapped, rebuilt

_PLAIN = frozenset((float, int, bool, complex, str, np.float64, type(None)))
_NUMBERS = (float, int, np.float64)


class Arrays:
    """The arrays in trees, which something must not share memory with; looked for only when they are asked for."""

    def __init__(self, *trees: Any) -> None:
        self.trees = trees
        self.found: list[np.ndarray] | None = None

    def share(self, array: np.ndarray) -> bool:
        """Whether an array may have memory in common with one of these."""
        if self.found is None:
            self.found = arrays_in(self.trees)
        return any(array is other or np.may_share_memory(array, other) for other in self.found)

    def add(self, array: np.ndarray) -> None:
        self.trees = (*self.trees, array)
        if self.found is not None:
            self.found.append(array)


def arrays_in(tree: Any, classes: type | tuple[type, ...] = np.ndarray) -> list[Any]:
    """The arrays at the leaves of a tree, which may be deep or hold itself; or what is of other classes."""
    found, waiting, seen = [], [tree], set()
    while waiting:
        part = waiting.pop()
        if isinstance(part, classes):
            found.append(part)
        elif (
            type(part) not in _NUMBERS
            and not (type(part) is list and is_plain(part))
            and id(part) not in seen
        ):
            seen.add(id(part))
            waiting += [leaf.value for leaf in children(part) or ()]
    return found


def is_plain(items: list) -> bool:
    """Whether a list holds numbers only, or tuples of numbers, as loops save them: told at the speed of C."""
    kinds = set(map(type, items))
    if kinds == {tuple}:
        kinds = set(map(type, chain.from_iterable(items)))
    return kinds <= _PLAIN


def outline(tree: Any) -> Any:
    """A tree of the same structure that holds no memory: its arrays have the shapes and dtypes only."""
    if type(tree) in _NUMBERS:
        return tree
    return mapped(lambda leaf: _outline(leaf) if isinstance(leaf, np.ndarray) else leaf, tree)


def outline_of_call(function: Callable, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """The outline of what a function gives, which gets copies: it may write to them."""
    return outline(function(*copy.deepcopy(args), **copy.deepcopy(kwargs)))


def _outline(array: np.ndarray) -> np.ndarray:
    return np.broadcast_to(np.zeros((), array.dtype), array.shape)


# ------------------------------------------------------------------------------------------------------- gradients


def finished(found: Any, primal: Any, taken: Arrays) -> Any:
    """A gradient or tangent in the dtype and shape of its primal, in memory of its own.

    `taken` are the arrays that it must not share memory with; it is added to them.
    """
    if type(primal) is np.ndarray:
        return _array(found, primal, taken)
    if type(found) is float and not isinstance(primal, (complex, np.inexact)):
        return found
    parts = children(primal)
    if parts is None or found is None:
        return _number(found, primal)
    if type(primal) is list and set(map(type, primal)) <= {float, int}:
        return [item if type(item) is float else _number(item, 0.0) for item in found]
    items = [finished(own, part.value, taken) for own, part in zip(_parts(found, primal), parts)]
    return rebuilt(primal, items)


def _parts(found: Any, primal: Any) -> list[Any]:
    if isinstance(primal, dict):
        return [found[key] for key in primal]
    return [part.value for part in children(found) or ()]


def _array(found: Any, primal: np.ndarray, taken: Arrays) -> Any:
    """The gradient of an array, which is copied only where it has to be."""
    if found is None or primal.dtype.kind not in "fc":
        return found
    if type(found) is not np.ndarray or found.shape != primal.shape:
        found = np.broadcast_to(np.asarray(checked(found, primal.shape)), primal.shape)
    if found.dtype != primal.dtype:
        found = found.real if primal.dtype.kind == "f" else found
        found = found.astype(primal.dtype)
    elif not found.flags.writeable or taken.share(found):
        found = found.copy()
    taken.add(found)
    return found


def checked(found: Any, shape: tuple[int, ...]) -> Any:
    """A derivative that has the shape of its primal, or is a plain zero. An error is better than a wrong one."""
    if np.shape(found) != shape and (np.ndim(found) or found != 0.0):
        reason = f"the derivative of something of shape {shape} came out with the shape {np.shape(found)}"
        raise ShapeMismatch(reason, "this is a mistake in s2sad, or in a derivative rule: please report it")
    return found


def _number(found: Any, primal: Any) -> Any:
    """The gradient of a number, which is a number; that of one of NumPy's single precision ones is one as well."""
    if found is None or (type(found) in (float, np.float64) and isinstance(primal, (int, float))):
        return found
    if isinstance(found, np.ndarray):
        found = found[()]
    if isinstance(primal, (float, np.floating)) and isinstance(found, (complex, np.complexfloating)):
        found = found.real
    kind: Any = type(primal)
    if isinstance(primal, (float, complex, np.inexact)) and _is_number(found):
        return found if isinstance(found, kind) else kind(found)
    return found


@dataclass(frozen=True)
class Finish:
    """What is done with the result of a gradient function: the places of the differentiated arguments, and its form.

    Mostly there is nothing to do, which a quick look tells; it doesn't if dtypes other than float64 are about
    (`mixed`). With `has_aux` a value that isn't differentiated stands beside the gradient, or beside the value. Where the
    value may come out in another dtype, it gets those of `value`.
    """

    wrt: tuple[int, ...]
    single: bool
    with_value: bool
    mixed: bool
    has_aux: bool = False
    value: Any = None

    def __call__(self, result: Any, primals: Sequence[Any]) -> Any:
        """The result with gradients like `primals`, the differentiated arguments."""
        if self.with_value:
            value, found = result
            aux = value[1] if self.has_aux else None
        else:
            found, aux = result if self.has_aux else (result, None)
        if self.single:
            found = (found,)
        if not self.mixed and is_own(found, primals) and not arrays_in(aux):
            return result
        taken = Arrays(primals, aux)
        made: Any = tuple([finished(own, primal, taken) for own, primal in zip(found, primals)])
        made = made[0] if self.single else made
        if self.with_value:
            return value if self.value is None else finished(value, self.value, taken), made
        return (made, aux) if self.has_aux else made

    def after(self, main: Callable) -> Callable:
        """`main`, and this after it."""
        wrt = self.wrt
        return lambda *args: self(main(*args), [args[i] for i in wrt])


def is_own(found: Sequence[Any], primals: Sequence[Any]) -> bool:
    """Whether gradients are arrays that own their memory, each another one, and none of them a primal."""
    own: list[int] = []
    given: list[int] = []
    if not _are_own(found, primals, own, given):
        return False
    return len(own) == 1 and own != given or (len(set(own)) == len(own) and set(own).isdisjoint(given))


def _are_own(found: Iterable[Any], primals: Iterable[Any], own: list[int], given: list[int]) -> bool:
    """Whether each is in memory of its own; `own` and `given` take down the identities of the arrays."""
    for bar, primal in zip(found, primals):
        kind = type(primal)
        if kind is np.ndarray:
            if type(bar) is not np.ndarray or not is_alone(bar):
                return False
            if bar.dtype != primal.dtype or bar.shape != primal.shape:
                return False
            own.append(id(bar))
            given.append(id(primal))
        elif kind is float:
            if type(bar) is not float and type(bar) is not np.float64:
                return False
        elif type(bar) is not kind:
            if bar is not None:
                return False
        elif kind is dict:
            if not _are_own([bar[key] for key in primal], primal.values(), own, given):
                return False
        elif not isinstance(primal, (list, tuple)) or not _are_own(bar, primal, own, given):
            return False
    return True


def is_alone(array: np.ndarray) -> bool:
    """Whether an array has memory that nothing else has: its own, or what machine code allocated, which counts who has it."""
    base: Any = array.base
    return base is None or (getattr(base, "refcount", 0) == 1 and base.parent is None)


def needs_finish(primals: Sequence[Any], args: Any) -> bool:
    """Whether gradients by `primals` may come out in another dtype or shape, or share memory with something."""
    return any(map(_in_numpy, primals)) or is_mixed(args)


def is_mixed(args: Any) -> bool:
    """Whether arrays or numbers of other dtypes than float64 are about, which make gradients of other dtypes."""
    found = arrays_in(args, (np.ndarray, np.floating))
    return any(each.dtype != np.float64 and each.dtype.kind in "fc" for each in found)


def _in_numpy(primal: Any) -> bool:
    """Whether it holds arrays, complex numbers, or numbers of NumPy's other than float64, which is a float."""
    if isinstance(primal, (list, tuple, dict)):
        named = isinstance(primal, tuple) and hasattr(primal, "_fields")
        return named or any(_in_numpy(part.value) for part in children(primal) or ())
    if is_record(primal):
        return True
    return isinstance(primal, (np.ndarray, np.inexact, complex)) and not isinstance(primal, float)


# ------------------------------------------------------------------------------------------ tangents and cotangents


def like(given: Any, primal: Any, what: str) -> Any:
    """A tangent or cotangent as its primal has it: the same containers, shapes, and kinds of numbers.

    `what` names it in errors. Raises ShapeMismatch for another structure or shape, NotANumber for what holds no
    numbers, or holds complex ones for real ones.
    """
    parts = children(primal)
    if parts is not None:
        return rebuilt(primal, _items_like(given, primal, what))
    if isinstance(primal, np.ndarray):
        return _array_like(given, primal, what)
    if type(given) is float or not _is_number(primal):
        return given
    return _number_like(given, primal, what)


def _items_like(given: Any, primal: Any, what: str) -> list[Any]:
    parts = children(primal) or []
    if isinstance(primal, dict):
        fits = isinstance(given, dict) and given.keys() == primal.keys()
    elif isinstance(primal, (list, tuple)):
        fits = isinstance(given, (list, tuple)) and len(given) == len(primal)
    else:
        fits = type(given) is type(primal)
    if not fits:
        raise ShapeMismatch(
            f"{what} is {described(given)}, and the value {described(primal)}",
            "give it the structure of the value",
        )
    return [like(own, part.value, f"{what}{part.path}") for own, part in zip(_parts(given, primal), parts)]


def _array_like(given: Any, primal: np.ndarray, what: str) -> Any:
    if primal.dtype.kind not in "fc":
        return given
    number = primal.ndim == 0 and _is_number(given)
    if not number and (not isinstance(given, np.ndarray) or given.shape != primal.shape):
        reason = f"{what} is {described(given)}, and the value {described(primal)}"
        raise ShapeMismatch(reason, f"give it the shape {primal.shape}")
    if isinstance(given, np.ndarray) and given.dtype == primal.dtype:
        return given
    kind = np.asarray(given).dtype.kind
    if kind not in "fiuc" or (kind == "c" and primal.dtype.kind == "f"):
        raise NotANumber(
            f"{what} is {described(given)}, and the value {described(primal)}", "pass floats for floats"
        )
    return np.asarray(given, dtype=primal.dtype)


def _number_like(given: Any, primal: Any, what: str) -> Any:
    if isinstance(given, np.ndarray) and given.ndim == 0:
        given = given[()]
    if given is None and isinstance(primal, int):
        return 0.0  # an int among floats may have no tangent
    real = not isinstance(primal, (complex, np.complexfloating))
    reason = f"{what} is {described(given)}, and the value {described(primal)}"
    if isinstance(given, np.ndarray) or children(given) is not None:
        raise ShapeMismatch(reason, "pass a number")
    if not _is_number(given) or (real and isinstance(given, (complex, np.complexfloating))):
        raise NotANumber(reason, "pass a float")
    return given


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, complex, np.number)) and not isinstance(value, (bool, np.bool_))


def described(value: Any) -> str:
    """What a value is, in a few words: for errors."""
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype} of shape {value.shape}"
    if isinstance(value, dict):
        return f"a dict with the keys {list(value)}"
    if isinstance(value, (list, tuple)):
        return f"a {type(value).__name__} of length {len(value)}"
    return "None" if value is None else f"a {type(value).__name__}"
