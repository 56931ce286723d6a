"""Calls that are answered while a function is lowered: the length of a display, the class of a value, the rank of an array.

n = len((x, y))         →       n = 2
isinstance(x, list)     →       False, if x is known to be a number
"""

from __future__ import annotations

import ast
import itertools
import operator
import types
from collections import abc
from typing import Any

import numpy as np

from s2sad.frontend.abstract_values import (
    Bound,
    Chosen,
    Derived,
    Function,
    Getter,
    Maybe,
    Object,
    Once,
    Sequence,
    Table,
    Value,
)
from s2sad.frontend.branches import by_chosen_class, choose
from s2sad.frontend.call import Call
from s2sad.frontend.class_dispatch import attribute_by_class, is_of_several
from s2sad.frontend.enumerations import member_of, members_of
from s2sad.frontend.imports import raise_now
from s2sad.frontend.kind_queries import isinstance_by_kind, question
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import used_up
from s2sad.frontend.object_variables import by_method, object_attribute
from s2sad.frontend.objects_or_none import presence_if_unsure
from s2sad.frontend.queries import classes_chosen
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.user_classes import is_own_record, keys_of
from s2sad.ir import kinds as K
from s2sad.ir.nodes import UNDEFINED, Const, Ref, Var
from s2sad.runtime.broadcasting import known_ndim, known_real
from s2sad.runtime.operations import is_mapping, is_sequence, match_arguments

_NUMBERS = (float, int, complex)
_CHOICES = (itertools.combinations, itertools.permutations, itertools.product, itertools.pairwise)
_AS_ARRAY = (np.asarray, np.asanyarray)
_FEW_ROWS = 6


def fold_call(lowering: Lowering, fn: Ref, call: Call) -> Value | None:
    """Calls whose result is known from what is known of the arguments."""
    args, node = call.args, call.node
    value = fn.value
    answer = question(lowering, value, call)
    if answer is not None:
        return answer
    if call.kwargs or not args:
        return None
    member = member_of(fn, args)
    if member is not None:
        return member
    first = args[0]
    if value in _AS_ARRAY and len(args) == 1 and is_array_itself(lowering, first):
        return first
    if value in _CHOICES:
        return rows_chosen(lowering, value, args)
    if value is known_real:
        return Const(K.element(lowering.kind(first)) in (K.FLOAT, K.INT, K.BOOL))
    if value in (known_ndim, np.ndim, np.shape, np.size) and len(args) == 1:
        return fold_shape(lowering, value, first, node)
    if value is isinstance and len(args) == 2:
        return fold_isinstance(lowering, first, args[1], node)
    if value is type and args == [Const(None)]:
        return Ref("NoneType", type(None))
    if value is type and len(args) == 1 and isinstance(first, (Sequence, Table)):
        return class_of_literal(first)
    if value in (is_mapping, is_sequence, match_arguments):
        return fold_pattern(lowering, value, args, node)
    if len(args) == 1 and value in (np.iterable, len, iter, tuple, list):
        return fold_items(lowering, value, first, node)
    if value is operator.itemgetter and all(isinstance(argument, Const) for argument in args):
        return Getter(tuple(args))
    if value in (operator.attrgetter, operator.methodcaller) and all(isinstance(a, Const) for a in args):
        return Ref(value.__name__, value(*(a.value for a in args)))
    if value is callable and (is_callable(first) or isinstance(first, (Const, Sequence, Table))):
        return Const(is_callable(first))
    if value is callable and isinstance(first, Var) and is_plain(lowering.kind(first)):
        return Const(False)
    return None


def fold_items(lowering: Lowering, value: Any, items: Any, node: ast.AST | None) -> Value | None:
    """What is asked of items that are known one by one, or of a number, which has none."""
    if isinstance(items, Var) and lowering.kind(items) in K.NUMBERS and lowering.catching:
        return fold_no_items(lowering, value, items, node)
    if isinstance(items, Var) and value is len and lowering.kind(items).name == "tuple":
        fields = lowering.kind(items).fields
        return None if fields is None else Const(len(fields))
    if isinstance(items, Once) and value in (list, tuple) and isinstance(items.items, Sequence):
        items = used_up(lowering, items, node)
    items = members_of(items) or items
    if not isinstance(items, (Sequence, Table)):
        return None
    if value in (np.iterable, len):
        return Const(True if value is np.iterable else len(items.items))
    if isinstance(items, Table):
        return None
    return Once(items, lowering.depth) if value is iter else Sequence(items.items, value.__name__)


