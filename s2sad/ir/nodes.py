"""The Wengert list: three-address code, assigned once, with structured control flow.

An `Entry` computes one value from atoms by one operation. Control flow is entries that hold blocks and name the
values they carry in and out, as the `scf` dialect of MLIR does; there are no jumps. `break`, `continue` and early
`return` have become flags and nesting before they get here.

    function f(x, y)
        a = mul x y              # line 3: x * y
        b = math.sin x           # line 3: math.sin(x)
        z = add a b
        return z

A block sees the variables of the blocks around it (implicit capture), and every variable of a function has a name of
its own, whatever the block it is assigned in.

Griewank & Walther, "Evaluating Derivatives" (2nd ed.), section 2.2, calls such a list an evaluation procedure.
"""

from __future__ import annotations

from typing import Any, Union, final

from s2sad.ir.atoms import UNDEFINED, Atom, Const, Location, Ref, Var  # noqa: F401  so others find all here
from s2sad.ir.values import value

# ----------------------------------------------------------------------------------------------------- entries


@final
@value(frozen=True, slots=True)
class Entry:
    """`targets = fn(*args, **kwargs)`.

    No target: for its effect alone. One target: the value. Several: the value is a tuple, which is unpacked.
    `fn` is a `Ref` to an operation or a Python callable, a `FunctionRef` to another function of the module, or a
    variable that holds a callable. `note` is a remark that emitted code shows instead of the user's line.
    """

    targets: tuple[Var, ...]
    fn: Union[Atom, FunctionRef]
    args: tuple[Atom, ...]
    kwargs: tuple[tuple[str, Atom], ...] = ()
    loc: Location | None = None
    note: str = ""


@value(frozen=True, slots=True)
class FunctionRef:
    """Another function of the same module, by name."""

    name: str


@value(frozen=True, slots=True)
class Block:
    """Entries in order, and the atoms that the block hands to the entry around it."""

    entries: tuple[Node, ...]
    results: tuple[Atom, ...] = ()


@final
@value(frozen=True, slots=True)
class If:
    """`targets = then.results if cond else orelse.results`."""

    targets: tuple[Var, ...]
    cond: Atom
    then: Block
    orelse: Block
    loc: Location | None = None
    note: str = ""


@final
@value(frozen=True, slots=True)
class For:
    """A loop over the items of an iterable, with carried variables.

    `params` hold `inits` in the first iteration, then the results of the one before; `targets` get the last ones
    (`inits` when there is no iteration). With `stops`, `body.results` has one more entry at its end: a bool that ends
    the loop after this iteration when it is true (the other results then are the last ones).
    """

    targets: tuple[Var, ...]
    item: Var
    iterable: Atom
    params: tuple[Var, ...]
    inits: tuple[Atom, ...]
    body: Block
    stops: bool = False
    loc: Location | None = None
    note: str = ""


@final
@value(frozen=True, slots=True)
class While:
    """As `For`, but goes on as long as the one result of `cond` (which sees `params`) is true."""

    targets: tuple[Var, ...]
    params: tuple[Var, ...]
    inits: tuple[Atom, ...]
    cond: Block
    body: Block
    stops: bool = False
    loc: Location | None = None
    note: str = ""


@value(frozen=True, slots=True)
class Handler:
    """`except kind as name`: `kind` is a class or a tuple of classes."""

    kind: Atom
    name: Var | None
    block: Block


@final
@value(frozen=True, slots=True)
class Try:
    """`targets` are the results of `body`, or of the handler that takes the exception it raises."""

    targets: tuple[Var, ...]
    body: Block
    handlers: tuple[Handler, ...]
    loc: Location | None = None
    note: str = ""


@final
@value(frozen=True, slots=True)
class With:
    """`body` under a context manager, whose `__enter__` gives `bound`."""

    targets: tuple[Var, ...]
    manager: Atom
    bound: Var | None
    body: Block
    loc: Location | None = None
    note: str = ""


@final
@value(frozen=True, slots=True)
class Closure:
    """A function as a value. Its body sees the variables around it; `captures` names those that it reads.

    One `of_constants` goes to a call that has no derivative, and is never called with what varies.
    """

    target: Var
    function: Function
    captures: tuple[Var, ...]
    loc: Location | None = None
    note: str = ""
    of_constants: bool = False


