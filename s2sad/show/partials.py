"""The local partial derivatives of an entry, by its rule: as formulas, and as numbers at a point.

z = mul x y     →     by x: y, by y: x
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from s2sad.ad.apply_rule import Emitter, partials_of
from s2sad.ad.context import Context
from s2sad.analysis.aliases import Facts
from s2sad.backend.inline_expressions import Folds
from s2sad.backend.python_expressions import expression
from s2sad.backend.references import References
from s2sad.backend.writer import Writer
from s2sad.ir.evaluate import evaluate
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Entry, Function, Module, Node, Param, Var, targets_of
from s2sad.ir.rewrite import walk
from s2sad.rules.declare import Gradient, Linear, Nondifferentiable, Partials, namespace_of
from s2sad.show.cells import Formula
from s2sad.transform.cleanup import clean


@dataclass(frozen=True)
class Partial:
    """The partial derivative by one argument: a formula, and the function that computes it."""

    by: Var
    formula: Formula
    function: Function

    def at(self, reads: Sequence[Any], out: Any) -> Any:
        """The number, from the values of the entry's arguments and of its result; None where it has none."""
        try:
            return evaluate(self.function, [*reads, out])
        except (ArithmeticError, ValueError, TypeError):
            return None


@dataclass(frozen=True)
class Local:
    """What the derivative of an entry is made of: partials by numbers, or else a remark."""

    partials: tuple[Partial, ...] = ()
    remark: str = ""


def local_derivative(node: Entry, context: Context, facts: Facts, active: set[Var]) -> Local:
    """The local derivative of an entry by its active arguments."""
    wanted = [i for i, atom in enumerate(node.args) if atom in active]
    if not wanted or len(node.targets) != 1 or node.targets[0] not in active:
        return Local()
    rule = context.rule(node, tuple(map(facts.kind, node.args)))
    if isinstance(rule, Partials) and not node.kwargs and not rule.outputs:
        return Local(tuple(_partials(node, rule, wanted, context, facts)))
    if isinstance(rule, Nondifferentiable) or rule is None:
        return Local()
    if isinstance(rule, Linear):
        return Local(remark="linear")
    if isinstance(rule, Gradient):
        return Local(remark="partials by the items")
    said = " ".join(getattr(rule, "doc", "").partition("\n\n")[0].split())
    return Local(remark=said)


def _partials(
    node: Entry, rule: Partials, wanted: list[int], context: Context, facts: Facts
) -> list[Partial]:
    """Each by itself, with what it alone needs."""
    out = node.targets[0]
    names = Names([out.name, *(atom.name for atom in node.args if isinstance(atom, Var))])
    xp = namespace_of(context.callee(node, tuple(map(facts.kind, node.args))))
    found = []
    for place in wanted:
        entries: list[Node] = []
        (atom,) = partials_of(rule, xp, node.args, [out], [place], Emitter(entries.append, names.fresh, None))
        by = node.args[place]
        assert isinstance(by, Var)
        function = _function(node.args, out, entries, atom)
        found.append(Partial(by, Formula(_expression(function)), function))
    return found


def _function(args: Sequence[Atom], out: Var, entries: list[Node], result: Atom) -> Function:
    """A partial as a function of the arguments, each by its first place, and of the value."""
    seen: set[Atom] = set()
    params = []
    for i, atom in enumerate(args):
        is_first = isinstance(atom, Var) and atom not in seen
        params.append(Param(atom if is_first and isinstance(atom, Var) else Var(f"argument_{i}")))
        seen.add(atom)
    made = Function("partial", (*params, Param(out)), Block(tuple(entries), (result,)))
    return clean(made, exact=frozenset())


def _expression(function: Function) -> ast.AST:
    """The formula of a function, with every value written where it is used."""
    made = {targets_of(node)[0]: node for node in walk(function.body) if len(targets_of(node)) == 1}
    names = {param.var: param.var.name for param in function.params}
    environment = References(Module((function,))).environments[function.name]
    return expression(Writer(names, Folds(nested=made), environment), function.body.results[0])
