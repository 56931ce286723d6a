"""What raises no exception, or none that is caught, because of the kinds of what it is applied to.

try:
    row[j] += float(a[i] * b[k])        of lists, numbers and integers: IndexError, but no TypeError
except TypeError:                       so nothing ever gets here
    …
"""

from __future__ import annotations

import numpy as np

from s2sad.frontend.lowering import Lowering
from s2sad.frontend.safe_steps import ARITHMETIC, is_harmless
from s2sad.ir import kinds as K
from s2sad.ir.nodes import UNDEFINED, Atom, Block, Closure, Const, Entry, For, If, Node, Ref
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import walk

_OF_WRONG_KINDS = (TypeError, AttributeError)
_OF_NAMES = (NameError, ImportError)
"""What is asked to see whether a library is there: what the operations of a list call has been found."""
_LIBRARIES = ("numpy", "math", "builtins", "_operator")
_OF_REALS = frozenset("add sub mul truediv floordiv mod neg pos lt le gt ge eq ne".split())
_FUNCTIONS = (float, int, abs)
_REALS = (K.FLOAT, K.INT, K.BOOL)


def raise_nothing(lowering: Lowering, nodes: list[Node], caught: list[Atom]) -> bool:
    """Whether nodes, and what stands in them, raise nothing that is caught."""
    if all(isinstance(each, Ref) and each.value in _OF_NAMES for each in caught):
        return all(map(finds_its_names, nodes))
    of_kinds = all(isinstance(each, Ref) and each.value in _OF_WRONG_KINDS for each in caught)
    return all(raises_nothing(lowering, node, of_kinds) for node in walk(Block(tuple(nodes), ())))


def finds_its_names(node: Node) -> bool:
    """Whether it is an operation, or a call of a function of NumPy or Python, all arguments of which are there."""
    if not isinstance(node, Entry) or not isinstance(node.fn, Ref) or operation_of(node) == "raise_":
        return False
    module = (getattr(node.fn.value, "__module__", None) or "numpy").partition(".")[0]
    return module in _LIBRARIES and not node.fn.runs_code and Const(UNDEFINED) not in node.args


def raises_nothing(lowering: Lowering, node: Node, of_kinds: bool) -> bool:
    """Whether a node itself raises no exception; `of_kinds`: none that tells of values of wrong kinds."""
    if isinstance(node, Entry):
        if is_harmless(node) and has_right_kinds(lowering, node):
            return True
        return of_kinds and takes_these_kinds(lowering, node)
    if isinstance(node, For):
        return of_kinds and is_list(lowering.kind(node.iterable))
    return isinstance(node, (If, Closure))


def has_right_kinds(lowering: Lowering, entry: Entry) -> bool:
    """Whether an operator is applied to numbers only; what makes a tuple or compares takes some others as well."""
    others = () if operation_of(entry) in ARITHMETIC else ("none", "text", "tuple")
    kinds = [lowering.kind(atom) for atom in entry.args]
    if isinstance(entry.fn, Ref) and entry.fn.value is len:
        return all(is_list(kind) or kind.name in ("tuple", "dict", "text") for kind in kinds)
    return Const(UNDEFINED) not in entry.args and all(
        K.join(kind, K.BOOL) in K.NUMBERS or kind.name in others for kind in kinds
    )


def takes_these_kinds(lowering: Lowering, entry: Entry) -> bool:
    """Whether an entry takes values of the kinds that it gets, so that it raises no TypeError."""
    name, kinds = operation_of(entry), [lowering.kind(atom) for atom in entry.args]
    if Const(UNDEFINED) in entry.args or entry.kwargs:
        return False
    if name in ("list_of", "tuple_of"):
        return True
    if name in ("setitem", "append") and kinds[0].item == K.INT:  # it may be a range
        return False
    if name == "append":
        return is_list(kinds[0])
    if name in ("getitem", "setitem"):
        return is_list(kinds[0]) and kinds[1] in (K.INT, K.BOOL)
    if isinstance(entry.fn, Ref) and entry.fn.value is range:
        return all(kind == K.INT for kind in kinds)
    if isinstance(entry.fn, Ref) and entry.fn.value in (np.array, np.asarray):
        return is_list(kinds[0]) and kinds[0].item in _REALS
    of_reals = name in _OF_REALS or (isinstance(entry.fn, Ref) and entry.fn.value in _FUNCTIONS)
    return of_reals and all(kind in _REALS for kind in kinds)


def is_list(kind: K.Kind) -> bool:
    """Whether it is a list, or a range, for sure."""
    return not kind.may_be_none and (kind.name == "list" or (kind.name == "indexed" and kind.cls is list))
