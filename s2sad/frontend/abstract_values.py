"""What a name stands for while a function is lowered.

Most values are atoms of the Wengert list. Some are known in part before the program runs, and are kept apart so that
nothing of them is left in the list: a tuple is its items, a nested function is its syntax and the scope it reads.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Union

from s2sad.ir.nodes import Atom, Const, Ref
from s2sad.ir.values import value


@value(frozen=True, eq=False)
class Sequence:
    """A tuple, or a list that nothing writes to, of known length; `kind` is "tuple" or "list".

    The items of a named tuple have `names`; `cls` is its class if that is the user's. `sites` tell where a list of objects
    got its name, and would be made.
    """

    items: tuple[Value, ...]
    kind: str = "tuple"
    names: tuple[str, ...] = ()
    cls: type | None = None
    sites: frozenset[int] = frozenset()


@value(frozen=True, eq=False)
class Table:
    """A dict with known keys that nothing writes to."""

    items: dict[Any, Value]


@value(frozen=True, eq=False)
class Function:
    """A function whose syntax is at hand: a nested one, a lambda, or one that is called by name.

    Its `attributes` are those that it was given where it was made: `event.terminal = True`. With `is_last` it is the last
    method that an operator has: where that gives NotImplemented, TypeError is raised.
    """

    node: Any
    scope: Scope | None
    owner: Any
    defaults: tuple[Value, ...] = ()
    keyword_defaults: dict[str, Value] = field(default_factory=dict)
    attributes: dict[str, Value] = field(default_factory=dict)
    is_last: bool = False

    @property
    def name(self) -> str:
        return getattr(self.node, "name", "function")


@value(frozen=True, eq=False)
class Bound:
    """`functools.partial`, or a method with its receiver: arguments that come before those of the call."""

    function: Value
    args: tuple[Value, ...]
    kwargs: dict[str, Value] = field(default_factory=dict)


@value(frozen=True, eq=False)
class FunctionBody:
    """What objects that stand for a function in a container do when they are called.

    The function gets the object first, and reads its own attributes; so many `defaults` are attributes too.
    """

    function: Function
    defaults: int
    keyword_defaults: tuple[str, ...]


@value(frozen=True, eq=False)
class View(Bound):
    """`d.values()` or `d.items()` of a dict that is written: where a name of it is read, the program lists what is there."""


@value(frozen=True, eq=False)
class Member:
    """`receiver.name`, a method of a value that is known only at run time."""

    receiver: Atom
    name: str


@value(frozen=True, eq=False)
class Object:
    """An object of the user's class that is made in the function.

    What is written to its attributes goes to the names, by the object; `fields` are those that it was made with. One
    that stands for several, of branches or of the iterations of a loop, is `joined`: nothing can be written to it, nor
    to a `constant` argument, nor to what `is_item` of an argument. One that goes into a list, say, is a `record`, a dict of the running program. `sites` tell
    where it was made, and `block` holds the entries of the path that it was made on. `again` is how it can be made once
    more: the arguments, and the attributes that it got.
    """

    cls: type
    fields: dict[str, Value] = field(default_factory=dict)
    joined: bool = False
    constant: bool = False
    is_item: bool = False
    record: Any = None
    sites: frozenset[int] = frozenset()
    again: list[Any] = field(default_factory=list)
    block: Any = None


@value(frozen=True, eq=False)
class Snapshot:
    """The attributes of an object as they are where several objects come together."""

    cls: type
    fields: dict[str, Value]
    sites: frozenset[int] = frozenset()


@value(frozen=True, eq=False)
class Maybe:
    """An object or a tuple, or None where `absent` holds: there its attributes or items are undefined."""

    absent: Atom
    there: Object | Snapshot | Sequence


@value(frozen=True)
class Made:
    """In a shape: a snapshot of an object, or with `names` of a named tuple, of a class."""

    cls: type | None
    names: tuple[str, ...]
    is_tuple: bool
    sites: frozenset[int] = field(default=frozenset(), compare=False)


@value(frozen=True, eq=False)
class Super:
    """`super()` in a method of a class, of the object that it is called on."""

    cls: type
    receiver: Value


@value(frozen=True, eq=False)
class Derived:
    """What `grad(f)` and its like give inside of a differentiated function."""

    transform: str
    function: Value
    options: dict[str, Any]


@value(frozen=True)
class Getter:
    """`operator.itemgetter` of known places."""

    places: tuple[Const, ...]


@value(frozen=True, eq=False)
class Chosen:
    """One of several functions, by its number: of a table, or of the paths that come together."""

    number: Atom
    options: tuple[Value, ...]


def is_view(value: Any) -> bool:
    """Whether it is a view of a dict, or one of several, by the path that was taken."""
    return isinstance(value, View) or isinstance(value, Chosen) and all(map(is_view, value.options))


@value(frozen=True, eq=False)
class Gone:
    """What a name holds that another function or iterator is assigned to in every iteration of a loop.

    Or else (`mixed`) a list or dict that is written on one path, and something else on another.
    """

    name: str
    mixed: bool = False


@dataclass(eq=False)
class Once:
    """A generator or iterator: its items can be gone through once, in the loop body (`depth`) that it was made in.

    Where its items are taken before Python would, what it was made from has to be as it was `before`, and not written to:
    there were `writes` until then if it reads arrays or lists, which are those that it `reads`.
    """

    items: Value | None
    depth: int
    used: bool = False
    before: dict[Any, Any] = field(default_factory=dict, kw_only=True)
    writes: int | None = field(default=None, kw_only=True)
    reads: set[Any] = field(default_factory=set, kw_only=True)


@dataclass(eq=False)
class Lazy(Once):
    """A generator that has not begun: `run` lowers it, and hands every item to what takes it.

    `run(take, stops)`; with `stops`, `take` gives a flag that says whether the generator is left. `parts` is what it
    is made from, and `scope` where. An endless one (`itertools.count`) has instead of an end its item at any place, and
    what makes it an iterator that is gone through `by_hand`: a program, and its arguments. `by_names`: it reads nothing
    but names, when it is gone through. `one_by_one` gives the items, where these are few and known.
    """

    run: Callable[[Callable[[Value], Atom | None], bool], None] | None = None
    parts: tuple[Value, ...] = ()
    collect: Callable[[], Value] | None = None
    one_by_one: Callable[[], list[Value] | None] = lambda: None
    at: Callable[[Atom], Value] | None = None
    scope: Scope | None = None
    by_hand: tuple[Any, tuple[Value, ...]] | None = None
    by_names: bool = False


@dataclass(eq=False)
class Cursor(Lazy):
    """An iterator over a sequence, at a place that stands among the names; it can be gone through in parts.

    The functions `following` are `next` with so many defaults.
    """

    following: list[Value] = field(default_factory=list)


@value(frozen=True, eq=False)
class Managed:
    """What a function that `contextlib.contextmanager` decorates gives: the generator of it."""

    generator: Lazy


@value(frozen=True, eq=False)
class Spread:
    """`*value` in a call, of unknown length."""

    value: Atom


Value = Union[
    Atom,
    Sequence,
    Table,
    Object,
    Snapshot,
    Maybe,
    Super,
    Function,
    Bound,
    Member,
    Derived,
    Getter,
    Chosen,
    Gone,
    Once,
    Managed,
]
LITERALS = frozenset((bool, int, float, complex, str, bytes, type(None)))
CALLABLES = (Function, Bound, Member, Derived, Getter, Chosen)


@dataclass(eq=False)
class Scope:
    """One activation of a function that is being lowered: its names, and where the others are looked up.

    `owner` is the Python function whose globals and closure hold what no scope around this one binds. What a generator
    yields goes to `take`; it began with so many handlers around it (`catching`). `is_last`: as of the function.
    """

    owner: Any
    source: Any
    parent: Scope | None
    locals: frozenset[str]
    nonlocals: frozenset[str] = frozenset()
    globals: frozenset[str] = frozenset()
    readonly: frozenset[str] = frozenset()
    passed: frozenset[str] = frozenset()
    node: ast.AST | None = None
    take: Callable[[Value], Atom | None] | None = None
    catching: int = 0
    is_last: bool = False

    def holder(self, name: str) -> Scope | None:
        """The scope that binds a name, or None if it lives outside of the function."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.globals:
                return None
            if name in scope.locals:
                return scope
            scope = scope.parent
        return None