def is_array_itself(lowering: Lowering, value: Value) -> bool:
    """Whether it is known to be an array: with axes, and not None."""
    kind = lowering.kind(value) if isinstance(value, Var) else K.UNKNOWN
    return K.is_array_always(kind) and bool(kind.ndim)


def rows_chosen(lowering: Lowering, value: Any, args: list[Any]) -> Value | None:
    """`itertools.combinations(bodies, 2)`, `itertools.product(bodies, bodies)` of a few known objects: the rows that come."""
    groups = [argument.items for argument in args if isinstance(argument, Sequence)]
    known = [*groups, *(argument.value for argument in args if isinstance(argument, Const))]
    if len(known) < len(args) or not all(isinstance(item, Object) for group in groups for item in group):
        return None
    try:
        rows = [*itertools.islice(value(*known), _FEW_ROWS + 1)]
    except (TypeError, ValueError):  # the program will see it
        return None
    if len(rows) > _FEW_ROWS:
        return None
    return Once(Sequence(tuple(Sequence(row) for row in rows)), lowering.depth)


def fold_no_items(lowering: Lowering, value: Any, number: Var, node: ast.AST | None) -> Value | None:
    """`len(x)`, `iter(x)`, `np.iterable(x)` of a number."""
    if value is np.iterable:
        return Const(False)
    try:
        value({K.FLOAT: 0.0, K.COMPLEX: 0j}.get(lowering.kind(number), 0))
    except TypeError as error:
        raise_now(lowering, error, node)
    return Const(UNDEFINED)


def class_of_literal(value: Sequence | Table) -> Ref | None:
    """`type(x)` of a list, tuple or dict whose items are known; None for named tuples that the library makes."""
    if isinstance(value, Sequence) and value.names and value.cls is None:
        return None
    cls = dict if isinstance(value, Table) else value.cls or (list if value.kind == "list" else tuple)
    return Ref(cls.__name__, cls)


def fold_pattern(lowering: Lowering, value: Any, args: list[Any], node: ast.AST) -> Value | None:
    """What a pattern of `match` asks: whether there are so many items, and what stands at a place in an object."""
    first = args[0]
    if value is is_sequence and isinstance(first, Sequence):
        least, exact = args[1].value, args[2].value
        return Const(len(first.items) == least if exact else len(first.items) >= least)
    if value in (is_mapping, is_sequence):
        if isinstance(first, Table):
            return Const(value is is_mapping)
        if isinstance(first, Object) and keys_of(first.cls) is not None:
            return Const(value is is_mapping)
        return Const(False) if holds_no_items(lowering, value, first) else None
    if not isinstance(args[1], Ref) or not isinstance(args[2], Const):
        return None
    names, place = getattr(args[1].value, "__match_args__", ()), args[2].value
    if place < len(names) and is_of_several(lowering, first):
        return attribute_by_class(lowering, first, names[place], node, "t")
    if place < len(names) and isinstance(first, (Object, Sequence)) and first.cls:
        return object_attribute(lowering, first, names[place], node, "t")
    return first if place == 0 and not hasattr(args[1].value, "__match_args__") else None


def holds_no_items(lowering: Lowering, value: Any, first: Any) -> bool:
    """Whether what a pattern with items is asked of is a number, or an object of a class that has none."""
    if isinstance(first, Object):
        return not issubclass(first.cls, abc.Mapping if value is is_mapping else abc.Sequence)
    return isinstance(first, Var) and lowering.kind(first) in K.NUMBERS


def fold_shape(lowering: Lowering, value: Any, first: Any, node: ast.AST) -> Value | None:
    """The rank of an array, where it is known; shape and size are then read as attributes."""
    kind = lowering.kind(first) if isinstance(first, (Var, Const)) else K.UNKNOWN
    rank = kind.ndim if K.is_array_always(kind) else None
    is_number = kind in K.NUMBERS
    if value is known_ndim:
        return Const(0 if is_number else rank)
    if value is np.ndim and is_number:
        return Const(0)
    if rank is None or value is np.ndim:
        return None if rank is None else Const(rank)
    kind = K.tuple_kind((K.INT,) * rank) if value is np.shape else K.INT
    return emit(lowering, "getattr", (first, Const(value.__name__)), node, kind=kind, varied=False)


