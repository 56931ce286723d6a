"""Values that are known beforehand, put where they are used.

    p = sub 2 1                             t = mul 2 x
    t_1 = pow x p                           x_bar = mul z_bar t
    t_2 = mul 2 t_1                         return x_bar
    a, b = dup z_bar 2              →
    t_3 = mul 1.0 a
    x_bar = mul t_3 t_2
    return x_bar

One walk from the top to the bottom: constants are folded (`constant_folding`), items of known tuples taken (`tuples`),
identities applied (`identities`), branches chosen whose condition is known, and values that a loop carries without
changing them are put into its body. What is no longer used is left for `dead`.
"""

from __future__ import annotations

import functools
from dataclasses import replace

import numpy as np

from s2sad.ir.names import stem
from s2sad.ir.nodes import (
    Atom,
    Block,
    Const,
    Entry,
    For,
    Function,
    Handler,
    If,
    Node,
    Try,
    Var,
    While,
    With,
)
from s2sad.ir.operations import callee_of, is_one_of, op, operation, operation_of
from s2sad.ir.rewrite import substitute, with_body
from s2sad.runtime.broadcasting import guarded
from s2sad.runtime.shaping import inverse_order
from s2sad.transform.constant_folding import fold, fold_call, inverted, is_finite
from s2sad.transform.identities import Rewritten, identity
from s2sad.transform.known_atoms import KnownAtoms
from s2sad.transform.memory import Memory
from s2sad.transform.memory_cache import Memories
from s2sad.transform.rebuild import (
    changed,
    closure_with,
    is_invariant,
    is_undefined,
    put_in,
    put_in_entry,
    same_objects,
    with_carried,
    with_results,
)
from s2sad.transform.tuples import item_at, known_items, read_only_lists, unpacked


def simplify(
    function: Function,
    *,
    exact: frozenset[Var],
    fold_dups: bool = True,
    pure_functions: frozenset[str] = frozenset(),
    numbers: frozenset[Var] = frozenset(),
    memories: Memories | None = None,
) -> Function:
    """The function with known values put in.

    `exact` holds the variables whose value must stay what it is, to the bit: those of the user's own function. Only
    the others are simplified by identities that leave the sign of a zero, or int or float, aside. An identity is one
    of values: what is written in place holds another one later, and is neither renamed nor looked through. `numbers` are
    variables that are known to hold one.
    """
    exact = exact.union([param.var for param in function.params])
    memories = memories or Memories(pure_functions)
    simplifier = _Simplifier(function, exact, fold_dups, read_only_lists(function), numbers, memories)
    body = simplifier.block(function.body)
    if simplifier.named:
        body = substitute(body, simplifier.named, simplifier.named)
    return function if body is function.body else with_body(function, body.entries, body.results)


