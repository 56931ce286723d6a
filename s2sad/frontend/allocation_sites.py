"""Where containers are made, and what is known of those that are written.

A *site* is a place in the user's source where a list, dict or deque is made. Containers that may come under one name
have their sites united (Steensgaard, "Points-to analysis in almost linear time", 1996). What is stored into them
anywhere is known only when the whole function has been lowered; so it is lowered again with what was learned, until
nothing is added. That a list of numbers is written is no reason to begin anew at once: what else is written is found
on the way to the end.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from s2sad.frontend.site_contents import Contents, Met
from s2sad.ir import kinds as K

_NO_NAMES = ("t", "items", "result", "item")


FEW = 8  # restarts; after more, containers are taken to be written that weren't before


class Restart(Exception):
    """The function has to be lowered again: a container is written that wasn't followed."""


@dataclass
class Sites:
    """The sites of a program, those of containers that are `followed`, and what these hold."""

    numbers: dict[Any, int] = field(default_factory=dict)
    parents: list[int] = field(default_factory=list)
    followed: set[int] = field(default_factory=set)
    written_at: set[Any] = field(default_factory=set)  # the nodes that make some, by whatever calls
    # functions, by their code or syntax, whose calls are followed wherever they stand
    looked_into: set[Any] = field(default_factory=set)
    # of lists that are written before they hold anything active, other than by `append`
    changed: set[int] = field(default_factory=set)
    # of lists that are made of others: `[x] * n`
    operands: dict[int, frozenset[int]] = field(default_factory=dict)
    contents: dict[int, Contents] = field(default_factory=dict)
    recorded: set[type] = field(default_factory=set)  # the classes of which some object is a record
    # classes whose objects go to functions that call themselves
    passed_on: set[type] = field(default_factory=set)
    class_at: dict[int, type] = field(default_factory=dict)  # of the records that are made at a site
    # sites of records that meet some of other classes: they tell their class
    tagged: set[int] = field(default_factory=set)
    handed_on: set[int] = field(default_factory=set)  # of what functions of the module return
    arguments: dict[Any, tuple[K.Kind, ...]] = field(default_factory=dict)
    functions: dict[int, list[Any]] = field(default_factory=dict)  # what attributes of records may be
    function_objects: set[int] = field(default_factory=set)  # of what holds functions as objects
    function_classes: dict[Any, type] = field(default_factory=dict)  # the classes of these
    # functions that are long when written out, and called twice
    shared: set[Any] = field(default_factory=set)
    unshared: set[Any] = field(default_factory=set)  # those of these that have to be written out nevertheless
    # those of them that get lists or dicts that the program makes
    lent_to: set[Any] = field(default_factory=set)
    # where arrays are made that take up what varies while they are gone through
    varying: set[Any] = field(default_factory=set)
    shares: bool = False  # whether the functions of the module that others call are kept
    # attributes that are written on some paths only
    written: dict[type, dict[str, None]] = field(default_factory=dict)
    # those that the program asks for whether they are there
    asked: set[tuple[type, str]] = field(default_factory=set)
    restarts: int = 0  # so often a container was found to be written that wasn't followed
    grown: bool = False
    again: bool = False  # whether this attempt only looks for further containers that are written
    expected: dict[int, Contents] = field(default_factory=dict)  # of those that hold numbers
    met: Met = field(default_factory=Met)
    # statements as others, made once: a site within has the same place in each attempt
    rewritten: dict[int, tuple[ast.stmt, list[Any], list[str]]] = field(default_factory=dict)
    temporaries: int = 0  # so many names were made for them
    # whether it is guessed which names of loops vary, and what is written with what does
    guesses: bool = False
    guessed: set[int] = field(default_factory=set)  # sites of what is, as was guessed
    confirmed: set[int] = field(default_factory=set)  # and of what was found to be
    misguessed: bool = False
    puts_off: bool = False  # whether paths through libraries are refused where the program takes them
    # functions of libraries' that write to what they get by other names
    filled: set[ast.AST] = field(default_factory=set)
    # names of lists that go to functions of the user's by them, with the functions that the names are in
    given_by_name: set[tuple[ast.AST | None, str]] = field(default_factory=set)
    # attributes of objects that calls make: the names of those that are taken to stay as they were made, and that don't
    attributes_read: set[str] = field(default_factory=set)
    attributes_written: set[str] = field(default_factory=set)
    by_keys: bool = True  # whether dicts whose keys are known are objects
    have_keyed: bool = False  # whether some were in this attempt
    plain: set[int] = field(default_factory=set)  # sites of dicts that had to become dicts again
    plain_at: set[Any] = field(default_factory=set)  # the nodes that make some
    puts_more_off: bool = False  # whether this attempt found more of these, and only looks for others
    # the paths through functions of libraries' that can't be differentiated, and why not
    refused: dict[Any, Exception] = field(default_factory=dict)

    @property
    def is_looked_at(self) -> bool:
        """Whether the function is called as it is, and lowered only to see what it does."""
        return not self.puts_off

    @property
    def found_one_by_one(self) -> int:
        """How much was found that each attempt finds one of."""
        held = (self.unshared, self.varying, self.refused, self.filled, self.given_by_name, self.followed)
        return sum(map(len, (*held, *self.functions.values())))

    def begin(self) -> None:
        """Another attempt begins, with what the ones before have found."""
        if self.again:
            self.forget()
            self.again = False
        for site, contents in self.expected.items():
            root = self.root(frozenset((site,)))
            self.store(root, contents.kind, contents.varied)
            self.store_key(root, contents.keys)
        self.grown = self.have_keyed = self.puts_more_off = False

    def without_keys(self) -> None:
        """From the next attempt on no dict is an object: one of them has led to a refusal."""
        self.by_keys = self.have_keyed = False
        self.forget()

    def give_up_keys(self, sites: frozenset[int]) -> None:
        """Dicts that are made at these sites are no objects any more."""
        self.plain |= sites
        self.plain_at.update(place[:2] for place, site in self.numbers.items() if site in sites)
        self.forget()

    def is_plain(self, own: frozenset[int], place: Any) -> bool:
        """Whether a dict had to become one again; after many restarts it stands for all that are made at the same place."""
        return not own.isdisjoint(self.plain) or (self.restarts > FEW and place in self.plain_at)

    def unshare_lent(self) -> bool:
        """Functions that get lists or dicts are written out in the next attempt, as one may be what led to a refusal: whether there are any."""
        lent = self.lent_to - self.unshared
        self.unshared |= lent
        return bool(lent)

    def forget(self) -> None:
        """What was learned may not hold any more, but for numbers: these are what is expected again."""
        for root, contents in self.contents.items():
            self.expect(frozenset((root,)), contents)
        self.contents.clear()

    def expect(self, sites: frozenset[int], contents: Contents) -> None:
        """Numbers are written into containers of these sites, which holds however else the function is lowered."""
        for site in sites if contents.kind in K.NUMBERS else ():
            known = self.expected.setdefault(site, Contents())
            known.kind = K.join(known.kind, contents.kind)
            if contents.keys != K.UNKNOWN:  # they may be known once what they are read from is followed
                known.keys = K.join(known.keys, contents.keys)
            known.varied = known.varied or contents.varied

    def at(self, place: Any) -> frozenset[int]:
        """The site of a place, which anything hashable tells."""
        if place not in self.numbers:
            self.numbers[place] = len(self.parents)
            self.parents.append(len(self.parents))
        self.met.sites.add(self.numbers[place])
        return frozenset((self.numbers[place],))

    def name_of(self, root: int) -> str:
        """A name for what the containers of a class hold, by the first of them that has one."""
        for place, number in self.numbers.items():
            name = place[2] if place[0] == "attribute" else place[1]
            if self.find(number) == root and name not in _NO_NAMES and str(name).isidentifier():
                return f"{name}_values"
        return "values"

    def root(self, sites: frozenset[int]) -> int:
        """The one site that stands for several, which are united."""
        self.met.written = True
        first, *others = sorted({self.find(site) for site in sites})
        for other in others:
            self.parents[other] = first
            contents = self.contents.pop(other, Contents())
            self.grown = True
            self.store(first, contents.kind, contents.varied)
            self.store_key(first, contents.keys)
            self.contents[first].keys_are_asked |= contents.keys_are_asked
            self.contents[first].is_asked |= contents.is_asked
            for function in self.functions.pop(other, ()):
                self.store_function(first, function)
        return first

    def find(self, site: int) -> int:
        while self.parents[site] != site:
            site = self.parents[site]
        return site

    def store(self, root: int, kind: K.Kind, varied: bool) -> Contents:
        """Take note of what is stored into the containers of a class."""
        contents = self.contents.setdefault(root, Contents())
        joined = K.join(contents.kind, kind)
        grows = joined != contents.kind or (varied and not contents.varied)
        self.grown = self.grown or (grows and contents.is_asked)
        contents.kind, contents.varied = joined, contents.varied or varied
        return contents

    def store_key(self, root: int, kind: K.Kind) -> None:
        """Take note of a key in the dicts of a class."""
        contents = self.contents.setdefault(root, Contents())
        joined = K.join(contents.keys, kind)
        self.grown = self.grown or (contents.keys_are_asked and joined != contents.keys)
        contents.keys = joined

    def keys_of(self, sites: frozenset[int]) -> K.Kind:
        """The kind of the keys of dicts of these sites."""
        contents = self.of(sites)
        contents.keys_are_asked = True
        return contents.keys

    def store_function(self, root: int, function: Any) -> int:
        """Take note of a function that the containers of a class hold: its number among them."""
        known = self.functions.setdefault(root, [])
        if function not in known:
            known.append(function)
            self.grown = True
        return known.index(function)

    def functions_at(self, sites: frozenset[int]) -> tuple[Any, ...]:
        """The functions that the containers of these sites hold, by their numbers."""
        return tuple(self.functions.get(self.root(sites), ()))

    def holds_function_objects(self, sites: frozenset[int]) -> bool:
        """Whether functions come into the containers of these sites as objects."""
        roots = {self.find(site) for site in sites}
        return any(self.find(site) in roots for site in self.function_objects)

    def note_function_objects(self, sites: frozenset[int]) -> bool:
        """Functions come into the containers of these sites as objects: whether that is new."""
        self.met.written = True
        new = not self.holds_function_objects(sites) and bool(sites)
        self.function_objects |= sites
        if new:
            self.forget()
        return new

    def is_made_here(self, cls: Any) -> bool:
        """Whether it is a class that was made while the program was lowered."""
        return any(made is cls for made in self.function_classes.values())

    def class_made(self, key: Any, make: Callable[[], type]) -> type:
        """A class that the program makes, or whose objects stand for a function; it is the same in each attempt."""
        if key not in self.function_classes:
            self.function_classes[key] = make()
        return self.function_classes[key]

    def of(self, sites: frozenset[int]) -> Contents:
        """What is stored into the containers of these sites."""
        return self.held_by(self.root(sites))

    def vary_at(self, sites: frozenset[int]) -> bool:
        """Whether it is known that what varies is stored into containers of these sites, which stays so."""
        contents = self.contents.get(self.root(sites))
        return contents is not None and contents.varied

    def held_by(self, root: int) -> Contents:
        """What is stored into the containers of a class."""
        contents = self.contents.setdefault(root, Contents())
        contents.is_asked = True
        return contents

    def passed(self, call: Any, kinds: tuple[K.Kind, ...]) -> tuple[K.Kind, ...]:
        """The kinds of the arguments of all calls of a function of the module that are of this kind."""
        self.met.written = True
        before = self.arguments.get(call, kinds)
        joined = self.arguments[call] = tuple(map(K.join, before, kinds))
        self.grown = self.grown or joined != before
        return joined

    def is_recorded(self, cls: type) -> bool:
        """Whether some object of a class is a record."""
        self.met.classes.add(cls)
        return cls in self.recorded

    def record(self, cls: type, sites: frozenset[int]) -> None:
        """An object of a class that is made at these sites is a record."""
        self.met.written = True
        self.grown = self.grown or cls not in self.recorded
        self.recorded.add(cls)
        self.class_at.update(dict.fromkeys(sites, cls))

    def classes_at(self, sites: frozenset[int]) -> tuple[type, ...]:
        """The classes of the records that are made at these sites; none if something else is made at one of them."""
        if not all(site in self.class_at for site in sites):
            return ()
        return tuple(dict.fromkeys(self.class_at[site] for site in sorted(sites)))

    def tag(self, sites: frozenset[int]) -> None:
        """The records that are made at these sites have to tell their class."""
        self.met.written = True
        self.grown = self.grown or not sites <= self.tagged
        self.tagged |= sites

    def tag_of(self, cls: type) -> int:
        """What the records of a class tell of it: its number."""
        return list(dict.fromkeys(self.class_at.values())).index(cls)

    def is_passed_on(self, cls: type) -> bool:
        """Whether an object of a class goes to a function that calls itself."""
        self.met.classes.add(cls)
        return cls in self.passed_on

    def written_of(self, cls: type) -> dict[str, None]:
        """The attributes that objects of a class are given on some paths only."""
        self.met.classes.add(cls)
        return self.written.setdefault(cls, {})

    def known_of(self, cls: type) -> tuple[Any, ...]:
        """What was found of a class so far."""
        asked = frozenset(name for each, name in self.asked if each is cls)
        return cls in self.recorded, cls in self.passed_on, tuple(self.written.get(cls, ())), asked

    def is_followed(self, sites: frozenset[int]) -> bool:
        self.met.sites |= sites
        return not sites.isdisjoint(self.followed)

    def guess(self, sites: frozenset[int]) -> None:
        """What varies is going to be written into containers of these sites: they are followed at once."""
        self.guessed |= sites
        self.followed |= sites
        self.store(self.root(sites), K.BOTTOM, True)

    def guess_instead(self, sites: frozenset[int], others: frozenset[int]) -> None:
        """What was guessed of containers of some sites holds of those of others, which are made in their place."""
        if not self.guessed.isdisjoint(sites):
            self.guessed = self.guessed - sites | others

    def check_guesses(self) -> None:
        """Whether containers were written as was guessed."""
        confirmed = {self.find(site) for site in self.confirmed}
        self.misguessed = self.misguessed or any(self.find(site) not in confirmed for site in self.guessed)

    def with_operands(self, sites: frozenset[int]) -> frozenset[int]:
        """These sites, and those of the lists whose items they have."""
        found, open_ = set(sites), list(sites)
        while open_:
            new = self.operands.get(open_.pop(), frozenset()) - found
            found |= new
            open_ += new
        return frozenset(found)

    def follow(self, sites: frozenset[int], called_at: Sequence[Any] = ()) -> bool:
        """Containers of these sites are written: whether that is new. What was learned before may not hold then.

        It is known then of all calls of a function which makes some that are written before it returns, as they are in
        those that are going on (`called_at`).
        """
        self.met.written = True
        sites = self.with_operands(sites)
        new = not sites <= self.followed
        if new:
            made = [
                p for p, site in self.numbers.items() if site in sites and type(p[0]) is int and len(p) == 3
            ]
            self.written_at.update(p[:2] for p in made if p[2] == tuple(called_at[: len(p[2])]))
            self.followed |= sites
            for site in sites:
                self.root(self.operands.get(site, frozenset()) | {site})
            self.forget()
        return new