def has_methods(value: Any) -> bool:
    """Whether it is an object of a class of the user's, which may have special methods in Python; a named tuple may be one."""
    return isinstance(value, Object) or (isinstance(value, Sequence) and value.cls is not None)


def is_not_implemented(value: Value | None) -> bool:
    return isinstance(value, Ref) and value.value is NotImplemented


def is_literal(value: Any) -> bool:
    """Whether a value can be written as a literal; one of a class derived from these (`np.float64`) can't."""
    return type(value) in LITERALS


def unwrapped(value: Any) -> Any:
    """An object that is a record as the variable that holds it; any other value as it is."""
    return value.record if isinstance(value, Object) and value.record is not None else value


def holds_functions(value: Value, outside: bool = False) -> bool:
    """Whether a sequence or table has functions of the program in it; with `outside` also any that lives outside of it."""
    parts = parts_of(value) if isinstance(value, (Sequence, Table)) else ()
    return any(
        isinstance(part, CALLABLES)
        or (outside and isinstance(part, Ref) and callable(part.value))
        or holds_functions(part, outside)
        for part in parts
    )


def parts_of(value: Sequence | Table | Snapshot) -> tuple[Value, ...]:
    """The values that a value consists of."""
    if isinstance(value, Sequence):
        return value.items
    return tuple((value.items if isinstance(value, Table) else value.fields).values())
