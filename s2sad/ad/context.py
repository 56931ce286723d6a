"""What differentiating a module needs to know of the whole of it: its functions, the rules, the derivatives made."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from types import FunctionType
from typing import Any

import numpy as np

from s2sad.ad.python_calls import with_keywords_in_place
from s2sad.analysis.aliases import NOTHING, Fact, Facts, Summary
from s2sad.analysis.effects import pure_functions
from s2sad.analysis.elements import find_numbers
from s2sad.analysis.fixpoints import Fixpoints
from s2sad.analysis.grown_lists import handed_on, reached, written_lists
from s2sad.analysis.infer import infer
from s2sad.analysis.outside_attributes import AttributesThatStay
from s2sad.analysis.outside_memory import Memory, may_meet
from s2sad.analysis.summaries import summary_of
from s2sad.analysis.writes import outside_written, reads_memory_outside
from s2sad.frontend.derivatives import Nested
from s2sad.frontend.powers import is_power, may_be_fractional
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Const, Entry, Function, FunctionRef, Module, Node, Ref, Var, atoms_of
from s2sad.ir.operations import found_for, functions_named
from s2sad.ir.outcomes import Outside, nothing_known
from s2sad.ir.rewrite import defined_in, mapped, walk
from s2sad.rules.custom import CustomDerivative
from s2sad.rules.declare import Rule
from s2sad.rules.view import View
from s2sad.runtime.broadcasting import complex_power, modulus
from s2sad.runtime.operations import float_power, fractional_power, whole_power

_UFUNCS = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "truediv": np.divide,
    "floordiv": np.floor_divide,
    "mod": np.remainder,
    "pow": np.power,
    "matmul": np.matmul,
}
_OF_ARRAYS = {
    **{getattr(operator, name): ufunc for name, ufunc in _UFUNCS.items()},
    **{getattr(operator, f"i{name}"): ufunc for name, ufunc in _UFUNCS.items()},
    operator.neg: np.negative,
    operator.pos: np.positive,
    abs: np.absolute,
    pow: np.power,
}
_OF_COMPLEX = {
    abs: complex.__abs__,
    **dict.fromkeys((operator.pow, operator.ipow, pow), complex.__pow__),
}


@dataclass(frozen=True)
class Signature:
    """For which calls a derivative of a function is: its name, and the facts of its arguments."""

    name: str
    facts: tuple[Fact, ...]


@dataclass
class Context:
    """A module that is being differentiated. Functions made on the way are added to it."""

    view: View
    functions: dict[str, Function]
    at_run_time: Any = None
    lower: Callable[[Any, tuple[Fact, ...], int], Module] | None = None
    pairs: dict[tuple[Signature, Any], Any] = field(default_factory=dict)
    tangents: dict[Signature, Any] = field(default_factory=dict)
    results: Fixpoints[tuple[tuple[Fact, ...], Summary]] = field(default_factory=Fixpoints)
    read_facts: dict[tuple[int, tuple[Fact, ...]], tuple[Function, Facts]] = field(default_factory=dict)
    nested: dict[str, Nested] = field(default_factory=dict)
    many: bool = False
    moved: dict[str, Any] = field(default_factory=dict)
    lowered: dict[Any, str] = field(default_factory=dict)
    replayed: set[Var] = field(default_factory=set)
    arrays: bool = False
    ranked: set[Var] = field(default_factory=set)
    numbers: set[Var] = field(default_factory=set)
    sequences: set[Var] = field(default_factory=set)
    recomputed: set[str] = field(default_factory=set)
    at_will: frozenset[str] = frozenset()
    makers: dict[str, Any] = field(default_factory=dict)
    tangent_makers: dict[str, Any] = field(default_factory=dict)
    reserved: set[str] = field(default_factory=set)
    lists_written: dict[str, frozenset[int]] = field(default_factory=dict)
    lists_handed_on: dict[str, frozenset[int]] = field(default_factory=dict)
    outside: Outside = nothing_known
    outside_written: set[tuple[bool, int]] = field(default_factory=set)
    writes_anywhere: bool = False
    reads_outside: bool = False
    make_pair: Any = None
    in_place: frozenset[Atom] = frozenset()
    """Lists and dicts that are written item by item, and that have one way to them, which their shadows have as well."""
    inert: frozenset[Atom] = frozenset()
    """What is read from these under keys that hold nothing that varies."""
    memories: frozenset[Var] = frozenset()
    """Lists of the main function that only grow, and are read at places from the start."""

    @classmethod
    def of(
        cls,
        module: Module,
        view: View,
        at_run_time: Any = None,
        lower: Any = None,
        outside: Outside = nothing_known,
        make_pair: Any = None,
    ) -> Context:
        """The context of a module.

        `at_run_time` has the functions that differentiate what is known only when the program runs; `lower` makes
        the Wengert list of a Python function that a derivative calls; `outside` tells what functions do that get
        nothing that varies; `make_pair` makes the two functions of a call, where calls are reversed.
        """
        functions = {function.name: function for function in module.functions}
        recomputed = set(module.recomputed)
        reads = any(map(reads_memory_outside, module.functions))
        return cls(
            view,
            functions,
            at_run_time,
            lower,
            recomputed=recomputed,
            at_will=module.at_will,
            outside=outside,
            reads_outside=reads,
            make_pair=make_pair,
            memories=module.memories,
        )

    def python_function(self, node: Entry, facts: Facts) -> Entry | None:
        """The call of a user's function without rule as a call of a function of the module; None for any other.

        Such calls stand in derivatives that the user gave, when they are differentiated again, and where activity has
        come to be known only with the whole of the list.
        """
        fn = node.fn
        if not isinstance(fn, Ref) or not isinstance(fn.value, FunctionType) or self.lower is None:
            return None
        if self.view.lookup(fn.value, len(node.args)) is not None:
            return None
        call = with_keywords_in_place(node, fn.value)
        if call is None:
            return None
        known = tuple(map(facts.fact, call.args))
        key = fn.value, known, len(node.targets)
        name = self.lowered.get(key)
        if name is None:
            module = self.lower(fn.value, known, len(node.targets))
            free = Names(self.functions)
            names = {function.name: free.fresh(function.name) for function in module.functions}
            for function in module.functions:
                self.add(renamed(function, names))
            name = self.lowered[key] = names[module.main.name]
        return replace(call, fn=FunctionRef(name))

    def dynamic(self, name: str) -> Ref:
        return Ref(name, getattr(self.at_run_time, name))

    def is_dynamic(self, fn: Atom | FunctionRef) -> bool:
        """Whether it is a half of the derivative of a call known only at run time."""
        return (
            isinstance(fn, Ref)
            and fn.path in ("call_fwd", "call_fwd_apart", "call_rev")
            and fn == self.dynamic(fn.path)
        )

    def new_name(self, hint: str) -> str:
        """A name for a function that the module doesn't have."""
        return Names(self.functions).fresh(hint)

    def names_for(self, function: Function) -> Names:
        """A maker of names that are new to a function, to the functions of the module and to what they call."""
        names = Names((*self.functions, *self.reserved))
        names.reserve(var.name for var in defined_in(function.body))
        names.reserve(param.var.name for param in function.params)
        names.reserve(
            atom.path.partition(".")[0]
            for node in walk(function.body)
            for atom in atoms_of(node)
            if type(atom) is Ref
        )
        return names

    def add(self, function: Function) -> None:
        self.functions[function.name] = function

    def rule(self, node: Entry, kinds: tuple[K.Kind, ...]) -> Rule | CustomDerivative | None:
        """The rule for an entry that calls something known."""
        if not isinstance(node.fn, Ref):
            return None
        return self.rule_of(self.callee(node, kinds), node)

    def rule_of(self, callee: Any, node: Entry) -> Rule | CustomDerivative | None:
        """The rule for what an entry calls, which is known."""
        return self.view.lookup(callee, len(node.args), [name for name, _ in node.kwargs])

    def callee(self, node: Entry, kinds: tuple[K.Kind, ...]) -> Any:
        """What an entry calls: of arrays an operator is a function of NumPy's."""
        assert isinstance(node.fn, Ref)
        value = node.fn.value
        if any([K.is_array(kind) or (self.arrays and K.may_be_array(kind)) for kind in kinds]):
            value = numpy_function(value)
        elif K.COMPLEX in kinds and not _is_real_power(node):
            value = found_for(_OF_COMPLEX, value, value)
        elif kinds == (K.FLOAT, K.FLOAT) and may_be_fractional(node.fn, node.args[1]):
            value = fractional_power if isinstance(node.args[1], Const) else float_power
        elif kinds == (K.FLOAT, K.INT) and is_power(node.fn) and not isinstance(node.args[1], Const):
            value = whole_power
        if value is np.absolute and not _is_real(kinds[0]):
            return modulus
        return complex_power if value is np.power and _is_real(kinds[0]) and not _is_real(kinds[1]) else value

    def known_facts(self, function: Function, params: tuple[Fact, ...]) -> Facts:
        """Facts that are only read; who asks for `facts_of` next gets them as his own."""
        key = id(function), params
        if key not in self.read_facts:
            self.read_facts[key] = function, self.facts_of(
                function, params
            )  # what is known by its `id` has to live
        return self.read_facts[key][1]

    def facts_of(self, function: Function, params: tuple[Fact, ...]) -> Facts:
        """Facts about the variables of a function, to which those of new ones may be added."""
        _, facts = self.read_facts.pop((id(function), params), (None, None))
        if facts is not None:
            return facts
        is_constant = self.view.is_constant
        facts = infer(
            function,
            params,
            is_constant,
            self.result_facts,
            self.summary,
            self.outside,
            self.inert,
            self.attribute_stays,
        )
        find_numbers(function.body, facts)
        if self.reads_outside or reads_memory_outside(function):
            written = outside_written(function, facts, self.summary, self.outside)
            self.outside_written |= written or set()
            self.writes_anywhere = self.writes_anywhere or written is None
        return facts

    @functools.cached_property
    def pure(self) -> frozenset[str]:
        """The functions of the module whose calls have no effect."""
        return pure_functions(Module(tuple(self.functions.values())))

    @functools.cached_property
    def attribute_stays(self) -> AttributesThatStay:
        return AttributesThatStay(tuple(self.functions.values()), self.outside)

    @property
    def writes_outside(self) -> bool:
        """Whether something that lives outside may be written to."""
        return self.writes_anywhere or bool(self.outside_written)

    def may_be_overwritten(self, memory: Memory) -> bool:
        """Whether some memory outside may be written to."""
        return bool(memory) and (self.writes_anywhere or may_meet(self.outside_written, memory))

    def summary(self, name: str, args: tuple[Fact, ...]) -> Summary:
        """Which arguments a function of the module writes to, and which each of its results may share memory with."""
        written, shared, grown = self.known_of(name, args)[1]
        if name in self.nested:  # a derivative writes to its own copies
            written = ()
        return written, shared, grown

    def written_lists(self, name: str) -> frozenset[int]:
        """The places of the parameters that are lists to which a function of the module writes, or what it calls."""
        if not self.lists_written.keys() >= self.functions.keys():
            self.lists_written = written_lists(self.functions.values())
        return self.lists_written[name]

    def handed_on(self, name: str) -> frozenset[int]:
        """The places of the parameters that a function which calls itself hands on: one shadow serves all its calls."""
        if name not in self.lists_handed_on:
            self.lists_handed_on[name] = handed_on(name, self.functions)
        return self.lists_handed_on[name]

    def calls_unknown(self, name: str, facts: tuple[Fact, ...]) -> bool:
        """Whether a function of the module gets what varies, and calls, or one that it calls, what isn't known."""
        if not any(varied for _, varied in facts):
            return False
        called = reached(name, self.functions)
        entries = (node for each in called for node in walk(self.functions[each].body))
        return any(isinstance(node, Entry) and isinstance(node.fn, Var) for node in entries)

    def result_facts(self, name: str, args: tuple[Fact, ...]) -> tuple[Fact, ...]:
        """What is known of the results of a function of the module, from its arguments."""
        return self.known_of(name, args)[0]

    def known_of(self, name: str, args: tuple[Fact, ...]) -> tuple[tuple[Fact, ...], Summary]:
        """Facts of the results of a function of the module, and its summary."""
        function, key = self.functions[name], Signature(name, args)
        last: list[Facts] = []

        def step(known: tuple[tuple[Fact, ...], Summary]) -> tuple[tuple[Fact, ...], Summary]:
            facts = self.facts_of(function, args)
            last[:] = [facts]
            found = tuple(map(joined, known[0], map(facts.fact, function.body.results)))
            return found, summary_of(function, facts, self.written_lists(name))

        nothing = tuple((K.BOTTOM, False) for _ in function.body.results)
        found = self.results.of(key, (nothing, NOTHING), step)
        if last and key in self.results.final:
            self.read_facts.setdefault((id(function), args), (function, last[0]))
        return found


