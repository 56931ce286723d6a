"""The kinds of what a derivative computes: its entries are made after the kinds of the function were found.

y = mul x x                 known: a float
y_bar = ...
x_bar = mul 2.0 y_bar       found when the entry is made
"""

from __future__ import annotations

from s2sad.analysis.aliases import NOTHING, Aliasing, Facts
from s2sad.analysis.infer import Inference
from s2sad.ir import kinds as K
from s2sad.ir.kinds import Kind
from s2sad.ir.nodes import Node, targets_of
from s2sad.ir.outcomes import nothing_known


class KindsOf:
    """The kinds of entries that are made later, for the derivative; which of them may be the same array doesn't count."""

    def __init__(self, facts: Facts) -> None:
        aliasing = Aliasing(facts, lambda name, args: NOTHING, nothing_known, tracks=False)
        self.inference = Inference(aliasing, lambda fn: True, lambda name, args: ())

    def learn(self, node: Node, kind: Kind) -> None:
        """Note the kinds of what an entry makes; `kind` is that of its one target if that is known already."""
        if kind != K.BOTTOM:
            return
        for target in targets_of(node):
            self.inference.facts.kinds.pop(target, None)
        self.inference.node(node)
