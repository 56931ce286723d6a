"""Which variables may be infinite because the program says so: what comes from an infinity that it names.

    D = np.full (n, m) np.inf       D is PLUS
    r = div D gamma                 r is PLUS and MINUS, as the sign of gamma isn't known; so is its tangent by gamma
    best = min r                    MINUS: a minimum of what is infinite at most at some places is finite

What is infinite by an accident (a quotient by 0, the logarithm of 0) doesn't count. Memory counts as a whole. What the program
names as no number (`np.full(n, np.nan)`, of which `nansum` leaves out what stays so) may be anything, and counts as both.
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable, Iterable

import numpy as np

from s2sad.analysis.aliases import Facts
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, If, Node, Ref, Try, Var, While, With
from s2sad.ir.operations import callee_of, operation, operation_of

PLUS, MINUS, MOVES, TOUCHED = 1, 2, 4, 8
"""It may be inf; it may be -inf; its tangent may be infinite; it depends on what may be infinite, and may be 0 there."""
INFINITE = PLUS | MINUS
_LARGEST = (max, np.max, np.amax, np.maximum, np.fmax, np.nanmax, np.maximum.reduce)
_SMALLEST = (min, np.min, np.amin, np.minimum, np.fmin, np.nanmin, np.minimum.reduce)
_EXPONENTIALS = (math.exp, math.expm1, np.exp, np.exp2, np.expm1)
_ALIKE = (
    *(float, list, tuple, reversed, sorted, zip, enumerate, sum, np.float64, np.array, np.asarray, np.full),
    *(np.full_like, np.where, np.reshape, np.ravel, np.copy, np.broadcast_to, np.transpose, np.concatenate),
    *(np.stack, np.vstack, np.hstack, np.pad, np.append, np.sum, np.mean, np.cumsum, np.roll, np.expand_dims),
    *(np.squeeze, np.diag, np.tile, np.repeat, np.sort, np.triu, np.tril),
)
_COMPARISONS = {"lt": "less", "le": "less", "gt": "greater", "ge": "greater"}
_NO_NUMBERS = (K.BOOL, K.INT)


def names_infinity(atom: Atom) -> bool:
    """Whether the user's text names it; the infinities in rules are what a partial is at some points."""
    return (
        isinstance(atom, Ref)
        and atom.scope is not None
        and type(atom.value) is float
        and not math.isfinite(atom.value)
    )


def reads_infinity(node: Entry) -> bool:
    """`float("inf")`, `float("nan")`"""
    if callee_of(node) is not builtins.float or not node.args or not isinstance(node.args[0], Const):
        return False
    text = node.args[0].value
    return isinstance(text, str) and any(word in text.lower() for word in ("inf", "nan"))


class Infinities:
    """The signs of the infinities that variables may be, of one function; nothing if it names none."""

    def __init__(self, facts: Facts, body: Block) -> None:
        self.facts = facts
        self.found: dict[Var, int] = {}
        self.comparisons: dict[Atom, tuple[str, Atom, Atom]] = {}
        self.changed = names_some(body)
        while self.changed:
            self.changed = False
            self.block(body)

    def place(self, var: Var) -> Var:
        """What stands for the memory that a variable shares, if it is written to."""
        classes = self.facts.classes
        is_shared = classes.is_written(var) or self.facts.kind(var).name in K.CONTAINERS
        return classes.find(var) if is_shared else var

    def of(self, atom: Atom) -> int:
        if isinstance(atom, Var):
            return self.found.get(self.place(atom), 0)
        value = atom.value
        if type(value) is not float or not (isinstance(atom, Const) or names_infinity(atom)):
            return 0
        if math.isnan(value):
            return TOUCHED | INFINITE
        return TOUCHED | (PLUS if value > 0 else MINUS) if math.isinf(value) else 0

    def of_all(self, atoms: Iterable[Atom]) -> int:
        found = 0
        for atom in atoms:
            found |= self.of(atom)
        return found

    def add(self, var: Var, signs: int) -> None:
        if not signs or K.element(self.facts.kind(var)) in _NO_NUMBERS:
            return
        var = self.place(var)
        before = self.found.get(var, 0)
        if before | signs != before:
            self.found[var] = before | signs
            self.changed = True

    def join(self, targets: Iterable[Var], sources: Iterable[Atom]) -> None:
        for target, source in zip(targets, sources):
            self.add(target, self.of(source))

    def note(self, nodes: Iterable[Node]) -> None:
        """What entries give that are made beside those of the function."""
        for node in nodes if self.found else ():
            self.node(node)

    def block(self, block: Block) -> None:
        for node in block.entries:
            self.node(node)

    def node(self, node: Node) -> None:
        if isinstance(node, Entry):
            self.entry(node)
        elif isinstance(node, If):
            self.choice(node)
        elif isinstance(node, Try):
            self.regions(node.targets, (node.body, *(handler.block for handler in node.handlers)))
        elif isinstance(node, With):
            self.regions(node.targets, (node.body,))
        elif isinstance(node, (For, While)):
            self.loop(node)

    def choice(self, node: If) -> None:
        """The values of the branches; `if d < best: best = d` is a minimum."""
        self.block(node.then)
        self.block(node.orelse)
        compared = self.comparisons.get(node.cond)
        for target, one, other in zip(node.targets, node.then.results, node.orelse.results):
            signs = self.of(one) | self.of(other)
            if compared in (("less", one, other), ("greater", other, one)):
                signs &= ~PLUS
            elif compared in (("less", other, one), ("greater", one, other)):
                signs &= ~MINUS
            self.add(target, signs)

    def regions(self, targets: tuple[Var, ...], blocks: Iterable[Block]) -> None:
        for block in blocks:
            self.block(block)
            self.join(targets, block.results)

    def loop(self, node: For | While) -> None:
        if isinstance(node, For):
            self.add(node.item, self.of(node.iterable))
        self.join(node.params, node.inits)
        self.block(node.body)
        self.join(node.params, node.body.results)
        self.join(node.targets, node.body.results)  # without iterations all is as it was, and infinite itself

    def entry(self, node: Entry) -> None:
        name = operation_of(node)
        if name in _COMPARISONS:
            self.comparisons[node.targets[0]] = (_COMPARISONS[name], node.args[0], node.args[1])
        signs = self.of_entry(node)
        if not signs:
            return
        for target in node.targets:
            self.add(target, signs)
        if not node.targets and node.args and isinstance(node.args[0], Var):
            self.add(node.args[0], signs)

    def of_entry(self, node: Entry) -> int:
        """What an entry gives, or puts into its first argument."""
        if reads_infinity(node):
            return INFINITE | TOUCHED
        every = (*node.args, *(atom for _, atom in node.kwargs))
        signs = self.of_all(every)
        if not signs:
            return 0
        name, callee = operation_of(node), callee_of(node)
        if name in _BY_NAME or callee in _BY_FUNCTION:
            return (_BY_NAME.get(name) or _BY_FUNCTION[callee])(self, node.args)
        if is_one_of(callee, _LARGEST):
            return signs & ~MINUS
        if is_one_of(callee, _SMALLEST):
            return signs & ~PLUS
        if is_one_of(callee, _EXPONENTIALS):
            return signs & ~MINUS | (MOVES if signs & PLUS else 0)
        done = operation(node)
        if (
            is_one_of(callee, _ALIKE)
            or done.linear
            or done.is_display
            or name in ("store", "increase", "unpack")
        ):
            return signs
        return signs | INFINITE | MOVES if signs & INFINITE else signs

    def varies(self, atom: Atom) -> bool:
        return self.facts.varies(atom)


