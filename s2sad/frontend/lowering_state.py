"""What is known of one function of the module while it is lowered."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from s2sad.frontend.abstract_values import Chosen, Once, Scope, Value, View
from s2sad.frontend.call import Call
from s2sad.ir.argument_lengths import ArgumentLengths
from s2sad.ir.kinds import Kind
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Node, Ref, Var


def no_scope() -> Scope:
    """The scope where no function of Python's is lowered: a library function is called, or none is found."""
    return Scope(_no_owner, None, None, frozenset())


def _no_owner() -> None:
    """Stands where there is no Python function whose globals could be looked up."""


@dataclass(eq=False, repr=False)
class LoweringState:
    """The entries that were made of a function so far, and what is known of its variables, names and containers.

    `dispatch` leads to the functions of the modules above.
    """

    program: Any
    dispatch: Any
    names: Names = field(default_factory=Names)
    out: list[Node] = field(default_factory=list)
    dead: bool = False

    # --------------------------------------------------------------- what is lowered, and where that stands

    instance: Any = None  # which function of the module is lowered, for which facts
    scope: Scope = field(default_factory=no_scope)
    scopes: dict[int, Scope] = field(default_factory=dict)  # all of them: what is kept by `id` has to live
    active: list[Any] = field(default_factory=list)
    called_at: list[int | None] = field(default_factory=list)
    # the scopes of calls, and how many were opened at a place so far
    scopes_at: dict[Any, Scope] = field(default_factory=dict)
    opened: Counter = field(default_factory=Counter)
    doing: tuple[Scope, ast.AST] | None = None
    # how often the function that is called at a place was written out
    copied_at: Counter = field(default_factory=Counter)
    # how often functions were written out within themselves
    repeated: Counter = field(default_factory=Counter)
    alive: list[Any] = field(default_factory=list)  # other things that are kept by `id`

    # -------------------------------------------------------------------------------------------- variables

    kinds: dict[Var, Kind] = field(default_factory=dict)
    varied: set[Var] = field(default_factory=set)
    taken_for_fixed: set[Var] = field(default_factory=set)  # it mattered that they didn't vary
    order: dict[Var, int] = field(default_factory=dict)
    texts: dict[Var, None] = field(default_factory=dict)
    # floats that may be complex, as powers of negative ones are
    powers: set[Atom] = field(default_factory=set)
    missing: set[Atom] = field(default_factory=set)  # variables to which nothing is assigned on some path
    # of those what is assigned to them on the other paths, if that is one thing
    only: dict[Any, Atom] = field(default_factory=dict)
    # what names may be after branches, and in loops
    choices: dict[Var, tuple[Atom, ...]] = field(default_factory=dict)
    bases: dict[Var, Var] = field(default_factory=dict)
    # what conditions are on the path that is lowered, and what they tell of others: which, whether these are the same, and
    # of which truth alone it is told
    truths: dict[Atom, bool] = field(default_factory=dict)
    implied: dict[Atom, tuple[tuple[Atom, bool, bool | None], ...]] = field(default_factory=dict)
    # names of what is known more of on a path, and what they stand for
    same_as: dict[Var, Atom] = field(default_factory=dict)

    # ------------------------------------------------------------------------------------------------ names

    env: dict[tuple[int, str], Value] = field(default_factory=dict)
    looked_up: set[Value] = field(default_factory=set)  # the variables that names were found to stand for
    naming: bool = False
    unpacking: list[str] | None = None  # names for the items of the tuple that is taken apart at once
    result_hint: str = "result"

    # ---------------------------------------------------------------------- loops, generators and iterators

    depth: int = 0
    learned: dict[Any, Any] = field(default_factory=dict)
    looped_over: list[Atom] = field(default_factory=list)
    looped_items: set[Var] = field(default_factory=set)
    read_in_turn: list[Atom] = field(default_factory=list)  # what iterators read that doesn't vary
    # iterators whose items were taken before Python would
    taken_ahead: list[Once] = field(default_factory=list)
    # generators and iterators that something has gone through
    begun: list[Once] = field(default_factory=list)
    # what is read at places that are known to be there, and what else can't raise
    in_bounds: set[Var] = field(default_factory=set)

    # ------------------------------------------------------------------------------ lists, dicts and arrays

    born: dict[Atom, int] = field(default_factory=dict)
    born_at: dict[Var, Any] = field(default_factory=dict)  # the places in the text where containers are made
    # what those made there took up in the end
    came_to_hold: dict[Any, tuple[Kind, bool]] = field(default_factory=dict)
    # containers that took up an item of another kind than before
    grown: list[Var] = field(default_factory=list)
    appended: set[Atom] = field(default_factory=set)
    aliased: set[Atom] = field(default_factory=set)
    array_at: dict[Var, Any] = field(default_factory=dict)  # the same of arrays of what doesn't vary
    # sites of containers that hold an array as it is, not its place
    array_sites: dict[Atom, frozenset[int]] = field(default_factory=dict)
    memories: dict[int, Var] = field(default_factory=dict)
    given: set[Var] = field(default_factory=set)  # those of them that are parameters
    # what lists that stand for views of dicts are views of
    views: dict[Var, View | Chosen] = field(default_factory=dict)
    # what makes the defaults of a defaultdict, by its site
    factories: dict[int, Value] = field(default_factory=dict)
    # sites of what has no kind of its own: deques
    made_at: dict[Atom, frozenset[int]] = field(default_factory=dict)
    # the functions that made some of it, by their code or syntax
    callees: dict[Atom, Any] = field(default_factory=dict)
    makers: frozenset[int] = frozenset()  # of calls as they are that may make objects of the user's
    # arrays that such calls get, and the sites of the calls
    lent: list[tuple[Var, frozenset[int]]] = field(default_factory=list)
    # what was called and what it got, where nothing varies
    made_from: dict[Var, tuple[Any, ...]] = field(default_factory=dict)
    writes: int = 0

    # -------------------------------------------------------------------------------- objects and functions

    objects: list[Any] = field(default_factory=list)  # those that are followed
    # objects that came together with others: what is read of those would be stale
    parts: set[int] = field(default_factory=set)
    opened_tuples: dict[Var, Any] = field(default_factory=dict)
    copying: set[int] = field(default_factory=set)  # objects of which a snapshot is made
    made_by: dict[Var, tuple[Ref, Call]] = field(default_factory=dict)
    last_method: Any = 0  # the method that is called, if it is the last one that an operator has

    # ------------------------------------------------------------------------------------- `try` statements

    catching: int = 0  # so many handlers stand around
    guards: tuple[Any, ...] = ()  # the `try` statements whose bodies are lowered step by step
    attempts: int = 0  # so many of those stand around
    handling: Atom | None = None
    caught: set[Var] = field(default_factory=set)
    unseen: frozenset[tuple[int, str]] = frozenset()  # names that only the body of a `try` reads
    # where, among the entries, what is written to
    written_at: list[tuple[list, int, Any]] = field(default_factory=list)
    # as `written_at`, of names
    assigned_at: list[tuple[list, int, tuple[int, str]]] = field(default_factory=list)

    # ------------------------------------------------------------------------------- parameters and results

    parameters: set[Var] = field(default_factory=set)
    classes: dict[Atom, type] = field(default_factory=dict)  # of parameters that are objects
    integers: set[Var] = field(default_factory=set)
    # what differentiated arguments hold, and numbers that count as floats, by what the program was given
    as_given: dict[Atom, Var] = field(default_factory=dict)
    lengths: dict[Var, ArgumentLengths] = field(default_factory=dict)
    differentiated: set[Var] = field(default_factory=set)
    copied_arguments: list[Value] = field(default_factory=list)
    results: int | None = None
    returning: bool = False  # whether all of the function is lowered but what it returns
