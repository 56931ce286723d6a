"""Values that say too little of an active one that is in them: texts of numbers, exceptions, iterators that were begun.

float(str(x))          refused: the derivative would be lost in the text
"""

from __future__ import annotations

import ast

from s2sad.errors import UnsupportedValue
from s2sad.frontend.abstract_values import Member
from s2sad.frontend.lowering import Lowering
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom


def is_number_of_text(lowering: Lowering, one: Atom, other: Atom) -> bool:
    """Whether what came out of an active number's text is reckoned with."""
    kinds = {lowering.kind(atom) for atom in (one, other) if atom not in lowering.texts}
    unknown = any(atom in lowering.texts and lowering.kind(atom) == K.UNKNOWN for atom in (one, other))
    return unknown and not kinds.isdisjoint(K.NUMBERS)


def text_read_again(lowering: Lowering, node: ast.AST) -> Exception:
    reason = "an active number is turned into a text and back"
    hint = "use the number itself, or stop_gradient if no derivative is meant"
    return lowering.refusal(node, reason, hint, UnsupportedValue)


def check_caught(lowering: Lowering, member: Member, node: ast.AST | None) -> None:
    """What is read from an exception may be the active value that it was made with."""
    if member.receiver in lowering.caught and lowering.program.active_errors:
        reason = "an exception that is made with an active value is looked into"
        raise lowering.refusal(node, reason, "keep the value in a variable of its own")


def forget_begun(lowering: Lowering, count: int) -> None:
    """What was lowered is dropped: the iterators that it went through, after so many others, are fresh again."""
    for value in lowering.begun[count:]:
        value.used = False
    del lowering.begun[count:]
