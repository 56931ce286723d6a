"""Arguments that a function writes to are copied first: a derivative leaves the caller's arrays as they are.

function f(x)                   function f(x)
    store x 0 1.0        →          x_1 = np.copy x
    …                               store x_1 0 1.0

Of a tuple or an object of which only items are read these are copied, each under a name of its own.
"""

from __future__ import annotations

from collections.abc import Container

from s2sad.ad.argument_overlaps import checks_of, header_of, read_outside
from s2sad.ad.context import Context
from s2sad.ad.polymorphic_updates import without_updates
from s2sad.ad.stored_copies import copying
from s2sad.analysis.aliases import Fact
from s2sad.analysis.effects import checks_apart
from s2sad.analysis.outside_memory import NAMES, may_meet
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, Function, Node, Ref, Var
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import expanded, substitute, uses_of, walk, with_body
from s2sad.runtime.updates import check_parts_apart

_CHECK_PARTS_APART = Ref("check_parts_apart", check_parts_apart)


def with_own_arguments(context: Context, function: Function, params: tuple[Fact, ...]) -> Function:
    """The function, which works on copies of those of its arguments that it writes to."""
    if not context.arrays:
        return function
    function = without_updates(context, function, params)
    facts = context.known_facts(function, params)
    names = context.names_for(function)
    own = _Copies(function, names)
    written: list[Atom] = []
    apart: list[Entry] = []
    for param in function.params:
        kind = facts.kind(param.var)
        if K.may_be_array(kind) and facts.classes.is_written(param.var):
            if not K.is_opaque(kind):
                written.append(param.var)
                own.copy([param.var], param.var, kind)
                if _arrays_in(kind) > 1:
                    apart.append(Entry((), _CHECK_PARTS_APART, (param.var,), (), header_of(function)))
    outside = read_outside(function, context.functions, arrays=True)
    written += [ref for ref in outside if may_meet(context.outside_written, facts.origins(ref) - NAMES)]
    checks = checks_of(function, written, facts.kind, outside) if written else []
    if not own.entries and not checks:
        return function
    context.reserved.update(var.name for var in own.items)
    body = substitute(_without(function.body, own.items), own.items)
    return with_body(function, (*checks, *apart, *own.entries, *body.entries), body.results)


class _Copies:
    """Makes copies of arrays, and of what holds them: `items` are what goes for the variables of a function then."""

    def __init__(self, function: Function, names: Names) -> None:
        self.function, self.names = function, names
        self.entries: list[Node] = []
        self.items: dict[Var, Var] = {}

    def copy(self, names: list[Var], source: Var, kind: K.Kind) -> None:
        """All these names of something get a copy of it; of a tuple of which only items are read, the items do."""
        reads = _item_reads(self.function, names) if kind.name == "tuple" and kind.fields else None
        if reads is None:
            made = self.made(copying(kind), (source,), source.name)
            self.items.update(dict.fromkeys(names, made))
            return
        for place, targets in reads.items():
            item, part = self.made(op("getitem"), (source, Const(place)), targets[0].name), K.part(
                kind, place
            )
            self.items.update(dict.fromkeys(targets, item))
            if part is None or K.may_be_array(part):
                self.copy(targets, item, part or K.UNKNOWN)

    def made(self, fn: Ref, args: tuple[Atom, ...], name: str) -> Var:
        target = Var(self.names.fresh(name))
        self.entries.append(Entry((target,), fn, args, (), header_of(self.function)))
        return target


def _arrays_in(kind: K.Kind) -> int:
    """How many arrays a value may hold, as far as it isn't more than one."""
    if kind.name in K.CONTAINERS and kind.fields is None:
        return 2 if kind.item is None or K.may_be_array(kind.item) else 0
    if kind.name in K.CONTAINERS:
        return sum(map(_arrays_in, kind.fields or ()))
    return int(K.is_array(kind) or kind == K.UNKNOWN)


def _item_reads(function: Function, names: list[Var]) -> dict[int, list[Var]] | None:
    """The variables that hold the items of a tuple, by their places; None if it is read otherwise."""
    found: dict[int, list[Var]] = {}
    if not set(function.body.results).isdisjoint(names):
        return None
    for node in walk(function.body):
        if set(uses_of(node)).isdisjoint(names) or checks_apart(node):
            continue
        place = getattr(node.args[1], "value", None) if operation_of(node) == "getitem" else None
        if type(place) is not int:
            return None
        found.setdefault(place, []).extend(node.targets)
    return found


def _without(block: Block, targets: Container[Var]) -> Block:
    """A block without the entries that make these variables."""

    def kept(node: Node) -> list[Node]:
        return [] if isinstance(node, Entry) and _makes(node, targets) else [node]

    return expanded(block, kept)


def _makes(node: Entry, targets: Container[Var]) -> bool:
    return any(target in targets for target in node.targets)
