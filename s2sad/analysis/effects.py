"""What an entry does besides computing its value: may it raise, what does it change in place, what else does it do.

    t = mul x y                 pure, doesn't raise
    t = truediv x y             pure, may raise
    t = getitem xs i            reads memory: pure as long as nothing writes
    t = list_of x y             a new object at each time: may be removed, not merged
    append xs t                 writes xs
    t = f x                     unknown: may do anything, and change what it is given

Numbers are what the operators are meant for. Where the operands' kinds are unknown, a wrong operand's TypeError is not
counted as raising.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

import numpy as np

from s2sad.analysis.effect_table import KNOWN_EFFECTS
from s2sad.ir.array_kinds import is_ufunc_at
from s2sad.ir.nodes import (
    Atom,
    Block,
    Closure,
    Const,
    Entry,
    For,
    FunctionRef,
    Module,
    Node,
    Ref,
    Try,
    Var,
    With,
    blocks_of,
)
from s2sad.ir.operation import Effect
from s2sad.ir.operations import CALL, callee_of, op, operation, writes_whole
from s2sad.ir.rewrite import walk
from s2sad.ir.static_lookup import is_from_a_library, runs_method
from s2sad.ir.tried_functions import UNTRIED, can_be_tried
from s2sad.runtime import indexing, loops, updates

_PERIODIC = (math.sin, math.cos, math.asin, math.acos)
_OF_SEQUENCES = (len, sum)
_EXTREMES = (min, max)
_ITERATORS = (zip, enumerate, reversed, np.ndindex)
_RAISE = op("raise_")
_OF_C = frozenset((BuiltinFunctionType, np.ufunc, type, type(None)))


def effect_of(node: Entry, pure_functions: frozenset[str] = frozenset()) -> int:
    """What an entry does. `pure_functions` are the names of the module's functions that are known to be pure."""
    fn = node.fn
    if type(fn) is Ref:
        if fn.runs_code:
            return Effect.UNKNOWN
        try:
            effect = KNOWN_EFFECTS.get(fn.value)
        except TypeError:  # an unhashable callable
            effect = None
        if effect is None:
            return Effect.TOTAL if _is_elementwise(fn.value, node) else _of_arrays(fn.value, node)
        if effect is Effect.FRESH:
            return _of_iterables(fn.value, node)
        return effect
    if type(fn) is FunctionRef and fn.name in pure_functions:
        return Effect.RAISING
    return Effect.UNKNOWN


def _of_arrays(function: Any, node: Entry) -> int:
    """What a function of NumPy's does: most of them read arrays, and make a new one."""
    if isinstance(function, np.ufunc) and len(node.args) > function.nin or "out" in dict(node.kwargs):
        return Effect.UNKNOWN
    if can_be_tried(function):
        return Effect.READING
    if is_ufunc_at(function) or any(function is other for other in UNTRIED):
        return Effect.WRITING if node.args else Effect.UNKNOWN  # np.printoptions(precision=3)
    if isinstance(function, type) and issubclass(function, Exception) and function.__module__ == "builtins":
        return Effect.READING
    module, name = getattr(function, "__module__", None) or "", getattr(function, "__name__", "")
    if module.startswith("sklearn.utils._array_api") and "dtype" in name:
        return Effect.READING
    if module == "sklearn.utils.validation" or (isinstance(function, type) and module.startswith("scipy.")):
        return Effect.SHOWING  # an object, which may keep what it is made from, and writes to none of it
    if name == "shuffle":
        return Effect.WRITING
    owner = type(getattr(function, "__self__", None)).__module__ or ""
    return Effect.SHOWING if owner == "random" or owner.startswith("numpy.random") else Effect.UNKNOWN


def writes_array(node: Node) -> bool:
    """Whether an entry writes to an array in place, itself or within its blocks."""
    if type(node) is not Entry:
        return any(writes_array(inner) for block in blocks_of(node) for inner in block.entries)
    if type(node.fn) is not Ref:
        return False
    function = node.fn.value
    if function is indexing.increase_at or function is indexing.return_copy:
        return True
    return writes_whole(node) or is_ufunc_at(function)


def python_callee(node: Entry) -> FunctionType | MethodType | None:
    """The function or method of the user's, or of a package, that an entry calls as it stands; None for any other call."""
    callee = callee_of(node)
    if type(callee) in _OF_C:
        return None
    if not isinstance(callee, (FunctionType, MethodType)):
        if not runs_method(callee, "__call__"):
            return None
        callee = callee.__call__
    if effect_of(node) is not Effect.UNKNOWN or is_from_a_library(callee):
        return None
    return callee


def checks_apart(node: Node) -> bool:
    """Whether an entry only checks that arguments are apart."""
    return type(node) is Entry and any(callee_of(node) is check for check in updates.CHECKS_APART)


def _of_iterables(function: Any, node: Entry) -> int:
    """`max(a, b)` only compares, and `max(items, key=f)` calls what may have an effect of its own."""
    if any(name == "key" for name, _ in node.kwargs):
        return Effect.UNKNOWN
    return Effect.READING if function in _EXTREMES and len(node.args) > 1 else Effect.FRESH


def _is_elementwise(function: Any, node: Entry) -> bool:
    """Whether it calls one of NumPy's elementwise functions, not told where to write the result."""
    return isinstance(function, np.ufunc) and len(node.args) <= function.nin and not node.kwargs


def makes_iterator(node: Entry, pure_functions: frozenset[str] = frozenset()) -> bool:
    """Whether an entry's value may be an iterator: something that can be gone through only once."""
    effect = effect_of(node, pure_functions)
    return effect is Effect.UNKNOWN or (effect is Effect.FRESH and callee_of(node) in _ITERATORS)


