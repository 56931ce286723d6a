"""Kinds of what functions of arrays give, found by trying them on small arrays of the same kinds.

    np.sum of array[float, 2], axis 0       →   array[float, 1]
    getitem of array[float, 2], an int      →   array[float, 1], a view of its first argument

NumPy's own rules for ranks, promotion and views are many; a call with arrays of two items along each axis tells what
they say. What can't be tried (a shape that isn't known, a function with an effect) is an array of unknown rank.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import BuiltinMethodType, MethodType
from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.annotated_kinds import annotated_kind
from s2sad.ir.dummies import Known, dummy
from s2sad.ir.kinds import Kind
from s2sad.ir.nodes import Atom, Const, Entry, Ref, Var
from s2sad.ir.object_kinds import object_kind
from s2sad.ir.operation_kinds import are_numbers
from s2sad.ir.operations import OPERATIONS, callee_of, operation_named, operation_of
from s2sad.ir.outcomes import Outcome
from s2sad.ir.result_kinds import call_kind, fixed_kind
from s2sad.ir.static_lookup import plain_attribute
from s2sad.ir.trials import ANY, general, kind_of_result, tried
from s2sad.ir.tried_functions import NUMPY, OWN_MODULES, can_be_tried
from s2sad.ir.value_kinds import kind_of
from s2sad.runtime.reductions import unreduce

Arg = tuple[Atom, Kind]

_LONGEST = 16
_LIKES = (np.zeros_like, np.ones_like, np.empty_like)
GENERATORS = (np.random.Generator, np.random.RandomState)


def outcome_of_entry(node: Entry, kind: Callable[[Atom], Kind]) -> Outcome:
    """What an entry gives that calls something known, by the kinds of its atoms."""
    args = [(atom, kind(atom)) for atom in node.args]
    named = [(key, (atom, kind(atom))) for key, atom in node.kwargs]
    return outcome_of(operation_of(node), callee_of(node), args, named)


def is_of_container(container: Kind, index: Kind) -> bool:
    """Whether an item of a container is what the container holds, and no part of an array that it may be made into."""
    if container.name == "tuple":
        return index == K.INT and (container.item or K.UNKNOWN).name in K.CONTAINERS
    return container.name == "dict" or (container.name == "list" and index == K.INT)


def outcome_of(
    name: str | None, function: Any, args: Sequence[Arg], kwargs: Sequence[tuple[str, Arg]] = ()
) -> Outcome:
    """What a call gives: of an operation by its short name, or of a library function.

    `args` are the atoms of the call with their kinds.
    """
    kinds = tuple([kind for _, kind in args])
    operation = operation_named(name)
    if (operation.elementwise or operation.is_truth) and are_numbers(kinds):
        return Outcome(operation.kind(kinds))
    every = (*kinds, *(kind for _, (_, kind) in kwargs))
    known = known_outcome(name, function, args, kwargs)
    if known is not None:
        return known
    if any(function is one for one in _LIKES) and kinds[:1] == (
        K.UNKNOWN,
    ):  # of whatever, an array of its own
        return ANY
    of_method = getattr(function, "__objclass__", None) is np.ndarray
    if (name == "getitem" or of_method) and kinds and kinds[0] in K.NUMBERS:
        args = ((args[0][0], K.array_kind(kinds[0], 0)), *args[1:])  # one of NumPy's numbers can be indexed
        every = (K.array_kind(kinds[0], 0), *every[1:])
    if name == "getitem" and is_of_container(*kinds) and holds_array(kinds[0]):
        return Outcome(kinds[0].item or K.UNKNOWN, (0,))
    if is_found_by_trial(name, function, every):
        plain = OPERATIONS[operation.plain].function if operation.plain else function
        if can_be_tried(plain):
            found = found_by_trial(name, plain, args, kwargs)
            return replace(found, shared=(0,)) if name == "getitem" and _is_container(kinds[0]) else found
        function = plain
    if name is not None and name != "getattr":
        return Outcome(operation.kind(kinds))
    if name is None and K.BOTTOM in every and is_of_arrays(function):
        return Outcome(K.BOTTOM)
    return Outcome(call_kind(function, kinds))


def is_found_by_trial(name: str | None, function: Any, every: tuple[Kind, ...]) -> bool:
    """Whether a call has to do with arrays, so that what it gives is seen when small ones are tried."""
    if any(map(holds_array, every)) or isinstance(function, np.ufunc):
        return True
    if any(map(K.is_instance, every)) and name != "getattr":
        return True
    return name is None and K.BOTTOM not in every and is_of_arrays(function)


def found_by_trial(
    name: str | None, function: Any, args: Sequence[Arg], kwargs: Sequence[tuple[str, Arg]]
) -> Outcome:
    """What a call gives for examples of what it gets."""
    given = _as_kind if name == "getitem" or function is np.argpartition else _as_known
    named = tuple((key, _as_known(*argument)) for key, argument in kwargs)
    return tried(function, tuple(given(*argument) for argument in args), named)


def known_outcome(
    name: str | None, function: Any, args: Sequence[Arg], kwargs: Sequence[tuple[str, Arg]]
) -> Outcome | None:
    """What a call gives that is known without a trial, by its annotation or its class; None for any other."""
    kinds = tuple([kind for _, kind in args])
    named = tuple([(key, kind) for key, (_, kind) in kwargs])
    every = (*kinds, *(kind for _, kind in named))
    if name is None and is_class_that_counts(function):
        return Outcome(object_kind(function))
    declared = annotated_kind(function, every) if name is None else None
    if declared is not None:
        return Outcome(declared)
    if isinstance(function, MethodType) and K.is_instance(kind_of(function.__self__)):
        return Outcome(method_kind(kind_of(function.__self__), function.__name__, kinds, named))
    if name == "getattr" and K.is_instance(every[0]):
        return Outcome(attribute_kind(every[0], args[1][0]))
    fixed = fixed_kind(function) if name is None else None
    if fixed is not None:
        return Outcome(fixed)
    if name == "in_form_of":
        rank = args[1][0]
        assert isinstance(rank, Const)
        return Outcome(K.FLOAT if rank.value == 0 else K.array_kind(K.FLOAT, rank.value))
    if function is unreduce and kinds[1].fields and K.element(kinds[0]) in K.NUMBERS:
        # An adjoint of a sum has the rank of what was summed, whatever its own.
        return Outcome(K.array_kind(K.element(kinds[0]), len(kinds[1].fields)), (0,))
    if name == "root_of":
        return Outcome(every[0])
    if function is np.ndarray.item and K.element(kinds[0]) in K.NUMBERS:
        return Outcome(K.element(kinds[0]))
    return Outcome(every[0], (0,)) if name in ("on_adjoint", "conjugate") else None


def holds_array(kind: Kind) -> bool:
    """Whether it is known to be an array, or to hold one."""
    if kind.name == "array":
        return True
    return kind.name in K.CONTAINERS and (
        any(map(holds_array, kind.fields)) if kind.fields else bool(kind.item and holds_array(kind.item))
    )


def _is_container(kind: Kind) -> bool:
    return kind.name in K.CONTAINERS


def is_of_arrays(function: Any) -> bool:
    """Whether it is a function that may make an array of numbers."""
    if function is np.ndarray:
        return True
    if isinstance(function, (np.ufunc, type)) or function is None:
        return False
    module = plain_attribute(function, "__module__") or ""
    return (
        module.split(".")[0] in NUMPY
        or module in OWN_MODULES
        or plain_attribute(function, "__objclass__") is np.ndarray
    )


def _as_known(atom: Atom, kind: Kind) -> Kind | Known:
    """What is known of an argument: its value, if that says what it does (an axis, a flag, a dtype), or its kind."""
    value = getattr(atom, "value", None)
    if isinstance(atom, Const):
        if type(value) is int:
            return Known(value if abs(value) <= _LONGEST else 2)
        return Known(value) if value is None or isinstance(value, (bool, str)) else kind
    if isinstance(atom, Ref) and isinstance(value, (type, np.dtype, str)):
        return Known(value)
    return kind


def _as_kind(atom: Atom, kind: Kind) -> Kind | Known:
    return kind


def is_class_that_counts(function: Any) -> bool:
    """Whether it is a class whose objects have a kind of their own."""
    return isinstance(function, type) and K.is_instance(object_kind(function))


def method_kind(
    base: Kind, name: str, args: Sequence[Kind], named: tuple[tuple[str, Kind], ...] = ()
) -> Kind:
    """The kind of what a method of an object of NumPy's or SciPy's gives, by a trial."""
    every = (*args, *(kind for _, kind in named))
    if K.BOTTOM in every:
        return K.BOTTOM
    if base.cls in GENERATORS and any(map(_may_be_shape, every)):
        return K.UNKNOWN
    try:
        result = getattr(dummy(base), name)(*map(dummy, args), **{key: dummy(kind) for key, kind in named})
    except Exception:  # NoDummy, or whatever it raises: the running program will tell
        return K.UNKNOWN
    return general(kind_of_result(result))


def _may_be_shape(kind: Kind) -> bool:
    """Whether it may be a shape of so many axes as it has items."""
    return kind.name == "list" or (K.is_array(kind) and K.element(kind) not in (K.FLOAT, K.COMPLEX))


def is_ufunc_at(function: Any) -> bool:
    """`np.add.at` and its like"""
    return (
        type(function) is BuiltinMethodType
        and isinstance(function.__self__, np.ufunc)
        and (function.__name__ == "at")
    )


def attribute_kind(base: Kind, name: Atom) -> Kind:
    """The kind of an attribute of a number, an array or a dtype."""
    if base.name == "dtype" and name == Const("type"):
        return base
    if base in K.NUMBERS and name == Const("dtype"):
        return K.dtype_kind(base)
    if base in (K.INT, K.FLOAT, K.COMPLEX) and name in (Const("real"), Const("imag")):
        return K.INT if base == K.INT else K.FLOAT
    if base == K.BOTTOM:
        return K.BOTTOM
    if K.is_instance(base) and isinstance(name, Const):
        return _kind_of_part(base, name.value)
    if not K.is_array(base) or not isinstance(name, Const) or name.value.startswith("_"):
        return K.UNKNOWN
    if name.value == "shape" and base.ndim is not None:
        return K.tuple_kind((K.INT,) * base.ndim)
    if name.value in ("shape", "strides"):
        return Kind("tuple", K.INT, least=base.least if base.ndim is None else base.ndim)
    if name.value == "dtype":
        return K.dtype_kind(base.item or K.UNKNOWN)
    return outcome_of(None, np.ndarray.__getattribute__, [(Var("x"), base), (name, K.TEXT)]).kind


@functools.lru_cache(maxsize=256)
def _kind_of_part(base: Kind, name: str) -> Kind:
    """The kind of an attribute of an object of SciPy's; that of a method is left open, and so is what depends on its form."""
    if K.is_of_sparse(base) and name not in ("shape", "ndim", "nnz", "T", "dtype"):
        return K.UNKNOWN
    try:
        found = getattr(dummy(base), name)
    except Exception:  # NoDummy, or there is none: the running program will tell
        return K.UNKNOWN
    return K.UNKNOWN if callable(found) or found is None else kind_of_result(found)


def made_by(dtype: Kind, kinds: Sequence[Kind]) -> Kind:
    """What a call of something gives that isn't known, but may be a dtype's type: `x.dtype.type(0)`."""
    if dtype.name != "dtype" or not dtype.item or len(kinds) != 1:
        return K.UNKNOWN
    if kinds[0] in K.NUMBERS:
        return dtype.item
    return K.array_kind(dtype.item, kinds[0].ndim) if K.is_array(kinds[0]) else K.UNKNOWN
