"""Arguments that hold several values, as machine code takes them: opened before a call, and put together after it.

f({"W": W, "b": b}, x)        f_grad(W, b, x) is compiled; W = p["W"] and b = p["b"] are read before,
                              and {"W": W_bar, "b": b_bar} is made after it

Lists of numbers, and nested ones of one shape, are arrays inside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from s2sad.ad.argument_flattening import Group, Leaf, Opening, leaves_of
from s2sad.errors import UnsupportedValue
from s2sad.ir import kinds as K
from s2sad.ir.records import field_names
from s2sad.loops.object_arguments import bare, record_of
from s2sad.loops.state import WITHOUT
from s2sad.trees import children, rebuilt

Tree = Leaf | Group
_PLAIN = frozenset((np.ndarray, float, int, bool))
_WITHOUT_DERIVATIVE = {K.BOOL: 0.0}


@dataclass(frozen=True)
class CallArguments:
    """The trees of a function's parameters, as many as it has itself, and what is checked of which of them."""

    trees: tuple[Tree, ...]
    checks: tuple[tuple[Callable, tuple[int, ...]], ...] = ()

    @property
    def are_plain(self) -> bool:
        """Whether the compiled function takes the arguments as they are."""
        return all(isinstance(tree, Leaf) and not is_list(tree) for tree in self.trees)

    def check(self, given: Sequence[Any]) -> None:
        for check, places in self.checks:
            check(*[given[i] for i in places])

    @property
    def count(self) -> int:
        """How many parameters the compiled function has for them."""
        return sum(1 for tree in self.trees for _ in leaves_of(tree))

    def places(self, wrt: Sequence[int]) -> tuple[int, ...]:
        """The parameters of the compiled function for the differentiated arguments."""
        starts = [sum(1 for tree in self.trees[:i] for _ in leaves_of(tree)) for i in range(len(self.trees))]
        return tuple(
            starts[i] + k
            for i in wrt
            for k, leaf in enumerate(leaves_of(self.trees[i]))
            if leaf.differentiated
        )

    def opener(self, wrt: Sequence[int], with_tangents: bool) -> Callable[[Sequence[Any]], list[Any]]:
        """What gives the arguments of the compiled function for those of the call, with a tangent for each of `wrt`."""
        reads = [path for i, tree in enumerate(self.trees) for path in _paths(tree, f"given[{i}]")]
        if with_tangents:
            for k, i in enumerate(sorted(wrt), len(self.trees)):
                reads += _paths(self.trees[i], f"given[{k}]", differentiated=True)
        count = len(self.trees) + (len(wrt) if with_tangents else 0)
        text = f"lambda given: [{', '.join([*reads, f'*given[{count}:]'])}]"
        return eval(text, {"array": as_array})

    def closed(self, wrt: Sequence[int], single: bool, given: Sequence[Any], bars: Sequence[Any]) -> Any:
        """The adjoints of the arguments, in their structures, from those of the values in them."""
        following = iter(bars)
        found = tuple([_closed(self.trees[i], given[i], following) for i in wrt])
        return found[0] if single else found


def checks_of(opening: Opening) -> tuple[tuple[Any, tuple[int, ...]], ...]:
    """What is checked of the arguments themselves, and of which ones."""
    places: dict[Any, int] = {param.var: i for i, param in enumerate(opening.original.params)}
    return tuple((node.fn.value, tuple(places[atom] for atom in node.args)) for node in opening.checks)


def is_list(leaf: Leaf) -> bool:
    """Whether a value is a list or tuple of numbers, which is an array inside."""
    return leaf.fact[0].name in ("list", "tuple")


def _paths(tree: Tree, path: str, differentiated: bool = False) -> Iterator[str]:
    """The expressions that read the values in an argument."""
    if isinstance(tree, Leaf):
        if not differentiated or tree.differentiated:
            yield as_read(path, tree.fact[0])
        return
    names = field_names(tree.kind.cls) if tree.kind.cls is not None else None
    for k, (place, part) in enumerate(zip(tree.places, tree.parts)):
        yield from _paths(part, f"{path}.{names[k]}" if names else f"{path}[{place!r}]", differentiated)


def as_read(path: str, kind: K.Kind) -> str:
    """The expression that reads a value: a list or tuple as an array."""
    return f"array({path}, {str(innermost(kind))!r})" if kind.name in ("list", "tuple") else path


def innermost(kind: K.Kind) -> K.Kind:
    """The kind of the numbers in nested lists."""
    while kind.name in ("list", "tuple") and kind.item is not None:
        kind = kind.item
    return kind


def as_array(items: Any, dtype: str) -> np.ndarray:
    """A list of numbers as an array, which shares its memory with nothing."""
    try:
        return np.array(items, {"float": float, "int": np.int64, "bool": bool}[dtype])
    except (ValueError, TypeError):
        raise UnsupportedValue("lists in a list have to be of one length to be compiled", WITHOUT) from None


def _closed(tree: Tree, primal: Any, bars: Iterator[Any]) -> Any:
    if isinstance(tree, Leaf):
        if not tree.differentiated:
            return _WITHOUT_DERIVATIVE.get(tree.fact[0])
        bar = next(bars)
        return like_lists(bar.tolist(), primal) if is_list(tree) else bar
    own = children(primal)
    if own is None:
        return like_object(primal, tree, bars)
    return rebuilt(primal, [_closed(part, each.value, bars) for part, each in zip(tree.parts, own)])


def like_object(primal: Any, tree: Group, bars: Iterator[Any]) -> Any:
    """An object of the class of the primal, whose attributes are their adjoints."""
    made = bare(type(primal))
    for part, name in zip(tree.parts, field_names(tree.kind.cls)):
        setattr(made, name, _closed(part, getattr(primal, name), bars))
    return made


def like_lists(found: Any, primal: Any) -> Any:
    """Nested lists with tuples where the primal has some."""
    if not isinstance(primal, (list, tuple)):
        return found
    return rebuilt(primal, [like_lists(own, part) for own, part in zip(found, primal)])


# ------------------------------------------------------------------------------------------ what a call is told of


def all_known(values: tuple) -> tuple:
    """Arguments as compiled derivatives are made for them."""
    if all([type(value) in _PLAIN for value in values]):
        return values
    return tuple(map(as_known, values))


def as_known(value: Any) -> Any:
    """An argument, with tuples in the place of lists of arrays and the like: then their items are known one by one."""
    if isinstance(value, np.ndarray) or isinstance(value, (int, float, str)):
        return value
    if type(value) is list and (not value or shape_of_lists(value) is not None):
        return value
    parts = children(value)
    if parts is None:
        return record_of(value, as_known)
    items = [as_known(part.value) for part in parts]
    if type(value) is list:
        return tuple(items)
    same = all(new is part.value for new, part in zip(items, parts))
    return value if same else rebuilt(value, items)


def shape_of_lists(value: Any) -> tuple[int, ...] | None:
    """The shape of nested lists of numbers; None for others."""
    if isinstance(value, (float, int)):
        return ()
    if type(value) is not list or not value:
        return None
    shapes = {shape_of_lists(item) for item in value}
    only = shapes.pop() if len(shapes) == 1 else None
    return None if only is None else (len(value), *only)
