"""Out of single assignment: a Python name for each variable, so that loops and branches need no copies.

    for x in xs:                            for x in xs:
        total_2 = add total_1 x      →          total = total + x

What a loop carries (initial value, parameter, result, target), or a branch decides (its results, the
target), gets one name as long as the values aren't alive at the same time. Classes of variables are
united greedily, innermost loops first; a class is named as the user named it, if that name is free while
the class is alive.

Appel, "SSA is functional programming" (1998), for where the copies come from; Wimmer & Franz, "Linear
scan register allocation on SSA form" (2010), for uniting intervals with holes.
"""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Iterable
from keyword import iskeyword

from s2sad.backend.captures import Captures, find_captures
from s2sad.backend.inline_expressions import Folds
from s2sad.backend.intervals import Intervals, Ranges, meets, overlap
from s2sad.backend.saved_names import saved_pairs
from s2sad.backend.uses import is_derivative, is_described, is_temporary, stem, vanishes
from s2sad.ir.names import without_mark
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
    Try,
    Var,
    While,
    With,
    blocks_of,
)
from s2sad.ir.operation import Form
from s2sad.ir.operations import operation
from s2sad.ir.rewrite import walk

_NUMBER = re.compile(r"_\d+")
_UNDERSCORE = re.compile(r"(_\d+)+")
_NUMBERED = re.compile(r"\b(?:[^\W\d]\w*)?_\d+\b")


def coalesce(
    function: Function,
    folds: Folds | None = None,
    reserved: Iterable[str] = (),
    style: str = "folded",
    captures: Captures | None = None,
) -> dict[Var, str]:
    """A name for every variable of a function (but those that are nested into expressions).

    Two variables have the same name only if they are never alive at the same time. `reserved` names are
    given to none but parameters. In style "flat" variables share a name only where that saves copies.
    """
    folds = folds or Folds()
    captures = captures or find_captures(function)
    intervals = Intervals(function, folds, captures.lasting)
    classes = Classes(intervals.ranges, _parameters(function), _caught(function))
    _unite_block(function.body, classes, folds)
    for node in walk(function.body):
        if type(node) is Closure:
            _unite_block(node.function.body, classes, folds)
    if style != "flat":
        for saved, taken in saved_pairs(function):
            classes.unite(saved, taken)
    naming = _Naming(classes, intervals.order, set(reserved), style == "flat", _numbered_by_user(function))
    return naming.names(_undefined(function))


class Classes:
    """Sets of variables that share a name, with the intervals in which any of them is alive."""

    def __init__(self, ranges: dict[Var, Ranges], fixed: Iterable[Var], apart: set[Var]) -> None:
        """`fixed` variables have the names that they have; those `apart` are united with no other."""
        self.ranges = ranges
        self.apart = apart
        self.members: dict[Var, list[Var]] = {}
        self.fixed = {var: var.name for var in fixed}
        self._root: dict[Var, Var] = {}

    def root(self, var: Var) -> Var:
        return self._root.get(var, var)

    def unite_alike(self, var: Var, atom: Atom) -> None:
        """Unite variables if they are versions of one, or if the user gave a name to but one of them.

        A value that has a name is not called a derivative, though one may be equal to it.
        """
        if type(atom) is Var and is_derivative(var.name) is not is_derivative(atom.name):
            if not (is_temporary(var.name) or is_temporary(atom.name)):
                return
        if type(atom) is Var and not (vanishes(var.name) or vanishes(atom.name)):
            if stem(var.name) != stem(atom.name):
                return
        self.unite(var, atom)

    def unite(self, var: Var, atom: Atom) -> None:
        """Let two variables share a name, if they may."""
        if type(atom) is not Var or var not in self.ranges or atom not in self.ranges:
            return
        one, other = self.root(var), self.root(atom)
        if (
            one == other
            or (one in self.fixed and other in self.fixed)
            or not self.apart.isdisjoint((var, atom))
        ):
            return
        if overlap(self.ranges[one], self.ranges[other]):
            return
        if other in self.fixed:
            one, other = other, one
        self.ranges[one] = sorted(self.ranges[one] + self.ranges[other])
        for member in self.members.pop(other, [other]):
            self._root[member] = one
            self.members.setdefault(one, [one]).append(member)


def _parameters(function: Function) -> list[Var]:
    found = [param.var for param in function.params]
    for node in walk(function.body):
        if type(node) is Closure:
            found += [param.var for param in node.function.params]
    return found


def _unite_block(block: Block, classes: Classes, folds: Folds) -> None:
    for node in block.entries:
        for inner in blocks_of(node):
            _unite_block(inner, classes, folds)
        _unite_node(node, classes)