def fold_isinstance(lowering: Lowering, value: Any, classes: Any, node: ast.AST) -> Value | None:
    if isinstance(classes, Sequence):
        parts = [fold_isinstance(lowering, value, part, node) for part in classes.items]
        return None if None in parts else one_holds(lowering, parts, node)
    if isinstance(classes, Ref):
        there = presence_if_unsure(lowering, value, node)
        known = is_of_class(lowering, value.there if isinstance(value, Maybe) else value, classes, node)
        if there is None or known is None:
            return known
        of_none = Const(isinstance(None, classes.value))
        return choose(lowering, there, lambda: known, lambda: of_none, node, "t")
    if isinstance(classes, Var) and isinstance(value, (Object, Sequence)) and value.cls is not None:
        return is_of_chosen_class(lowering, value, classes, node)
    return None


def one_holds(lowering: Lowering, truths: list[Any], node: ast.AST) -> Value:
    """Whether one of some truths holds."""
    unknown = [truth for truth in truths if not isinstance(truth, Const)]
    if not unknown or any(isinstance(truth, Const) and truth.value for truth in truths):
        return Const(len(unknown) < len(truths) and any(t.value for t in truths if isinstance(t, Const)))
    first, *rest = unknown
    return (
        choose(lowering, first, lambda: Const(True), lambda: one_holds(lowering, rest, node), node, "t")
        if rest
        else first
    )


def is_of_class(lowering: Lowering, value: Any, classes: Ref, node: ast.AST) -> Value | None:
    """Whether a value that is there is of a class, or of one of several that a constant names."""
    is_array = isinstance(value, Ref) and isinstance(value.value, np.ndarray)  # which it has to stay
    if (is_array or isinstance(value, Const)) and isinstance(classes.value, type):
        return Const(isinstance(value.value, classes.value))
    known: Any = {"tuple": tuple, "list": list}.get(value.kind) if isinstance(value, Sequence) else None
    if isinstance(value, Object) and is_own_record(value.cls) and not is_own_record(classes.value):
        return by_method(lowering, value, "stands_for", [classes], ast.Pass(), "t")
    if isinstance(value, (Object, Sequence)) and value.cls is not None:
        known = dict if keys_of(value.cls) else value.cls
    if isinstance(value, Table):
        known = dict
    if known is None and isinstance(value, Function):
        known = types.FunctionType
    if known is None and is_own_record(classes.value) and isinstance(value, (Var, Ref)):
        return Const(False)
    if isinstance(value, Var) and lowering.kind(value) in K.NUMBERS and is_no_number(classes.value):
        return Const(False)
    if known is None and isinstance(value, Var):
        return isinstance_by_kind(lowering, value, classes.value, node)
    return Const(issubclass(known, classes.value)) if known else None


def is_of_chosen_class(lowering: Lowering, value: Value, asked: Var, node: ast.AST) -> Value | None:
    """Whether an object is of a class that a name stands for."""
    classes = classes_chosen(lowering, asked)
    if not classes and isinstance(value, Object) and value.again:
        return None  # the running program makes it
    if not classes:
        reason = "an object is asked whether it is of a class that is known only when the program runs"
        raise lowering.refusal(node, reason, "name the class: `isinstance(shape, Circle)`")
    return by_chosen_class(
        lowering,
        asked,
        classes,
        lambda cls: fold_isinstance(lowering, value, cls, node) or Const(False),
        node,
    )


def is_plain(kind: K.Kind) -> bool:
    """Whether a value is a number, an array, a text or a container: none of these can be called."""
    return kind in K.NUMBERS or K.is_array(kind) or kind == K.TEXT or kind.name in ("list", "tuple", "dict")


def is_callable(value: Any) -> bool:
    """Whether a value is known to be a function."""
    return isinstance(value, (Function, Bound, Derived, Chosen)) or (
        isinstance(value, Ref) and callable(value.value)
    )


def is_no_number(cls: Any) -> bool:
    """Whether a class has nothing to do with numbers."""
    if not isinstance(cls, type) or issubclass(cls, _NUMBERS):
        return False
    return not any(issubclass(number, cls) for number in _NUMBERS)
