"""A list of objects becomes a list for each of their attributes.

    bodies = list_of                        x = list_of
    for a in xs                             v = list_of
        body = dict_of                      for a in xs
        setitem body 'x' a                      append x a
        setitem body 'v' 0.0         →          append v 0.0
        append bodies body                  …
    b = getitem bodies i                    t = getitem x i
    t = getitem b 'x'

    bodies = list_of one two            →    x = list_of a b

Done to lists that are known by one name and only grow, of objects that are known by their places there alone
(`analysis.item_places`), all with the same attributes: an attribute is one index away then, and so is its adjoint.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace

from s2sad.analysis.surroundings import Surroundings, entry_of
from s2sad.ir.names import Names, stem, without_mark
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Node, Ref, Var, targets_of
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import with_blocks, with_body

_LEN, _RANGE = Ref("len", len), Ref("range", range)


@dataclass
class Table:
    """A list of objects: `columns` by attribute; `records` are the objects that are put into it, with their attributes, and
    `rows` are the variables of objects that are read from it, with their indices."""

    columns: dict[str, Var] = field(default_factory=dict)
    records: dict[Atom, dict[str, Atom]] = field(default_factory=dict)
    rows: dict[Atom, Atom] = field(default_factory=dict)


class NoTable(Exception):
    """A list is used in a way that can't be said by its columns."""


def with_columns(
    function: Function, holders: Collection[Atom], names: Callable[[], Names]
) -> tuple[Function, frozenset[Atom]]:
    """The function with columns in place of such lists among these containers, and the containers that there are then."""
    if not holders:
        return function, frozenset()
    around = Surroundings.of(function)
    tables: dict[Atom, Table] = {}
    for atom in sorted(holders, key=str):
        made = entry_of(around.made.get(atom), "list_of")
        if made is not None and isinstance(atom, Var):
            try:
                tables[atom] = table_of(around, made, holders)
            except NoTable:
                continue
    if not tables:
        return function, frozenset(holders)
    rewriting = _Rewriting(tables, names())
    body = rewriting.block(function.body)
    gone = set(tables).union(*(table.records.keys() | table.rows.keys() for table in tables.values()))
    columns = (column for table in tables.values() for column in table.columns.values())
    return with_body(function, body.entries, body.results), frozenset({*holders, *columns} - gone)


# --------------------------------------------------------------------------------------------- what is one


def table_of(around: Surroundings, made: Entry, holders: Collection[Atom]) -> Table:
    """How a list is used as a table; raises NoTable."""
    items = made.targets[0]
    if not set(made.args) <= set(holders) or len(set(made.args)) < len(made.args):
        raise NoTable
    table = Table(records={record: fields_of(around, record, made) for record in made.args})
    for node in around.uses.get(items, ()):
        put, read = entry_of(node, "append"), entry_of(node, "getitem")
        if put is not None and put.args[0] == items and put.args[1] in holders:
            table.records[put.args[1]] = fields_of(around, put.args[1], put)
        elif read is not None and read.args[0] == items and read.targets[0] in holders:
            table.rows[read.targets[0]] = read.args[1]
        elif isinstance(node, For) and node.iterable == items and node.item in holders:
            table.rows[node.item] = node.item
        elif callee_of(node) is not len:
            raise NoTable
    keys = [fields.keys() for fields in table.records.values()]
    if not keys or not keys[0] or any(each != keys[0] for each in keys):
        raise NoTable
    for row, place in table.rows.items():
        check_row(around, row, keys[0], is_there(around, place, items))
    table.columns = dict.fromkeys(keys[0], items)
    return table


def fields_of(around: Surroundings, record: Atom, put: Entry) -> dict[str, Atom]:
    """The attributes of a new object, each of which is set once, in the block in which it comes into the list."""
    made = entry_of(around.made.get(record), "dict_of")
    if made is None or made.args:
        raise NoTable
    found: dict[str, Atom] = {}
    for node in around.uses[record]:
        write = entry_of(node, "setitem")
        if around.home[id(node)][0] is not around.home[id(made)][0]:
            raise NoTable
        if node is put:
            continue
        if (
            write is None
            or write.args[0] != record
            or write.args[2] == record
            or text_of(write.args[1]) in found
        ):
            raise NoTable
        found[text_of(write.args[1])] = write.args[2]
    return found


