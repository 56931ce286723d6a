"""Which variables of a derivative hold numbers, so that nobody can write to what they hold.

x = getitem xs i            a number, as xs is a list of these
t = mul x 1.0               a number: x is one
add_at xs_bar i t           so that this doesn't change x
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from s2sad.analysis.aliases import Facts
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, For, Function, Var, While
from s2sad.ir.operations import callee_of, operation, operation_of
from s2sad.ir.rewrite import variables_of, walk


def known_numbers(function: Function, facts: Facts, derivative: Function) -> Iterator[Var]:
    """The variables of the derivative that are numbers by the kinds of those of the function."""
    own = variables_of(function)
    found: set[Atom] = {var for var in own if facts.kind(var) in K.NUMBERS}
    for node in walk(derivative.body):
        if type(node) is Entry:
            name = operation_of(node)
            if name == "unpack":  # what was saved
                found.update(target for target in node.targets if facts.kind(target) in K.NUMBERS)
            elif name == "dup":
                found.update(node.targets if node.args[0] in found else ())
            elif len(node.targets) == 1 and node.targets[0] not in found:
                found.update(node.targets if _gives_number(node, found, facts) else ())
        elif isinstance(node, (For, While)):
            # An adjoint that is carried has the kind of what the loop carries.
            found.update(param for param in node.params if facts.kind(param) in K.NUMBERS)
    yield from (var for var in found if isinstance(var, Var))


def _gives_number(node: Entry, numbers: set[Atom], facts: Facts) -> bool:
    """Whether the one value of an entry is a number: it is computed of numbers, or taken out of what holds them."""
    if operation(node).arithmetic or getattr(callee_of(node), "__module__", "") == math.__name__:
        return all([atom in numbers or _is_number(atom) for atom in node.args])
    return _takes_item(node, facts) and facts.kind(node.args[0]).item in K.NUMBERS


def _takes_item(node: Entry, facts: Facts) -> bool:
    """Whether it takes an item of a list or dict, or of the shadow of one."""
    if operation_of(node) == "take_last":
        return True
    is_key = facts.kind(node.args[1]) in (K.INT, K.TEXT) if operation_of(node) == "getitem" else False
    return is_key and facts.kind(node.args[0]).name in ("list", "dict", "tuple")


def _is_number(atom: Atom) -> bool:
    return isinstance(atom, Const) and type(atom.value) in (int, float, complex)
