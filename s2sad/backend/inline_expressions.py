"""Which entries are written inside of the expression that uses them, rather than on a line of their own.

    t = mul x y
    t_1 = math.sin t         →      z = x + math.sin(x * y)
    z = add x t_1

An entry is nested if it is used once, in the same block, and if it can wait until then: nothing that runs
in between may change what it reads or depend on what it does. Operands are considered from the last to
the first, as Python evaluates them from the first to the last. No operation is reassociated, so every
number stays what it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from s2sad.backend.code_motion import (
    NUMERIC,
    READING,
    Unit,
    Writes,
    can_move,
    entry_effects,
    is_ordered,
    region_effects,
)
from s2sad.backend.nesting import Integers, as_place, augments, belongs, is_part_of, reads_before
from s2sad.backend.uses import (
    atom_length,
    boolean_form,
    count_uses,
    is_derivative,
    is_temporary,
    may_be_undefined,
    stem,
    text_length,
    vanishes,
)
from s2sad.ir.nodes import (
    UNDEFINED,
    Atom,
    Block,
    Closure,
    Const,
    Entry,
    For,
    Function,
    If,
    Node,
    Ref,
    Var,
    While,
    With,
    blocks_of,
)
from s2sad.ir.operation import Form
from s2sad.ir.operations import operation

LONGEST = 68  # of an expression with everything that is nested into it
LONGEST_CHOICE = 56  # of a conditional expression
LONGEST_DERIVATIVE = 26  # of an adjoint that is nested although it has a name

_NO_CHOICE = (True, False, UNDEFINED)  # a flag is easier to read as a branch, and may not be needed at all


@dataclass
class Folds:
    """What stands where: `nested` entries at their only use, an `If` that is in `choices` as an expression.

    `late` are entries that may be nested into what a block hands on. `uses` says how
    often each variable is read; `booleans` are flags, True or False on every way.
    """

    nested: dict[Var, Node] = field(default_factory=dict)
    choices: set[Var] = field(default_factory=set)
    late: dict[Var, Node] = field(default_factory=dict)
    uses: dict[Any, int] = field(default_factory=dict)
    booleans: set[Var] = field(default_factory=set)


def fold(function: Function, style: str = "folded") -> Folds:
    """Find the entries that are nested into others; in style "flat" only what has to be.

    `late` of the result are entries that could be nested into the values that a loop carries to its next
    iteration.
    """
    folds = Folds(uses=count_uses(function))
    _Folder(folds, style == "flat", function).function(function)
    return folds


class _Folder:
    def __init__(self, folds: Folds, flat: bool, function: Function) -> None:
        self.undefined = may_be_undefined(function)
        self.folds = folds
        self.ordered = is_ordered(function)
        self.writes = Writes(function)
        self.flat = flat
        self.flags: set[Atom] = set()
        self.integers = Integers()

    def function(self, function: Function) -> None:
        self.block(function.body, "return")

    def block(self, block: Block, use: str, hint: str = "") -> Unit | None:
        """Fold the entries of a block; the unit of its results, if nothing but these is left of it.

        `use` says what becomes of the results: "return", "test", "choice" (of an `If`), "carry" or "".
        """
        units: list[Unit] = []
        found: dict[Var, Unit] = {}
        for index, node in enumerate(block.entries):
            unit = self.node(node, index, units, found)
            units.append(unit)
            target = self.single_target(node)
            if target is not None and self.folds.uses.get(target, 0) <= 2 and self.is_expression(node):
                found[target] = unit
        end = Unit(len(units), Entry((), Const(None), block.results), NUMERIC, 0, set())
        if use in ("carry", "hand", "choice"):
            self.carried(block, end, units, found)
        if use in ("return", "test", "choice") and not (use == "choice" and self.flat):
            self.operands(end, block.results, units, found, use, hint)
        return end if len(end.owned) == len(units) else None

    def node(self, node: Node, index: int, units: list[Unit], found: dict[Var, Unit]) -> Unit:
        if type(node) is Entry:
            level, written = entry_effects(node, self.ordered)
            level = NUMERIC if level == READING and self.integers.give(node) else level
            unit = Unit(index, node, level, text_length(node), written)
            callee = () if type(node.fn) is Ref else (node.fn,)
            self.operands(unit, (*callee, *node.args, *(a for _, a in node.kwargs)), units, found, "operand")
            return unit
        if type(node) is If:
            return self.choice(node, index, units, found)
        if type(node) is Closure:
            self.function(node.function)
            return Unit(index, node, NUMERIC, 0, set(), control=True, reads=set(node.captures))
        return self.region(node, index, units, found)

    def region(self, node: Node, index: int, units: list[Unit], found: dict[Var, Unit]) -> Unit:
        level, written = region_effects(node, self.ordered)
        unit = Unit(index, node, level, 8, written, control=True)
        if isinstance(node, (For, While)):
            self.note_flags(node.params, *zip(node.inits))
        if type(node) is For:
            self.operands(unit, (*node.inits, node.iterable), units, found, "operand")
            self.integers.note_counter(node, found)
            self.block(node.body, "" if node.stops else "carry")
        elif type(node) is While:
            self.operands(unit, node.inits, units, found, "operand")
            self.block(node.cond, "test")
            self.block(node.body, "" if node.stops else "carry")
        else:
            if type(node) is With:
                self.operands(unit, (node.manager,), units, found, "operand")
            for inner in blocks_of(node):
                self.block(inner, "")
        if isinstance(node, (For, While)):
            self.note_flags(node.targets, *zip(node.params, node.body.results))
            if any(
                self.is_boolean(p) and not self.is_boolean(r) for p, r in zip(node.params, node.body.results)
            ):
                self.folds.booleans.clear()  # one was taken for a flag, and may have made others seem some
        return unit

    # -------------------------------------------------------------------------------------------- choices

    def choice(self, node: If, index: int, units: list[Unit], found: dict[Var, Unit]) -> Unit:
        """An `If`: an expression if it has one short value and nothing else is left of its branches."""
        level, written = region_effects(node, self.ordered)
        unit = Unit(index, node, level, 10, written, control=True)
        before = dict(self.folds.nested)
        single = len(node.targets) == 1 and not self.flat
        hint = stem(node.targets[0].name) if single else ""
        arms = [self.block(arm, "choice" if single else "hand", hint) for arm in (node.then, node.orelse)]
        self.note_flags(node.targets, *zip(node.then.results, node.orelse.results))
        form = boolean_form(node)
        cond = found.get(node.cond)  # type: ignore[arg-type]
        asked: set[Any] = cond.reads if cond else {node.cond}
        if (
            single
            and all(arms)
            and self.undefined.isdisjoint((*node.then.results, *node.orelse.results))
            and self.is_short(node, arms, form)
            and (form or self.flags.isdisjoint(asked))
        ):
            self.folds.choices.add(node.targets[0])
            unit.control = False
            unit.length += sum(arm.length for arm in arms if arm)
            unit.reads = set().union(*(arm.reads for arm in arms if arm))
        elif single:
            for var in [var for var in self.folds.nested if var not in before]:
                if any(atom == var for arm in (node.then, node.orelse) for atom in arm.results):
                    del self.folds.nested[var]
        spare = 1 if form and node.targets[0] in self.folds.choices else 0
        self.operands(unit, (node.cond,), units, found, "test", spare=spare)
        return unit

    def note_flags(self, targets: tuple[Var, ...], *values: tuple[Atom, ...]) -> None:
        """Remember what says how a loop or branch was left: what follows can be moved there."""
        for target, possible in zip(targets, values):
            if any(self.is_flag(atom) for atom in possible):
                self.flags.add(target)
            if all(self.is_boolean(atom) for atom in possible):
                self.folds.booleans.add(target)

    def is_flag(self, atom: Atom) -> bool:
        return type(atom) is Const and type(atom.value) is bool or atom in self.flags

    def is_boolean(self, atom: Atom) -> bool:
        return type(atom) is Const and type(atom.value) is bool or atom in self.folds.booleans

    def is_short(self, node: If, arms: list[Unit | None], form: str | None) -> bool:
        target = node.targets[0]
        results = node.then.results + node.orelse.results
        if any(type(atom) is Const and any(atom.value is no for no in _NO_CHOICE) for atom in results):
            return False
        if not form and any(self.is_choice(atom) for atom in results):
            return False
        if not vanishes(target.name) and not form:
            if any(
                type(a) is Var and a not in self.folds.nested and stem(a.name) == stem(target.name)
                for a in results
            ):
                return False
        return sum(arm.length for arm in arms if arm) <= LONGEST_CHOICE

    def is_choice(self, atom: Atom) -> bool:
        return type(atom) is Var and atom in self.folds.choices and atom in self.folds.nested

    # ------------------------------------------------------------------------------------------- operands

    def operands(
        self,
        user: Unit,
        atoms: tuple[Any, ...],
        units: list[Unit],
        found: dict[Var, Unit],
        use: str,
        hint: str = "",
        spare: int = 0,
    ) -> None:
        """Nest the operands of an entry that can be, from the last to the first."""
        user.length += sum(map(atom_length, atoms))
        for atom in reversed(atoms):
            if type(atom) is not Var:
                continue
            unit = found.get(atom)
            uses = self.folds.uses[atom] - spare
            if unit is None or uses != 1 or not self.wanted(atom, unit, user, use, hint):
                user.reads.add(atom)
            elif can_move(as_place(atom, unit, user, found), user, units, self.writes):
                self.nest(atom, unit, user)
            else:
                user.reads.add(atom)

    def nest(self, var: Var, unit: Unit, user: Unit) -> None:
        self.folds.nested[var] = unit.node
        user.owned |= unit.owned | {unit.index}
        user.length += unit.length - atom_length(var)
        user.level = max(user.level, unit.level)
        user.reads |= unit.reads
        user.written = user.written | unit.written

    def wanted(self, var: Var, unit: Unit, user: Unit, use: str, hint: str) -> bool:
        """Whether the text gets easier to read by nesting an entry into its user."""
        if self.flat:
            return self.wanted_in_flat(var, unit.node, user.node, use)
        if user.length + unit.length > LONGEST and not belongs(var, unit.node, user.node):
            return False
        if type(user.node) in (For, While) and use == "operand" and var in user.node.inits:
            return is_temporary(var.name) and unit.level == NUMERIC
        if unit.level > READING and type(user.node) is Entry and not self.in_order(unit, user):
            return False
        if vanishes(var.name):
            return True
        if use == "choice":
            return stem(var.name) == hint
        if not is_derivative(var.name):
            return False
        if type(user.node) is Entry and is_part_of(var, user.node):
            return True
        if unit.length > LONGEST_DERIVATIVE:
            return False
        return (
            use == "return"
            or operation(user.node).form is Form.BINARY
            and self.is_derivative_entry(user.node)
        )

    def in_order(self, unit: Unit, user: Unit) -> bool:
        """An in-place operation is no expression: it is nested only into the `c[i] += v` around it.

        What writes to `c` isn't: `c[-1] += c.pop()` reads the item before.
        """
        if not operation(unit.node).is_statement:
            return not reads_before(user.node, unit.written)
        return operation(user.node).name == "setitem" and augments(unit.node, user.node, self.folds.nested)

    def wanted_in_flat(self, var: Var, node: Node, user: Node, use: str) -> bool:
        name = operation(node).name
        if name == "slice" or name == "getattr" and type(user) is Entry and user.fn == var:
            return True
        if name == "tuple_of" and operation(user).index is not None:
            return any(atom in self.folds.nested for atom in node.args if type(atom) is Var)
        return use == "test" and is_temporary(var.name) and type(node) is Entry

    def is_derivative_entry(self, node: Node) -> bool:
        return (
            type(node) is Entry
            and len(node.targets) == 1
            and (is_derivative(node.targets[0].name) or is_temporary(node.targets[0].name))
        )

    # ----------------------------------------------------------------------------------------------- other

    def carried(self, block: Block, end: Unit, units: list[Unit], found: dict[Var, Unit]) -> None:
        """Note what could be computed at the end of a block, where what the block hands on is assigned."""
        if self.flat:
            return
        for atom in block.results:
            if (
                type(atom) is Var
                and atom in found
                and self.folds.uses[atom] == 1
                and (is_temporary(atom.name) or is_derivative(atom.name))
            ):
                unit = found[atom]
                if unit.level == NUMERIC and can_move(unit, end, units, self.writes):
                    self.folds.late[atom] = unit.node

    def is_expression(self, node: Node) -> bool:
        if type(node) is Entry:
            return operation(node).form is not Form.STATEMENT
        if type(node) is Closure:
            return self.is_lambda(node)
        return type(node) is If and node.targets[0] in self.folds.choices

    def is_lambda(self, node: Closure) -> bool:
        body = node.function.body
        nested = self.folds.nested
        return (
            not self.flat
            and is_temporary(node.target.name)
            and node.function.structure == "one"
            and all(self.single_target(entry) in nested for entry in body.entries)
        )

    def single_target(self, node: Node) -> Var | None:
        if type(node) is Closure:
            return node.target
        if type(node) in (Entry, If) and len(node.targets) == 1:
            return node.targets[0]
        return None