def check_row(around: Surroundings, row: Atom, keys: Collection[str], at_once: bool) -> None:
    """Check that of an object out of the list only attributes are used. One has to be where the object is read, so that an index
    out of range raises as before, unless it is known to be in range (`at_once`)."""
    made = around.made[row]
    home = made.body if isinstance(made, For) else around.home[id(made)][0]
    for node in around.uses.get(row, ()):
        if operation_of(node) not in ("getitem", "setitem", "add_at") or not isinstance(node, Entry):
            raise NoTable
        if node.args[0] != row or row in node.args[1:] or text_of(node.args[1]) not in keys:
            raise NoTable
        at_once = at_once or around.home[id(node)][0] is home
    if not at_once:
        raise NoTable


def is_there(around: Surroundings, place: Atom, items: Var) -> bool:
    """Whether an index is in range: its loop goes over the list itself, or over `range(len(items))`."""
    loop = around.made.get(place)
    if not isinstance(loop, For) or loop.item != place:
        return False
    over = around.made.get(loop.iterable)
    if loop.iterable == items or not isinstance(over, Entry) or callee_of(over) is not range:
        return loop.iterable == items
    count = around.made.get(over.args[0])
    is_length = isinstance(count, Entry) and callee_of(count) is len and count.args == (items,)
    return len(over.args) == 1 and is_length


def text_of(key: Atom) -> str:
    if not isinstance(key, Const) or not isinstance(key.value, str):
        raise NoTable
    return key.value


# ----------------------------------------------------------------------------------------------- rewritten


class _Rewriting:
    def __init__(self, tables: dict[Atom, Table], names: Names) -> None:
        self.tables, self.names = tables, names
        self.rows: dict[Atom, tuple[Table, Atom]] = {}
        self.records: set[Atom] = set()
        for items, table in tables.items():
            hint = without_mark(stem(items.name)) if isinstance(items, Var) else ""
            table.columns = {key: Var(names.fresh(f"{hint}_{key}")) for key in table.columns}
            self.rows.update((row, (table, key)) for row, key in table.rows.items())
            self.records.update(table.records)

    def block(self, block: Block) -> Block:
        return Block(tuple(made for node in block.entries for made in self.node(node)), block.results)

    def node(self, node: Node) -> list[Node]:
        if isinstance(node, For) and node.iterable in self.tables:
            return self.loop(node, self.tables[node.iterable])
        if not isinstance(node, Entry):
            return [with_blocks(node, self.block)]
        if any(target in self.tables for target in targets_of(node)):
            return self.columns_of(node, self.tables[node.targets[0]])
        if any(target in self.records or target in self.rows for target in node.targets):
            return []
        first = node.args[0] if node.args else None
        if first in self.records:
            return []
        if first in self.tables:
            return self.of_list(node, self.tables[first])
        if first in self.rows:
            table, key = self.rows[first]
            return [replace(node, args=(table.columns[text_of(node.args[1])], key, *node.args[2:]))]
        return [node]

    def columns_of(self, node: Entry, table: Table) -> list[Node]:
        """The columns of a new list, with the attributes of the objects that it has from the beginning."""
        return [
            replace(node, targets=(column,), args=tuple(table.records[record][key] for record in node.args))
            for key, column in table.columns.items()
        ]

    def of_list(self, node: Entry, table: Table) -> list[Node]:
        """A new object, or the length of the list."""
        if operation_of(node) != "append":
            return [replace(node, args=(next(iter(table.columns.values())),))]
        fields = table.records[node.args[1]]
        return [replace(node, args=(column, fields[key])) for key, column in table.columns.items()]

    def loop(self, node: For, table: Table) -> list[Node]:
        """The loop over the objects goes over their places."""
        length, over, place = (Var(self.names.fresh(hint)) for hint in ("n", "t", "i"))
        self.rows[node.item] = table, place
        column = next(iter(table.columns.values()))
        return [
            Entry((length,), _LEN, (column,), (), node.loc),
            Entry((over,), _RANGE, (length,), (), node.loc),
            replace(node, item=place, iterable=over, body=self.block(node.body)),
        ]
