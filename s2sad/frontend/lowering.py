"""What lowering writes to: the block at hand, the kinds of its variables, and which of them vary.

A variable *varies* if it depends on a differentiated argument. What doesn't vary is never looked into: a call of
anything with constant arguments is passed through as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, repeat
from types import FunctionType, MethodType
from typing import Any

from s2sad.errors import DifferentiationError, UnsupportedSyntax, UnsupportedValue
from s2sad.frontend.abstract_values import Scope, Value
from s2sad.frontend.allocation_sites import Restart
from s2sad.frontend.annotation_errors import contradiction, misuse
from s2sad.frontend.known_functions import is_iterator, may_be_caught, never_raises
from s2sad.frontend.lowering_state import LoweringState
from s2sad.frontend.powers import NOT_COMPLEX, looks_into, may_be_complex
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import made_by, outcome_of
from s2sad.ir.kinds import Kind
from s2sad.ir.nodes import UNDEFINED, Atom, Const, Entry, Location, Node, Ref, Var
from s2sad.ir.notes import CAUGHT
from s2sad.ir.operations import FUNCTIONS, op, operation_by
from s2sad.ir.outcomes import Outcome
from s2sad.ir.value_kinds import kind_of

_FLAT = (Const("flat"),)
_ITEM = op("getitem")
_NOT_TEXT = frozenset(("bool", "int", "float", "complex", "none"))

_READS = (op("getitem"), op("getattr"))
_MAKE_LISTS = (FUNCTIONS["list_of"], FUNCTIONS["add"], FUNCTIONS["mul"], list, sorted)
_HOLD = tuple(FUNCTIONS[name] for name in ("list_of", "tuple_of", "dict_of", "set_of"))


class Lowering(LoweringState):
    """One function of the module that is being lowered: its state, and what adds to it."""

    def as_view(self, value: Value) -> Value:
        """The view of a dict that a list shows; any other value as it is."""
        return self.views.get(value, value) if isinstance(value, Var) else value

    def lookup(self, cls: type, name: str, after: type | None = None) -> Any:
        """What a class of the user's has by a name, or None."""
        return self.program.assumed.member(cls, name, after)

    # -------------------------------------------------------------------------------------------- entries

    def var(self, hint: str, kind: Kind, varied: bool) -> Var:
        new = Var(self.names.fresh(hint))
        self.order[new] = len(self.kinds)
        self.kinds[new] = kind
        if varied and K.differentiable(kind):
            self.varied.add(new)
        return new

    def kind(self, atom: Atom) -> Kind:
        if isinstance(atom, Var):
            return self.kinds.get(atom, K.UNKNOWN)
        if isinstance(atom, Const):
            return K.BOTTOM if atom.value is UNDEFINED else kind_of(atom.value)
        return kind_of(atom.value)

    def varies(self, *atoms: Atom) -> bool:
        for atom in atoms:
            if type(atom) is Var and atom in self.varied:
                return True
        return False

    def plain_entry(
        self,
        fn: Any,
        args: tuple[Atom, ...],
        node: ast.AST | None,
        hint: str = "t",
        kwargs: tuple[tuple[str, Atom], ...] = (),
        kind: Kind | None = None,
        varied: bool | None = None,
    ) -> Var:
        """Add an entry with one target; its kind and whether it varies follow from its arguments."""
        fn = op(fn) if isinstance(fn, str) else fn
        if self.powers and not self.powers.isdisjoint(args) and looks_into(fn, args, self.kind):
            args = tuple([self.real_power(atom, node) if atom in self.powers else atom for atom in args])
        every = args + tuple(atom for _, atom in kwargs)
        self.check_annotations(fn, args, node)
        if varied is None:
            varied = self.varies(*every) and not self.program.rules.is_constant(fn)
        made = Outcome(kind, (0,)) if kind is not None else self.outcome(fn, args, kwargs, varied)
        kind = made.kind
        if kind.name in ("list", "dict") and node is not None:
            target = self.container((id(node), hint, *self.called_at), hint, kind, varied)
        elif kind.name == "array" and not varied:
            target = self.array((id(node), hint, *self.called_at), hint, kind)
        else:
            target = self.var(hint, kind, varied)
        note = CAUGHT if self.catching and may_be_caught(fn, tuple(map(self.kind, args))) else ""
        self.out.append(Entry((target,), fn, args, kwargs, self.location(node), note))
        if varied and fn in _READS and (args[0] in self.differentiated or args[0] in self.as_given):
            self.as_given[target] = target
        if kind.name not in _NOT_TEXT:
            self.note_source(target, fn, args, every, varied)
        if self.attempts and not kwargs and never_raises(fn, tuple(map(self.kind, args))):
            self.in_bounds.add(target)
        self.view(target, every, made.shared)
        self.note_made(target, fn, args, node)
        return target

    def note_made(self, target: Var, fn: Any, args: tuple[Atom, ...], node: ast.AST | None) -> None:
        """Take note of powers that may be complex, of lists that are made here, and of those that something keeps."""
        kind = self.kinds[target]
        if kind == K.FLOAT and may_be_complex(fn, args, self.kind, self.powers):
            self.powers.add(target)
        if kind.name == "list" and isinstance(fn, Ref) and fn.value in _MAKE_LISTS:
            self.born[target] = self.depth
        if isinstance(fn, Ref) and fn.value in _HOLD:
            for atom in args:
                self.note_alias(atom, node)

    def note_source(
        self, target: Var, fn: Any, args: tuple[Atom, ...], every: tuple[Atom, ...], varied: bool
    ) -> None:
        """Note what a value was made of that is no number: it may hold a text of that, or read it later."""
        if self.holds_text(fn, every, self.kinds[target]):
            self.texts[target] = None
        if not varied:
            self.made_from[target] = (fn, *every)
            if is_iterator(fn.value if isinstance(fn, Ref) else None) or args[1:] == _FLAT:
                self.read_in_turn += args

    def container(self, place: Any, hint: str, kind: Kind, varied: bool) -> Var:
        """A list or dict; made once more, for a loop that is lowered again, it holds at once what it came to hold."""
        came_to, varies = self.came_to_hold.get(place, (kind, varied))
        target = self.var(hint, K.join(kind, came_to), varied or varies)
        self.born_at[target] = place
        return target

    def array(self, place: Any, hint: str, kind: Kind) -> Var:
        """An array of what doesn't vary; one that an iterator reads, and that takes up what varies, varies at once."""
        target = self.var(hint, kind, place in self.program.sites.varying)
        self.array_at[target] = place
        return target

    def root(self, value: Var) -> Var:
        """The array that a view is one of."""
        while value in self.bases:
            value = self.bases[value]
        return value

    def view(self, target: Var, args: tuple[Atom, ...], shared: tuple[int, ...]) -> None:
        """An array may be a view of an argument: which are found by their places."""
        of = [args[i] for i in shared if i < len(args)]
        if (
            of
            and K.is_array(self.kinds[target])
            and isinstance(of[0], Var)
            and K.may_be_array(self.kinds[of[0]])
        ):
            self.bases[target] = of[0]

    def note_alias(self, atom: Atom, node: ast.AST | None) -> None:
        """A list is stored in a container, or gets another name: from now on it must not grow."""
        if not isinstance(atom, Var) or self.kinds[atom].name not in ("list", "unknown"):
            return
        if atom in self.views:
            reason = "a view of a dict that is written is put into a container"
            raise self.refusal(node, reason, "put a list there: `list(d.values())`", UnsupportedValue)
        self.aliased.add(atom)
        if atom in self.appended and self.depth > self.born.get(atom, self.depth) and self.varies(atom):
            self.follow(self.kinds[atom].sites)
            reason = "a list of active values that grows in a loop is stored in another container there"
            raise self.refusal(node, reason, "store a copy: `list(items)`")

    def holds_text(self, fn: Any, args: tuple[Atom, ...], kind: Kind) -> bool:
        """Whether an active number is written in the text that a call gives, or in what holds the text.

        A text that is an item beside active numbers has none written in it.
        """
        if any(atom in self.texts for atom in (fn, *args) if isinstance(atom, Var)):
            return True
        if fn == _ITEM:
            return False
        return self.varies(*args) and (
            kind == K.TEXT or isinstance(fn, Ref) and self.program.rules.is_text(fn)
        )

    def plain_unpacked(
        self,
        value: Atom,
        kinds: list[Kind],
        node: ast.AST | None,
        starred: int = -1,
        names: Iterable[str] = (),
    ) -> list[Var]:
        """The items of a value as variables; the item number `starred` is the list of those in between."""
        varied = self.varies(value)
        self.check_annotations(op("unpack"), (value,), node)
        targets = [self.var(name, kind, varied) for kind, name in zip(kinds, chain(names, repeat("t")))]
        before = starred if starred >= 0 else len(kinds)
        after = Const(len(kinds) - 1 - starred if starred >= 0 else None)
        args = (value, Const(before), after)
        self.out.append(Entry(tuple(targets), op("unpack"), args, (), self.location(node)))
        return targets

    def effect(self, name: str, args: tuple[Atom, ...], node: ast.AST | None) -> None:
        """Add an entry without target."""
        if name != "raise_" and not self.is_unshared(args[0]):
            self.writes += 1
        self.check_annotations(op(name), args, node)
        self.out.append(Entry((), op(name), args, (), self.location(node)))
        if name != "raise_" and self.varies(*args):
            self.note_written(args[0])

    def note_written(self, array: Atom) -> None:
        """Note that an array was written here, that of which it is a view."""
        if isinstance(array, Var) and K.is_array(self.kinds[array]):
            self.note_write(self.root(array))

    def note_write(self, target: Any) -> None:
        """Note that something was written to here, which a handler may see."""
        self.written_at.append((self.out, len(self.out), target))

    def check_annotations(self, fn: Any, args: tuple[Atom, ...], node: ast.AST | None) -> None:
        """An operation that there isn't for numbers is refused if it is only told that they are numbers."""
        found = misuse(self.kinds, fn, args) if self.program.annotated is not None else None
        if found is not None:
            raise contradiction(self, *found, node)

    def is_unshared(self, atom: Atom) -> bool:
        """Whether it is a list that was made here and has no other name."""
        return atom in self.born and atom not in self.aliased

    def outcome(
        self, fn: Any, args: tuple[Atom, ...], kwargs: tuple[tuple[str, Atom], ...], varied: bool = True
    ) -> Outcome:
        """The kind of what a call gives, and of which arguments it may be a view."""
        if not isinstance(fn, Ref):
            return Outcome(made_by(self.kind(fn), tuple(map(self.kind, args))))
        known = [(atom, self.kind(atom)) for atom in args]
        named = [(name, (atom, self.kind(atom))) for name, atom in kwargs]
        if not varied and isinstance(fn.value, (FunctionType, MethodType)):
            kinds = tuple(kind for _, kind in known), tuple((name, kind) for name, (_, kind) in named)
            is_given = any(K.may_be_array(kind) for _, kind in (*known, *kinds[1]))
            # What a method reads of its object may be of another kind later.
            reads_object = not isinstance(getattr(fn.value, "__self__", type), type)
            found = self.program.outside(fn, *kinds) if is_given or not reads_object else None
            if found is not None:
                return found
        return outcome_of(operation_by(fn).name, fn.value, known, named)

    def location(self, node: ast.AST | None) -> Location | None:
        return self.program.calls.location(self.scope, node)

    @contextmanager
    def block(self) -> Iterator[list[Node]]:
        """Entries made within go to a list of their own."""
        outer, self.out = self.out, []
        try:
            yield self.out
        finally:
            self.out = outer

    # --------------------------------------------------------------------------------------------- values

    def real_power(self, atom: Atom, node: ast.AST | None) -> Var:
        """A power that the running program finds to be real."""
        return self.plain_entry(NOT_COMPLEX, (atom,), node, kind=K.FLOAT)

    # ---------------------------------------------------------------------------------------------- names

    def key(self, scope: Scope, name: str) -> tuple[int, str]:
        self.scopes[id(scope)] = scope
        return id(scope), name

    def refusal(
        self,
        node: ast.AST | None,
        reason: str,
        hint: str,
        kind: type[DifferentiationError] = UnsupportedSyntax,
    ) -> DifferentiationError:
        """The error for a place in the user's source; without a line, for the statement that is being lowered."""
        if not hasattr(node, "lineno") and self.doing is not None:
            scope, node = self.doing
            return kind(reason, hint, self.program.calls.location(scope, node))
        return kind(reason, hint, self.location(node))

    def follow(self, sites: frozenset[int]) -> None:
        """Lower the function again, with the containers of these sites followed, if they aren't already."""
        if self.program.sites.follow(sites, self.called_at):
            self.program.sites.restarts += 1
            raise Restart

    def follow_next(self, sites: frozenset[int]) -> bool:
        """Follow the containers of these sites in the next attempt, while this one looks for others: whether it does."""
        known = self.program.sites
        if known.follow(sites, self.called_at):
            known.restarts += 1
            known.again = True
        return known.again

    def mixed(self, node: ast.AST | None) -> Exception:
        self.follow(self.makers)
        reason = "a name stands for a list or dict that is written, and elsewhere for something else"
        return self.refusal(node, reason, "give them names of their own", UnsupportedValue)
