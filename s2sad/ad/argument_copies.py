"""Arguments that a function writes to are copied first: a derivative leaves the caller's arrays as they are.

function f(x)                   function f(x)
    store x 0 1.0        →          x_1 = np.copy x
    …                               store x_1 0 1.0
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from s2sad.ad.argument_overlaps import checks_of, read_outside
from s2sad.ad.context import Context
from s2sad.ad.polymorphic_updates import without_updates
from s2sad.analysis.aliases import Fact
from s2sad.analysis.outside_memory import NAMES, may_meet
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Entry, Function, Node, Ref, Var
from s2sad.ir.rewrite import substitute, with_body
from s2sad.runtime.structure import copy_of

_COPY = Ref("np.copy", np.copy)
_COPY_OF = Ref("copy_of", copy_of)


def with_own_arguments(context: Context, function: Function, params: tuple[Fact, ...]) -> Function:
    """The function, which works on copies of those of its arguments that it writes to."""
    if not context.arrays:
        return function
    function = without_updates(context, function, params)
    facts = context.known_facts(function, params)
    names = context.names_for(function)
    copies: list[Node] = []
    new: dict[Var, Atom] = {}
    written: list[Atom] = []
    for param in function.params:
        kind = facts.kind(param.var)
        if K.may_be_array(kind) and facts.classes.is_written(param.var):
            if kind not in (K.UNKNOWN, K.OBJECT):
                written.append(param.var)
                new[param.var] = copy = Var(names.fresh(param.var.name))
                fn = _COPY if K.is_array(kind) else _COPY_OF
                copies.append(
                    Entry((copy,), fn, (param.var,), (), function.loc and replace(function.loc, text=""))
                )
    outside = read_outside(function, context.functions, arrays=True)
    written += [ref for ref in outside if may_meet(context.outside_written, facts.origins(ref) - NAMES)]
    checks = checks_of(function, written, facts.kind, outside) if written else []
    if not copies and not checks:
        return function
    body = substitute(Block(function.body.entries, function.body.results), new)
    return with_body(function, (*checks, *copies, *body.entries), body.results)