def is_pure(node: Node, pure_functions: frozenset[str] = frozenset()) -> bool:
    """Whether an entry gives the same value for the same arguments and does nothing else.

    It may be moved, merged with an equal one, or removed. What reads memory is pure only as long as nothing writes
    to it, and counts as not pure here (see `reads_memory`); so does what makes a new mutable object.
    """
    if type(node) is Entry:
        return effect_of(node, pure_functions) <= Effect.RAISING
    if isinstance(node, (Try, With, Closure)):
        return False
    return all(is_pure(inner, pure_functions) for block in blocks_of(node) for inner in block.entries)


def reads_memory(node: Node, pure_functions: frozenset[str] = frozenset()) -> bool:
    """Whether an entry, itself or within its blocks, reads what may be written in place."""
    if type(node) is Entry:
        return effect_of(node, pure_functions) is Effect.READING
    if type(node) is For:
        return True
    return any(reads_memory(inner, pure_functions) for block in blocks_of(node) for inner in block.entries)


def has_effect(node: Node, pure_functions: frozenset[str] = frozenset()) -> bool:
    """Whether an entry does more than compute its value or raise, so that it has to stay though nothing uses it."""
    if type(node) is Entry:
        return effect_of(node, pure_functions) >= Effect.WRITING
    if type(node) is With:
        return True
    return any(has_effect(inner, pure_functions) for block in blocks_of(node) for inner in block.entries)


def may_raise(node: Node, pure_functions: frozenset[str] = frozenset(), tried: bool = False) -> bool:
    """Whether an entry can raise for some values of operands that are of a right kind.

    Within `try` a function of NumPy's may: shapes needn't fit there, nor does a matrix have to be regular.

    That the sine of an infinity raises isn't counted: so does the cosine, which is what a derivative computes. The
    same goes for arcs: the root in their derivative has no value where they have none.
    """
    if type(node) is not Entry:
        return type(node) is With or any(
            may_raise(inner, pure_functions, tried) for block in blocks_of(node) for inner in block.entries
        )
    effect = effect_of(node, pure_functions)
    if effect is Effect.RAISING or type(node.fn) is Ref and _is_one(node.fn.value, _OF_SEQUENCES):
        return not _never_raises(node)
    if (
        effect is Effect.READING
        and type(node.fn) is Ref
        and can_be_tried(node.fn.value)
        and operation(node) is CALL
    ):
        return tried  # shapes that don't fit are found where the result is used
    return effect is not Effect.TOTAL and not operation(node).makes_container


def _is_one(value: Any, functions: tuple) -> bool:
    return any(value is function for function in functions)


def _never_raises(node: Entry) -> bool:
    """Lengths and sums, ranges whose step isn't zero, divisions by a constant that isn't zero, sines, and powers with a constant from 0 on.

    That a square overflows where its derivative doesn't is not worth computing it for.
    """
    if (
        type(node.fn) is Ref and node.fn.value is loops.placed
    ):  # an element that nothing needs may lie anywhere
        return True
    if type(node.fn) is not Ref or not node.args:
        return False
    function, last = node.fn.value, node.args[-1]
    if function is range:  # of which only a step can be wrong
        return len(node.args) < 3 or (type(last) is Const and last.value != 0)
    if len(node.args) > 2:
        return False
    if function in _PERIODIC or function in _OF_SEQUENCES:
        return True
    if type(last) is not Const or type(last.value) not in (int, float):
        return False
    if function in (operator.truediv, operator.floordiv, operator.mod):
        return last.value != 0
    if function is math.pow and last.value % 1:
        return False  # of a negative number
    return (function is operator.pow or function is math.pow) and last.value >= 0


def writes(node: Node, pure_functions: frozenset[str] = frozenset()) -> set[Var]:
    """The variables whose objects an entry may change in place, itself or within its blocks."""
    if type(node) is not Entry:
        inner = (entry for block in blocks_of(node) for entry in block.entries)
        found = set().union(*(writes(entry, pure_functions) for entry in inner))
        return found | ({node.manager} if type(node) is With and type(node.manager) is Var else set())
    effect = effect_of(node, pure_functions)
    if effect is Effect.WRITING:
        return {atom for atom in node.args[:1] if type(atom) is Var}
    if effect is not Effect.UNKNOWN:
        return set()
    atoms = (node.fn, *node.args, *(atom for _, atom in node.kwargs))
    return {atom for atom in atoms if type(atom) is Var}


def pure_functions(module: Module, reads: Callable[[Entry], bool] = lambda node: False) -> frozenset[str]:
    """The names of a module's functions whose calls have no effect.

    What a function writes to containers that it made itself is no effect of its call. Functions that only call each
    other are pure. `reads` may tell of other calls that they have none.
    """
    pure = frozenset(function.name for function in module.functions)
    while True:
        found = frozenset(
            f.name for f in module.functions if f.name in pure and stays_inside(f.body, pure, reads)
        )
        if found == pure:
            return pure
        pure = found


def stays_inside(
    block: Block, pure: frozenset[str], reads: Callable[[Entry], bool] = lambda node: False
) -> bool:
    """Whether a block writes only to what it makes itself, and does nothing else that is seen outside."""
    made: set[Atom] = set()
    for node in walk(block):
        if type(node) is With:
            return False
        if type(node) is not Entry:
            continue
        effect = effect_of(node, pure)
        if effect < Effect.FRESH:
            continue
        if operation(node).makes_container:
            made.update(node.targets)
        elif effect >= Effect.SHOWING and node.fn != _RAISE and not reads(node):
            return False
        elif effect is Effect.WRITING and node.args[0] not in made:
            return False
    return True