Node = Union[Entry, If, For, While, Try, With, Closure]
REGIONS = (If, For, While, Try, With)


# --------------------------------------------------------------------------------------------------- functions


@value(frozen=True, slots=True)
class Param:
    """A parameter of a function; `kind` is one of "positional", "either" and "keyword" (only)."""

    var: Var
    kind: str = "either"
    default: Atom | None = None


class Fields(tuple):
    """The structure of an object of the class `cls`, which emitted code returns as a tuple of its fields.

    Of a dict these are the values by its `keys`.
    """

    cls: type
    keys: tuple[Any, ...]

    @classmethod
    def of(cls, owner: type, parts: tuple[Any, ...], keys: tuple[Any, ...] = ()) -> Fields:
        made = cls(parts)
        made.cls, made.keys = owner, keys
        return made


@value(frozen=True, slots=True)
class Function:
    """A function: its parameters, and a block whose results it returns.

    `structure` says how the results make up the returned value: "one" for a single result, otherwise a nested tuple
    of "one"s; a tuple of structures is returned as a tuple (`("one", ("one", "one"))` is `return a, (b, c)`).
    """

    name: str
    params: tuple[Param, ...]
    body: Block
    structure: Any = "one"
    doc: str = ""
    loc: Location | None = None


@value(frozen=True, slots=True)
class Module:
    """Functions that refer to each other by name; the first is the one that was asked for.

    With `arrays` variables may hold arrays, so that `x += y` is no other way to say `x = x + y`. Of the calls of the
    functions in `recomputed` the reverse sweep saves nothing but the arguments; those `at_will` a solver calls any number
    of times anyway. Objects of the user's `classes` may occur. In the main function `memories` are lists that only grow, and are read
    at places from the start.
    """

    functions: tuple[Function, ...]
    arrays: bool = False
    recomputed: frozenset[str] = frozenset()
    at_will: frozenset[str] = frozenset()
    classes: frozenset[type] = frozenset()
    memories: frozenset[Var] = frozenset()

    @property
    def main(self) -> Function:
        return self.functions[0]

    def __getitem__(self, name: str) -> Function:
        for function in self.functions:
            if function.name == name:
                return function
        raise KeyError(name)


def blocks_of(node: Node) -> tuple[Block, ...]:
    """The blocks of an entry that holds some, in the order in which they stand in the text."""
    if type(node) is Entry:
        return ()
    if type(node) is If:
        return node.then, node.orelse
    if type(node) is For or type(node) is With:
        return (node.body,)
    if type(node) is While:
        return node.cond, node.body
    if isinstance(node, Try):
        return node.body, *(handler.block for handler in node.handlers)
    return ()


def value_of(atom: Atom) -> Any:
    """The object that an atom is, which is no variable."""
    assert not isinstance(atom, Var)
    return atom.value


def targets_of(node: Node) -> tuple[Var, ...]:
    """The variables that an entry assigns in the block that it stands in."""
    return (node.target,) if type(node) is Closure else node.targets


def inner_vars_of(node: Node) -> tuple[Var, ...]:
    """The variables that an entry binds at the start of its blocks."""
    if type(node) is Entry:
        return ()
    if isinstance(node, For):
        return node.item, *node.params
    if isinstance(node, While):
        return node.params
    if isinstance(node, With):
        return (node.bound,) if node.bound else ()
    if isinstance(node, Try):
        return tuple(handler.name for handler in node.handlers if handler.name)
    return ()


def atoms_of(node: Node) -> tuple[Atom, ...]:
    """The atoms that an entry reads itself, not in its blocks."""
    if type(node) is Entry:
        head: tuple[Any, ...] = () if type(node.fn) is FunctionRef else (node.fn,)
        if not node.kwargs:
            return head + node.args
        return head + node.args + tuple(atom for _, atom in node.kwargs)
    if isinstance(node, If):
        return (node.cond,)
    if isinstance(node, For):
        return node.iterable, *node.inits
    if isinstance(node, While):
        return node.inits
    if isinstance(node, With):
        return (node.manager,)
    if isinstance(node, Try):
        return tuple(handler.kind for handler in node.handlers)
    return node.captures
