"""Arguments that a function writes to are copied first: a derivative leaves the caller's arrays as they are.

function f(x)                   function f(x)
    store x 0 1.0        →          x_1 = np.copy x
    …                               store x_1 0 1.0
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from s2sad.ad.apart import checks_of, read_outside
from s2sad.ad.context import Context
from s2sad.ad.overwritten import Overwritten
from s2sad.ad.updates import without_updates
from s2sad.analysis.aliases import Fact, Facts
from s2sad.analysis.effects import checks_apart
from s2sad.analysis.outside import NAMES, may_meet
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Entry, Function, Node, Ref, Var
from s2sad.ir.rewrite import substitute, walk, with_body
from s2sad.runtime.structure import copy_of

_COPY = Ref("np.copy", np.copy)
_COPY_OF = Ref("copy_of", copy_of)


def with_own_arguments(context: Context, function: Function, params: tuple[Fact, ...]) -> Function:
    """The function, which works on copies of those of its arguments that it writes to."""
    if not context.arrays and not any(kind.name in K.CONTAINERS for kind, _ in params):
        return function
    function = without_updates(context, function, params)
    facts = context.known_facts(function, params)
    names = context.names_for(function)
    copies: list[Node] = []
    new: dict[Var, Atom] = {}
    written: list[Atom] = []
    changed = containers_written(context, function, facts)
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
        elif changed.covers_inside(param.var) and param.var not in facts.varied:
            new[param.var] = copy = Var(names.fresh(param.var.name))
            copies.append(
                Entry((copy,), _COPY_OF, (param.var,), (), function.loc and replace(function.loc, text=""))
            )
    outside = read_outside(function, context.functions, arrays=True)
    written += [ref for ref in outside if may_meet(context.outside_written, facts.origins(ref) - NAMES)]
    checks = checks_of(function, written, facts.kind, outside) if written else []
    if not copies and not checks:
        return function
    own = [node for node in function.body.entries if checks_apart(node)]
    rest = tuple(node for node in function.body.entries if not checks_apart(node))
    body = substitute(Block(rest, function.body.results), new)
    return with_body(function, (*own, *checks, *copies, *body.entries), body.results)


def containers_written(context: Context, function: Function, facts: Facts) -> Overwritten:
    """The lists and dicts that a function writes to."""
    found = Overwritten(context, facts)
    for node in walk(function.body):
        found.add(write for write in found.writes(node) if write[1])
    return found