def joined(one: Fact, other: Fact) -> Fact:
    """What holds of both; kinds that are too deep to be told have to grow, or they would change for ever."""
    return K.join(one[0], other[0]), one[1] or other[1]


def _is_real(kind: K.Kind) -> bool:
    return K.element(kind) in (K.FLOAT, K.INT, K.BOOL)


def _is_real_power(node: Entry) -> bool:
    """Whether it may be a power with a real number that is known as the exponent."""
    exponent = node.args[-1]
    return isinstance(exponent, Const) and not isinstance(exponent.value, complex)


def numpy_function(value: Any) -> Any:
    """The function of NumPy's that an operator, or a builtin, is for arrays."""
    return found_for(_OF_ARRAYS, value, value)


def renamed(function: Function, names: dict[str, str]) -> Function:
    """A function of a module under another name, that calls the others by their new names."""

    def call(node: Node) -> Node:
        if not isinstance(node, Entry):
            return node
        if isinstance(node.fn, FunctionRef):
            return replace(node, fn=FunctionRef(names[node.fn.name]))
        called = functions_named(node)
        held = tuple(Const(names[name]) for name in called)
        return replace(node, args=(node.args[0], *held, *node.args[3:])) if called else node

    return replace(function, name=names[function.name], body=mapped(function.body, call))