def is_one_of(callee: object, functions: tuple) -> bool:
    return any(callee is function for function in functions)


def names_some(block: Block) -> bool:
    """Whether a block names an infinity."""
    return any(map(node_names_some, block.entries))


def node_names_some(node: Node) -> bool:
    if isinstance(node, Entry):
        return reads_infinity(node) or any(map(names_infinity, (*node.args, *(a for _, a in node.kwargs))))
    if isinstance(node, If):
        return any(names_some(b) or any(map(names_infinity, b.results)) for b in (node.then, node.orelse))
    if isinstance(node, Try):
        return names_some(node.body) or any(names_some(handler.block) for handler in node.handlers)
    if isinstance(node, (For, While)):
        return any(map(names_infinity, node.inits)) or names_some(node.body)
    return isinstance(node, With) and names_some(node.body)


# ------------------------------------------------------------------------------------------- operators


def turned(signs: int) -> int:
    """The signs of the negative."""
    return signs & ~INFINITE | (MINUS if signs & PLUS else 0) | (PLUS if signs & MINUS else 0)


def scaled(signs: int, factor: Atom) -> int:
    """The signs of a multiple, by what may have any sign if it is no literal."""
    if isinstance(factor, Const) and isinstance(factor.value, (int, float)):
        return turned(signs) if factor.value < 0 else signs
    return signs | INFINITE if signs & INFINITE else signs


def of_negative(known: Infinities, args: tuple[Atom, ...]) -> int:
    return turned(known.of(args[0]))


def of_sum(known: Infinities, args: tuple[Atom, ...]) -> int:
    return known.of_all(args)


def of_difference(known: Infinities, args: tuple[Atom, ...]) -> int:
    return known.of(args[0]) | turned(known.of(args[1]))


def of_product(known: Infinities, args: tuple[Atom, ...]) -> int:
    one, other = args[:2]
    signs = scaled(known.of(one), other) | scaled(known.of(other), one)
    moves = (known.of(one) & INFINITE and known.varies(other)) or (
        known.of(other) & INFINITE and known.varies(one)
    )
    return signs | MOVES if moves else signs


def of_quotient(known: Infinities, args: tuple[Atom, ...]) -> int:
    one, other = args[:2]
    signs = scaled(known.of(one), other) | (known.of(other) & ~INFINITE)
    return signs | MOVES if known.of(one) & INFINITE and known.varies(other) else signs


_Transfer = Callable[[Infinities, tuple[Atom, ...]], int]
_BY_NAME: dict[str | None, _Transfer] = {
    "neg": of_negative,
    **dict.fromkeys(("add", "iadd"), of_sum),
    **dict.fromkeys(("sub", "isub"), of_difference),
    **dict.fromkeys(("mul", "imul"), of_product),
    **dict.fromkeys(("truediv", "itruediv"), of_quotient),
}
_BY_FUNCTION: dict[object, _Transfer] = {
    np.negative: of_negative,
    np.add: of_sum,
    np.subtract: of_difference,
    np.multiply: of_product,
    np.divide: of_quotient,
}
