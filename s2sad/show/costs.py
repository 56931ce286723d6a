"""How many operations a run takes: every one on a number counts one, on an array one for each of its items.

Griewank & Walther, section 3.3 ("cheap gradient principle"): a gradient takes at most a small multiple of the
operations of its function, whatever the number of arguments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from s2sad.ir.evaluate import Environment, Evaluator
from s2sad.ir.nodes import Entry, Module, Ref
from s2sad.ir.operations import operation, operation_of
from s2sad.show.trace import Watcher, bound_arguments

KINDS = ("sums", "products", "functions", "matrix products", "reading and writing")
_SUMS = frozenset("add sub neg iadd isub increase add_at accumulate".split())
_PRODUCTS = frozenset("mul truediv floordiv mod imul itruediv".split())
_MATRICES = ("matmul", "dot", "inner", "outer", "vdot", "tensordot", "einsum")
_BUILTINS = (abs, round, pow, sum, min, max)
_COPIES = ("copy", "zeros_like", "empty_like", "full_like", "reshape", "ravel")
_IGNORED = frozenset("comment probe dup check_real slice tuple_of unpack".split())


class _Counter(Watcher):
    def __init__(self, functions: dict) -> None:
        super().__init__(functions)
        self.counts: Counter[str] = Counter()

    def entry(self, node: Entry, env: Environment) -> None:
        super().entry(node, env)
        kind = kind_of(node)
        if kind:
            values = [self.get(atom, env) for atom in (*node.targets, *node.args)]
            self.counts[kind] += operations(kind, values)

    _VISIT = {**Evaluator._VISIT, Entry: entry}


def kind_of(node: Entry) -> str:
    """Which kind of operation an entry is; "" for what takes no time to speak of."""
    name = operation_of(node)
    if name in _IGNORED or operation(node).is_truth:
        return ""
    if _name(node) in _COPIES:
        return "reading and writing"
    if name in _SUMS:
        return "sums"
    if name in _PRODUCTS:
        return "products"
    if name in ("matmul", "imatmul") or _name(node) in _MATRICES:
        return "matrix products"
    if name in ("pow", "ipow") or (name is None and is_numeric(node)):
        return "functions"
    return "reading and writing" if name is not None else ""


def _name(node: Entry) -> str:
    return getattr(node.fn.value, "__name__", "") if isinstance(node.fn, Ref) else ""


def is_numeric(node: Entry) -> bool:
    """Whether it calls a function of numbers or arrays."""
    if not isinstance(node.fn, Ref):
        return False
    value = node.fn.value
    if any(value is builtin for builtin in _BUILTINS):
        return True
    module = getattr(value, "__module__", None) or ""
    return isinstance(value, np.ufunc) or module.split(".")[0] in ("math", "cmath", "numpy", "scipy")


def operations(kind: str, values: Sequence[Any]) -> int:
    """The number of operations, from the result and the arguments."""
    sizes = [value.size for value in values if isinstance(value, np.ndarray)]
    if kind == "matrix products" and sizes:
        shapes = [value.shape for value in values[1:3] if isinstance(value, np.ndarray)]
        inner = shapes[0][-1] if shapes and shapes[0] else 1
        return 2 * inner * int(np.size(values[0]))
    return max(sizes, default=1)


def count(module: Module, args: Sequence[Any]) -> Counter[str]:
    """The operations of a run of a module's main function, by kind."""
    counter = _Counter({function.name: function for function in module.functions})
    by_place, by_name = bound_arguments(module.main, args)
    counter.call(module.main, {}, by_place, by_name)
    return counter.counts
