"""What machine code has no values for: entries and arrays that are refused."""

from __future__ import annotations

from dataclasses import replace
from types import MethodDescriptorType
from typing import Any, TypeGuard

import numpy as np

from s2sad.analysis.effects import effect_of
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, For, If, Ref, While
from s2sad.ir.operation import Effect
from s2sad.ir.operations import callee_of, operation_of
from s2sad.loops import special_functions
from s2sad.loops.dtypes import ZEROS
from s2sad.loops.number_functions import of_numbers
from s2sad.loops.state import BEFORE, WITHOUT, Loops

_FOREIGN = ("scipy", "statistics", "random", "itertools", "functools", "copy", "_bisect")
_METHODS = frozenset(
    "argsort astype clip copy fill flatten item nonzero ravel repeat reshape sort take view".split()
)
_OTHER_TYPES = (np.float16, np.float32, np.longdouble, np.complex64)
_OTHER_NAMES = ("float32", "f4", "float16", "f2", "f", "complex64", "c8", "single", "half")


def check_kind(loops: Loops, kind: K.Kind, name: str) -> None:
    if kind.ndim is None:
        raise loops.refuse(f"the number of axes of `{name}` isn't known")
    if K.element(kind) not in ZEROS:
        raise loops.refuse(f"`{name}` is an array of {K.element(kind)}")


def check_never_none(loops: Loops, node: If | For | While) -> None:
    """Machine code has another type for what may be None."""
    if any(loops.facts.kind(target).may_be_none for target in node.targets):
        raise loops.refuse(
            "an array or list that may be None as yet", f"make it before the loop, or {WITHOUT}"
        )


def check_method(loops: Loops, node: Entry) -> None:
    """A method of arrays that stays a call has to be one that Numba has."""
    callee = callee_of(node)
    name = getattr(callee, "__name__", "")
    if isinstance(callee, MethodDescriptorType) and getattr(np.ndarray, name, None) is callee:
        if name not in _METHODS:
            raise loops.refuse(f"`{name}` of an array")


def check_matrices(loops: Loops, node: Entry) -> None:
    """Numba's functions of matrices take one matrix."""
    ranks = [loops.facts.kind(atom).ndim or 0 for atom in node.args if loops.is_array(atom)]
    if getattr(callee_of(node), "__module__", "") == "numpy.linalg" and max(ranks, default=0) > 2:
        raise loops.refuse(f"`np.linalg.{callee_of(node).__name__}` of a stack of matrices")


def check_entry(loops: Loops, node: Entry, name: str | None) -> None:
    """What machine code has no values for is refused."""
    if name == "dict_of":
        raise loops.refuse("a dict that isn't taken apart")
    is_written = node.args and not node.targets and effect_of(node) == Effect.WRITING
    if is_written and not loops.is_array(node.args[0]) and loops.facts.kind(node.args[0]).ndim == 0:
        raise loops.refuse("an array without axes is written in place", f"use a number, or {WITHOUT}")
    if name is None and isinstance(node.fn, Ref) and is_foreign(node.fn.value):
        raise loops.refuse(f"`{node.fn.path}` is a function that Numba doesn't have", _way_out(loops, node))
    every = (node.fn, *node.args, *(atom for _, atom in node.kwargs))
    for atom in every:
        if isinstance(atom, (Const, Ref)) and is_other_precision(atom.value):
            raise loops.refuse("numbers of another precision than double")


def plain_exception(node: Entry) -> Entry:
    """What makes or raises an exception, with one of Python's own, which machine code has, and the texts that are known.

    A class of the user's is told by its name.
    """
    if operation_of(node) == "raise_":
        return replace(
            node, args=tuple(Ref(*_own_class(atom)) if _is_exception(atom) else atom for atom in node.args)
        )
    if not _is_exception(node.fn):
        return node
    name, own = _own_class(node.fn)
    texts = [atom.value for atom in node.args if isinstance(atom, Const) and isinstance(atom.value, str)]
    if own is not node.fn.value:
        texts = [": ".join((node.fn.value.__name__, *texts))]
    return replace(node, fn=Ref(name, own), args=tuple(map(Const, texts)), kwargs=())


def _is_exception(atom: Any) -> TypeGuard[Ref]:
    return isinstance(atom, Ref) and isinstance(atom.value, type) and issubclass(atom.value, Exception)


def _own_class(atom: Ref) -> tuple[str, type]:
    """The nearest class of Python's own."""
    own = next(each for each in atom.value.__mro__ if each.__module__ == "builtins")
    return own.__name__, own


def is_text(atom: Atom) -> bool:
    return isinstance(atom, Const) and isinstance(atom.value, str)


def is_foreign(callee: Any) -> bool:
    """Whether it is a function of another library than NumPy, or of a part of NumPy that Numba doesn't have."""
    if isinstance(callee, np.ufunc):
        return getattr(np, callee.__name__, None) is not callee and of_numbers(callee) is None
    if isinstance(getattr(callee, "__self__", None), np.random.RandomState):
        return True  # Numba's draws others
    module = getattr(callee, "__module__", None) or ""
    is_written = of_numbers(callee) or special_functions.handler_of_special(callee)
    return (module.partition(".")[0] in _FOREIGN or module == "numpy.fft") and not is_written


def is_other_precision(value: Any) -> bool:
    """Whether it names floats, or complex numbers, of another precision than double."""
    if isinstance(value, str):
        return value in _OTHER_NAMES
    if isinstance(value, type) and issubclass(value, np.generic):
        return value in _OTHER_TYPES
    return isinstance(value, np.dtype) and value.type in _OTHER_TYPES


def check_known(loops: Loops, node: Entry) -> None:
    """What isn't known may be an array."""
    if callee_of(node) is print:
        _check_printed(loops, node)
    elif callee_of(node) is np.ndindex or any(
        loops.facts.kind(target).name in ("unknown", "mixed", "object") for target in node.targets
    ):
        called = f"`{node.fn.path}`" if isinstance(node.fn, Ref) else "this"
        raise loops.refuse(f"what {called} gives is known only when the program runs", _way_out(loops, node))


def _way_out(loops: Loops, node: Entry) -> str:
    """What is computed of nothing that varies can be computed before."""
    given = (*node.args, *(atom for _, atom in node.kwargs))
    return WITHOUT if any(map(loops.facts.varies, given)) else BEFORE


def _check_printed(loops: Loops, node: Entry) -> None:
    is_shown = all(is_text(atom) or loops.facts.kind(atom) in K.NUMBERS for atom in node.args)
    if node.kwargs or not is_shown:
        raise loops.refuse("`print` of what is neither a number nor a text that is known")
