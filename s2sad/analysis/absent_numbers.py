"""Whether a number that may be None is computed with where nothing has asked: there the function raises TypeError.

best = None
for x in xs:
    if best is None or x < best:
        best = x
return best * best              of no xs: None * None
"""

from __future__ import annotations

import numpy as np

from s2sad.analysis.aliases import Facts
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, Entry, If, Node, blocks_of
from s2sad.ir.operations import callee_of, operation, operation_of

_NONE = Const(None)
Tests = dict[Atom, tuple[Atom, bool]]
"""Which variable a truth tells of, and whether it is None where the truth holds."""


def may_compute_with_none(facts: Facts, body: Block) -> bool:
    """Whether a function may compute with None in place of a number."""
    return K.FLOAT_OR_NONE in facts.kinds.values() and may_meet_none(facts, body, frozenset())


def may_meet_none(facts: Facts, block: Block, there: frozenset[Atom]) -> bool:
    """Whether an operator may get None in place of a number; those `there` aren't None."""
    tests: Tests = {}
    for node in block.entries:
        if isinstance(node, Entry):
            note_test(tests, node)
            if computes(node) and any(facts.kind(a) == K.FLOAT_OR_NONE and a not in there for a in node.args):
                return True
        elif any(may_meet_none(facts, inner, there | found) for inner, found in known_within(tests, node)):
            return True
    return False


def note_test(tests: Tests, node: Entry) -> None:
    """Remember what `x is None`, `x is not None` and `not` of these tell."""
    name = operation_of(node)
    if name in ("is_", "is_not") and node.args[1] == _NONE:
        tests[node.targets[0]] = node.args[0], name == "is_"
    elif name == "not_" and node.args[0] in tests:
        var, is_none = tests[node.args[0]]
        tests[node.targets[0]] = var, not is_none


def computes(node: Entry) -> bool:
    """Whether an entry raises TypeError for a None among its arguments, though nothing may need what it gives."""
    return operation(node).arithmetic or isinstance(callee_of(node), np.ufunc)


def known_within(tests: Tests, node: Node) -> list[tuple[Block, frozenset[Atom]]]:
    """The blocks of an entry, each with what isn't None there."""
    if not isinstance(node, If) or node.cond not in tests:
        return [(block, frozenset()) for block in blocks_of(node)]
    var, is_none = tests[node.cond]
    is_there: frozenset[Atom] = frozenset((var,))
    return [
        (node.then, frozenset() if is_none else is_there),
        (node.orelse, is_there if is_none else frozenset()),
    ]
