"""Arrays that are unpacked with a star: the items before and after it are read, and those between are a list.

a, *rest, z = x        →        check_enough (len x) 2;  a = x[0];  z = x[-1];  rest = list(x[1:-1])
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Const, Entry, Function, Node, Ref, Var
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import expanded
from s2sad.runtime.loops import check_enough

_LEN, _LIST, _CHECK = Ref("len", len), Ref("list", list), Ref("check_enough", check_enough)


def without_stars(function: Function, kind: Callable[[Atom], K.Kind], names: Names) -> Function:
    """The function that reads the items of arrays that it unpacks with a star."""

    def fresh() -> Var:
        return Var(names.fresh("t"))

    def unpacked(node: Entry) -> tuple[Node, ...]:
        array, before, after = node.args
        assert isinstance(before, Const) and isinstance(after, Const)
        count, ends, part = fresh(), fresh(), fresh()
        last = Const(-after.value if after.value else None)
        made = [
            Entry((count,), _LEN, (array,)),
            Entry((), _CHECK, (count, Const(before.value + after.value))),
            Entry((ends,), op("slice"), (before, last, Const(None))),
            Entry((part,), op("getitem"), (array, ends)),
            Entry((node.targets[before.value],), _LIST, (part,)),
        ]
        places = [*range(before.value), *range(-after.value, 0)]
        items = (*node.targets[: before.value], *node.targets[before.value + 1 :])
        made += [Entry((item,), op("getitem"), (array, Const(k))) for item, k in zip(items, places)]
        return tuple(replace(each, loc=node.loc) for each in made)

    def changed(node: Node) -> tuple[Node, ...]:
        if not isinstance(node, Entry) or operation_of(node) != "unpack" or node.args[2] == Const(None):
            return (node,)
        return unpacked(node) if K.is_array(kind(node.args[0])) else (node,)

    return replace(function, body=expanded(function.body, changed))
