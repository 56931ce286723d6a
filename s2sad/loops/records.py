"""What functions that call themselves save for the reverse sweep: tuples in one list, and places there.

saved = a, b, power_saved              saved = len(power_records)
return result, saved             →     power_records.append((a, b, power_saved))
                                       return result, saved
a, b, power_saved = saved              a, b, power_saved = power_records[saved]

A tuple that holds tuples of its own kind has no type in machine code; a place is an integer. What nothing reads isn't
saved. The first place is that of no record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from s2sad.ad.context import Context
from s2sad.errors import UnsupportedSyntax
from s2sad.ir import kinds as K
from s2sad.ir.names import stem
from s2sad.ir.nodes import UNDEFINED, Atom, Block, Const, Entry, Function, If, Module, Node, Param, Ref, Var
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import expanded, mapped, variables_of, walk, with_body
from s2sad.loops.dtypes import ZEROS
from s2sad.loops.record_kinds import Term, Terms
from s2sad.loops.recursion import KindsGiven, calls_in, with_calls
from s2sad.loops.state import WITHOUT

_LEN = Ref("len", len)
Change = Callable[[Entry, Term], list[Node]]


@dataclass(frozen=True)
class Record:
    """Records of one kind: the list that has them all, and the kinds of their values by the places in the tuples."""

    list: Var
    kinds: dict[int, K.Kind]


def with_records(module: Module, context: Context, kinds: tuple[K.Kind, ...]) -> Module:
    """The module whose functions hand on places in lists in the place of tuples; `kinds` are those of its parameters."""
    if len(module.functions) == 1:
        return module
    return _Records(module, context, kinds).done()


class _Records:
    def __init__(self, module: Module, context: Context, kinds: tuple[K.Kind, ...]) -> None:
        self.module, self.terms = module, Terms(module)
        self.names = context.names_for(module.main)
        for function in module.functions:
            self.names.reserve(var.name for var in variables_of(function))
        whole = map(self.with_integers, module.functions)
        known = KindsGiven(context, tuple(whole), tuple((kind, True) for kind in kinds))
        known.kinds(
            leave=[function.name for function in module.functions[1:] if self.reads_records(function)]
        )
        self.known = known
        self.results: dict[tuple[str, Atom], If] = {}
        for function in module.functions:
            for node in walk(function.body):
                if isinstance(node, If):
                    self.results.update(((function.name, target), node) for target in node.targets)
        self.zeros: dict[tuple[str, Atom], Const] = {}
        self.records = {term: self.record_of(term) for term in self.kinds_of_records()}
        self.needed = self.lists_needed()

    def kinds_of_records(self) -> list[Term]:
        roots = (term.root() for term in self.terms.terms.values())
        return list(dict.fromkeys(root for root in roots if root.is_record))

    def reads_records(self, function: Function) -> bool:
        return any(
            operation_of(node) == "unpack" and self.terms.record(function, node.args[0]) is not None
            for node in walk(function.body)
        )

    def with_integers(self, function: Function) -> Function:
        """The function with integers in the place of records."""
        return self.changed(function, lambda node, term: [Entry(node.targets, _LEN, (Const(""),))])

    # --------------------------------------------------------------------------------------------------- kinds

    def record_of(self, term: Term) -> Record:
        """The records of one kind, with those values of which anything is read."""
        name = self.names.fresh(f"{stem(term.made[0][0].name.partition('_fwd')[0])}_records")
        return Record(Var(name), {place: self.kind_of(term, place) for place in sorted(term.read)})

    def kind_of(self, term: Term, place: int) -> K.Kind:
        """The kind of what records have in a place; where it has no value there will be a zero."""
        kind = K.BOTTOM
        for function, node in term.made:
            for value in self.values(function, node.args[place]):
                if term.part(place).is_record:
                    kind = K.INT
                else:
                    kind = K.join(kind, self.known.facts_of(function.name).kind(value))
        kind = K.INT if kind == K.BOTTOM else kind
        if kind not in ZEROS:
            function, node = term.made[0]
            raise UnsupportedSyntax(
                f"`{function.name}` calls itself, and saves something else than numbers",
                WITHOUT,
                function.loc,
            )
        for function, node in term.made:
            for _ in self.values(function, node.args[place], ZEROS[kind]):
                pass
        return kind

    def values(self, function: Function, atom: Atom, zero: Const | None = None) -> Iterator[Atom]:
        """What an atom may be, whichever way branches went; of these those that give nothing give `zero`."""
        node = self.results.get((function.name, atom))
        if node is None:
            if not _is_nothing(atom):
                yield atom
            return
        if zero is not None:
            self.zeros[function.name, atom] = zero
        place = node.targets.index(atom)
        for block in (node.then, node.orelse):
            yield from self.values(function, block.results[place], zero)

    def lists_needed(self) -> dict[str, dict[Var, None]]:
        """The lists that each function uses, itself or in what it calls."""
        found: dict[str, dict[Var, None]] = {}
        for function in self.module.functions:
            terms = [self.term(function, node) for node in walk(function.body)]
            lists = [
                self.records[term].list for term in terms if term is not None and self.records[term].kinds
            ]
            found[function.name] = dict.fromkeys(lists)
        changed = True
        while changed:
            changed = False
            for function in self.module.functions:
                own = found[function.name]
                before = len(own)
                for call in calls_in(function):
                    own.update(found[call.fn.name])
                changed = changed or len(own) != before
        return found

    # --------------------------------------------------------------------------------------------------- rewriting

    def done(self) -> Module:
        return replace(self.module, functions=tuple(map(self.rewritten, self.module.functions)))

    def rewritten(self, function: Function) -> Function:
        made = with_calls(self.changed(self.with_zeros(function), self.entries), self.handing_on)
        lists = self.needed[function.name]
        if function.name != self.module.main.name:
            return replace(made, params=(*made.params, *map(Param, lists)))
        begin: list[Node] = []
        for record in self.records.values():
            if record.list in lists:
                first = Var(self.names.fresh("t"))
                zeros = tuple(ZEROS[kind] for kind in record.kinds.values())
                begin += [
                    Entry((first,), op("tuple_of"), zeros),
                    Entry((record.list,), op("list_of"), (first,)),
                ]
        return with_body(made, (*begin, *made.body.entries))

    def handing_on(self, node: Entry) -> list[Node]:
        return [replace(node, args=(*node.args, *self.needed[node.fn.name]))]

    def with_zeros(self, function: Function) -> Function:
        """The function whose branches give zeros in the place of values that records don't have."""

        def entry(node: Node) -> Node:
            if not isinstance(node, If):
                return node
            return replace(node, then=given(node, node.then), orelse=given(node, node.orelse))

        def given(node: If, inner: Block) -> Block:
            results = [
                self.zeros.get((function.name, target), atom) if _is_nothing(atom) else atom
                for target, atom in zip(node.targets, inner.results)
            ]
            return replace(inner, results=tuple(results))

        return replace(function, body=mapped(function.body, entry))

    def term(self, function: Function, node: Node) -> Term | None:
        """The records of which an entry makes or reads one."""
        name = operation_of(node)
        if name == "tuple_of":
            return self.terms.record(function, node.targets[0])
        return self.terms.record(function, node.args[0]) if name == "unpack" else None

    def changed(self, function: Function, change: Change) -> Function:
        """The function with other entries for what makes records, and reads them."""

        def entries(node: Node) -> list[Node]:
            if not isinstance(node, Entry):
                return [node]
            term = self.term(function, node)
            return [node] if term is None else change(node, term)

        return replace(function, body=expanded(function.body, entries))

    def entries(self, node: Entry, term: Term) -> list[Node]:
        """What saves a record, or reads one."""
        record, whole = self.records[term], Var(self.names.fresh("record"))
        if operation_of(node) == "unpack":
            if not record.kinds:
                return []
            read = Entry((whole,), op("getitem"), (record.list, node.args[0]))
            targets = tuple(node.targets[place] for place in record.kinds)
            return [read, Entry(targets, op("unpack"), (whole, Const(len(targets)), Const(None)))]
        if not record.kinds:
            return [Entry(node.targets, Ref("int", int), (Const(0),))]
        values = tuple(
            ZEROS[kind] if _is_nothing(node.args[place]) else node.args[place]
            for place, kind in record.kinds.items()
        )
        return [
            Entry(node.targets, _LEN, (record.list,)),
            Entry((whole,), op("tuple_of"), values),
            Entry((), op("append"), (record.list, whole)),
        ]


def _is_nothing(atom: Atom) -> bool:
    return isinstance(atom, Const) and (atom.value is None or atom.value is UNDEFINED)