class _Simplifier:
    def __init__(
        self,
        function: Function,
        exact: frozenset[Var],
        fold_dups: bool,
        lists: frozenset[Var],
        numbers: frozenset[Var],
        memories: Memories,
    ) -> None:
        self.function = function
        self.memories = memories
        # The block at hand, and where what follows begins.
        self.following: tuple[Block, int] = function.body, 0
        self.exact = exact
        self.fold_dups = fold_dups
        self.lists, self.numbers = lists, numbers
        self.known = KnownAtoms()
        self.named: dict[Var, Var] = {}  # temporaries that a loop had a better name for

    # ------------------------------------------------------------------------------------------------------ atoms

    def bind(self, target: Var, atom: Atom, out: list[Node]) -> None:
        """Let `target` be `atom` from here on. An unassigned value has to stay a variable, as reading it raises."""
        if is_undefined(atom):
            out.append(If((target,), Const(True), Block((), (atom,)), Block((), (atom,))))
        elif atom != target:
            self.known.values[target] = atom

    # ----------------------------------------------------------------------------------------------------- blocks

    def block(self, block: Block) -> Block:
        """The block, simplified; the very same one where there is nothing to do."""
        out: list[Node] = []
        around = self.following
        for place, node in enumerate(block.entries, 1):
            self.following = block, place
            self.node(node, out)
        self.following = around
        results = put_in(block.results, self.known.values)
        if results is block.results and len(out) == len(block.entries) and same_objects(out, block.entries):
            return block
        return Block(tuple(out), results)

    def branch(self, block: Block, cond: Atom, holds: bool) -> Block:
        """The block, where the condition is known to hold, or not to hold."""
        learned = [fact for fact in self.known.learned(cond, holds) if fact[0] not in self.known.facts]
        self.known.facts.update(learned)
        simplified = self.block(block)
        for var, _ in learned:
            del self.known.facts[var]
        return simplified

    def node(self, node: Node, out: list[Node]) -> None:
        if type(node) is Entry:
            self.entry(node, out)
        elif type(node) is If:
            self.if_(node, out)
        elif isinstance(node, (For, While)):
            self.loop(node, out)
        elif type(node) is With:
            out.append(changed(node, manager=self.known.atom(node.manager), body=self.block(node.body)))
        elif type(node) is Try:
            out.append(self.try_(node))
        else:
            out.append(closure_with(node, self.block(node.function.body), self.known.values))

    # ---------------------------------------------------------------------------------------------------- entries

    def entry(self, node: Entry, out: list[Node]) -> None:
        node = put_in_entry(node, self.known.values)
        name = operation_of(node)
        if name is None:
            if len(node.targets) == 1 and self.call(node, out):
                return
            if callee_of(node) in _CALLS_OF_TRUTH:
                self.known.truths.update(node.targets)
        elif len(node.targets) == 1:
            return self.operation(node, name, out)
        elif node.targets:
            if self.take_apart(node, name, out):
                return
        elif name == "add_at" and node.args[2] in _ZEROS and node.args[0] not in self.exact:
            return
        out.append(node)

    def call(self, node: Entry, out: list[Node]) -> bool:
        """A call whose value is known, or that an operation does as well."""
        callee, target, args = callee_of(node), node.targets[0], node.args
        known: Atom | None = None
        if callee is len and args:
            items = self.known.items_of(args[0])
            known = None if items is None else Const(len(items))
        elif is_one_of(callee, _OF_COMPLEX) and _is_real(args):
            known = args[0]
        elif target not in self.exact and not node.kwargs:
            if callee is guarded and is_finite(args[0]):  # zero times it is zero
                self.operation(replace(node, fn=op("mul")), "mul", out)
                return True
            order = self.known.items_of(args[0]) if callee is inverse_order else None
            if order is not None and all(type(axis) is Const for axis in order):
                self.operation(replace(node, fn=op("tuple_of"), args=inverted(order)), "tuple_of", out)
                return True
            known = fold_call(callee, args)
        if known is not None:
            self.known.values[target] = known
        return known is not None

    def operation(self, node: Entry, name: str, out: list[Node]) -> None:
        """An operation with one target is folded to an atom, done by another one, or kept."""
        target, args = node.targets[0], node.args
        rewritten: Rewritten = fold(name, args)
        if rewritten is None and name == "getitem":
            items = self.known.items_of(args[0])
            rewritten = None if items is None else item_at(items, args[1])
        if rewritten is None and name == "not_":
            rewritten = self.known.opposite(args[0])
        if rewritten is None and target not in self.exact:
            rewritten = self.equal(target, name, args)
        if isinstance(rewritten, tuple):
            name, args = rewritten
            node = Entry(node.targets, op(name), args, (), node.loc, node.note)
        elif rewritten is not None:
            return self.bind(target, rewritten, out)
        self.known.definitions[target] = name, args
        if operation(node).is_truth:
            self.known.truths.add(target)
        items = args if target in self.lists else known_items(name, args, self.fold_dups)
        if items is not None:
            self.known.items[target] = items
        out.append(node)

    def equal(self, target: Var, name: str, args: tuple[Atom, ...]) -> Rewritten:
        """What an operation is equal to, if what that takes for a value isn't written in place."""
        found = identity(name, args, self.known.definitions)
        if found is None or not self.keeps_its_value(target):
            return None
        if type(found) is Const and target not in self.numbers:  # it may have to be an array of zeros
            return None
        new = set(found[1] if isinstance(found, tuple) else (found,)).difference(args)
        if any(type(atom) is Var for atom in new):  # seen through a definition
            if all(map(self.keeps_its_value, (*args, *new))):
                return found
            return identity(
                name, args, {v: made for v, made in self.known.definitions.items() if made[0] != "neg"}
            )
        if type(found) is Var and not self.keeps_its_value(found):
            assert self.memory is not None
            return found if self.memory.reads_before_changes(target, found, self.following) else None
        return found

    @functools.cached_property
    def memory(self) -> Memory | None:
        return self.memories.where_written(self.function)

    def keeps_its_value(self, atom: Atom) -> bool:
        if self.memory is None or type(atom) is not Var or atom in self.numbers:
            return True
        return not self.memory.may_be_written(atom)

    def take_apart(self, node: Entry, name: str, out: list[Node]) -> bool:
        """An entry that unpacks a tuple in sight is dropped, and its targets are the items."""
        items = known_items(name, node.args, self.fold_dups)
        middle = None
        known = self.known.items_of(node.args[0]) if name == "unpack" else None
        if known is not None:
            items, middle = unpacked(node, known)
        if items is None or len(items) != len(node.targets):
            return False
        if middle is not None:
            out.append(middle)
        for target, item in zip(node.targets, items):
            self.bind(target, item, out)
        return True

    # --------------------------------------------------------------------------------------------------- branches

    def if_(self, node: If, out: list[Node]) -> None:
        cond = self.known.atom(node.cond)
        truth = self.known.truth(cond)
        if truth is not None:
            return self.chosen(node, node.then if truth else node.orelse, out)
        then = self.branch(node.then, cond, True)
        orelse = self.branch(node.orelse, cond, False)
        targets = node.targets
        results = list(zip(targets, then.results, orelse.results))
        kept = [i for i, each in enumerate(results) if not self.known.decided(cond, *each)]
        if len(kept) < len(targets):
            targets = tuple([targets[i] for i in kept])
            then, orelse = with_results(then, kept), with_results(orelse, kept)
        if targets or then.entries or orelse.entries:
            out.append(changed(node, targets=targets, cond=cond, then=then, orelse=orelse))

    def chosen(self, node: If, block: Block, out: list[Node]) -> None:
        """The branch that is always taken, in place of the entry."""
        if _is_unassigned(node):
            out.append(node)
            return
        around = self.following
        for place, inner in enumerate(block.entries, 1):
            self.following = block, place
            self.node(inner, out)
        self.following = around
        for target, result in zip(node.targets, block.results):
            self.bind(target, self.known.atom(result), out)

    # ------------------------------------------------------------------------------------------------------ loops

    def loop(self, node: For | While, out: list[Node]) -> None:
        inits = put_in(node.inits, self.known.values)
        start: For | While = changed(node, inits=inits)
        if type(start) is For:
            start = changed(start, iterable=self.known.atom(start.iterable))
        while True:
            kept = self.drop_invariant(start)
            if len(kept) < len(start.params):
                start = with_carried(start, kept)
            if type(start) is While and self.never_runs(start):
                for target, init in zip(start.targets, start.inits):
                    self.bind(target, init, out)
                return
            done = self.loop_body(start)
            if done is start or not any(map(is_invariant, done.params, done.inits, done.body.results)):
                out.append(done)
                return
            start = done

    def drop_invariant(self, node: For | While) -> list[int]:
        """Let carried variables that never change be what they start as; the positions of the others."""
        kept = []
        for i, (param, init, result) in enumerate(zip(node.params, node.inits, node.body.results)):
            if is_invariant(param, init, result):
                self.known.values[param] = self.known.values[node.targets[i]] = init
                if type(init) is Var and init not in self.exact and stem(init.name) == "t":
                    self.named.setdefault(init, param)
            else:
                kept.append(i)
        return kept

    def never_runs(self, node: While) -> bool:
        return not node.cond.entries and self.known.truth(self.known.atom(node.cond.results[0])) is False

    def loop_body(self, node: For | While) -> For | While:
        if type(node) is While:
            node = changed(node, cond=self.block(node.cond))
        body = self.block(node.body)
        if node.stops and body.results[-1] == Const(False):
            return replace(node, body=with_results(body, range(len(node.params))), stops=False)
        return changed(node, body=body)

    # ----------------------------------------------------------------------------------------------- other regions

    def try_(self, node: Try) -> Try:
        body = self.block(node.body)
        handlers = tuple([self.handler(handler) for handler in node.handlers])
        return changed(
            node, body=body, handlers=node.handlers if same_objects(handlers, node.handlers) else handlers
        )

    def handler(self, handler: Handler) -> Handler:
        return changed(handler, kind=self.known.atom(handler.kind), block=self.block(handler.block))


_ZEROS = (Const(0.0), Const(0), Const(-0.0))
_CALLS_OF_TRUTH = (bool, isinstance, callable)
_OF_COMPLEX = (np.real, np.conj)


def _is_real(args: tuple[Atom, ...]) -> bool:
    return len(args) == 1 and type(args[0]) is Const and type(args[0].value) in (int, float)


def _is_unassigned(node: If) -> bool:
    """Whether it is what `bind` makes: a variable without a value."""
    blocks = node.then, node.orelse
    return len(node.targets) == 1 and all(
        not block.entries and is_undefined(block.results[0]) for block in blocks
    )