def _unite_node(node: Node, classes: Classes) -> None:
    if type(node) is For or type(node) is While:
        for param, result in zip(node.params, node.body.results):
            classes.unite(param, result)
        for param, target in zip(node.params, node.targets):
            classes.unite(param, target)
        for param, init in zip(node.params, node.inits):
            classes.unite_alike(param, init)
    elif type(node) in (If, Try, With):
        for branch in blocks_of(node):
            for target, result in zip(node.targets, branch.results):
                classes.unite_alike(target, result)
    elif type(node) is Entry and len(node.targets) == 1 and operation(node).form is Form.AUGMENTED:
        classes.unite(node.targets[0], node.args[0])


def _caught(function: Function) -> set[Var]:
    """The variables of handlers, which Python deletes at their ends."""
    tries = (node for node in walk(function.body) if type(node) is Try)
    return {handler.name for node in tries for handler in node.handlers if handler.name}


def _undefined(function: Function) -> set[Var]:
    """The variables that are unassigned on some way: reading them has to fail, so they share no name."""
    found: set[Var] = set()
    for node in walk(function.body):
        if type(node) is For or type(node) is While:
            atoms = (*zip(node.params, node.inits), *zip(node.targets, node.inits))
        elif type(node) in (If, Try, With):
            atoms = tuple(pair for block in blocks_of(node) for pair in zip(node.targets, block.results))
        else:
            continue
        found.update(var for var, atom in atoms if type(atom) is Const and atom.value is UNDEFINED)
    return found


def _numbered_by_user(function: Function) -> set[str]:
    """The names with a number at their end that the user wrote."""
    texts = {node.loc.text for node in walk(function.body) if node.loc}
    return {name for text in texts for name in _NUMBERED.findall(text)}


class _Naming:
    def __init__(
        self, classes: Classes, order: dict[Var, int], reserved: set[str], flat: bool, numbered: set[str]
    ) -> None:
        self.classes = classes
        self.order = order
        self.reserved = reserved
        self.flat = flat
        self.numbered = numbered
        self.user_names = {stem(var.name) for var in order if not is_temporary(var.name)}
        self.holders: dict[str, Ranges] = {}  # where each name is taken, in rising order
        self.closed: set[str] = set()
        self.next: dict[str, int] = {}

    def names(self, undefined: set[Var]) -> dict[Var, str]:
        classes = self.classes
        undefined = {classes.root(var) for var in undefined}
        roots = dict.fromkeys(map(classes.root, classes.ranges))
        members = {
            root: sorted(classes.members.get(root, [root]), key=self.order.__getitem__) for root in roots
        }
        order = sorted(roots, key=lambda root: (root not in classes.fixed, self.order[members[root][0]]))
        for root in order:  # the parameters' names are known before any other is given
            if root in classes.fixed:
                self.hold(root.name, root, root in undefined)
        result: dict[Var, str] = {}
        for root in order:
            name = classes.fixed.get(root)
            if name is None:
                name = self.choose(root, members[root], root in undefined)
                self.hold(name, root, root in undefined)
            result.update(dict.fromkeys(members[root], name))
        return result

    def hold(self, name: str, root: Var, alone: bool) -> None:
        held = self.holders.setdefault(name, [])
        for each in self.classes.ranges[root]:
            insort(held, each)
        if alone:
            self.closed.add(name)

    def choose(self, root: Var, members: list[Var], alone: bool) -> str:
        candidates = list(dict.fromkeys(self.candidates(members)))
        for name in candidates:
            if self.is_free(name, root, alone):
                return name
        base = stem(candidates[0])
        number = self.next.get(base, 1)
        while not self.is_free(f"{base}_{number}", root, alone):
            number += 1
        self.next[base] = number + 1 if is_temporary(base) else number
        return f"{base}_{number}"

    def candidates(self, members: list[Var]) -> list[str]:
        """The names that a class could have, the best first: the user's, without a number."""
        names = [self.as_written(var.name) for var in members]
        given = [name for name in names if not is_temporary(name)]
        plain = [name for name in given if not is_derivative(name) and not vanishes(name)] + given
        if self.flat and len(members) == 1:
            return names
        if not plain:
            return [*map(self.as_described, filter(is_described, names)), _NUMBER.sub("", names[0])][:1]
        stems = [name if name in self.numbered else stem(name) for name in plain]
        return stems

    def as_described(self, name: str) -> str:
        """`a_ij_bar` for `a_ij__t_bar_2`; the user's own variable of that name keeps it."""
        plain = without_mark(stem(name))
        return f"{plain}_1" if plain in self.user_names else plain

    def as_written(self, name: str) -> str:
        """`_` for the `_3` that it became."""
        return "_" if _UNDERSCORE.fullmatch(name) and name not in self.numbered else name

    def is_free(self, name: str, root: Var, alone: bool) -> bool:
        if name in self.reserved or name in self.closed or iskeyword(name):
            return False
        held = self.holders.get(name, [])
        if held and (alone or self.flat or is_temporary(name)):
            return False
        return not any(meets(each, held) for each in self.classes.ranges[root])
