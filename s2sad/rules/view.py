"""What the frontend asks of the rules."""

from __future__ import annotations

from types import BuiltinMethodType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from s2sad.ir.nodes import Ref
from s2sad.ir.static_lookup import plain_attribute
from s2sad.rules.book import Book
from s2sad.rules.custom import CustomDerivative
from s2sad.rules.declare import (
    Adjoint,
    Bilinear,
    Linear,
    Nondifferentiable,
    Partials,
    Program,
    Refused,
    Rule,
    nondifferentiable,
)

_EXCEPTIONS = nondifferentiable("other", BaseException)


# Parameters that take lists as they are: of arrays, of ints, or whatever `np.array` takes.
_SEQUENCES = frozenset(
    "* arrays tup sequences choices choicelist condlist funclist c_and_lower lu_and_piv c_or_cr l_and_u"
    " args tck axis axes shape s n pad_width subscripts ind indices indices_or_sections obj kth"
    " arg1 diagonals blocks mats object repeats reps shift source destination requirements bounds bracket constraints options events t_span ranges points bc_type rng limits output_shape fill_value shuffled system".split()
)


class View:
    """A book of rules as the frontend sees it.

    A derivative operator has its name in an attribute `transform`, and what it makes has `what`, `primal` and
    `argnums`, so that the compiler knows them without knowing where they are defined.
    """

    def __init__(self, book: Book) -> None:
        self.book = book

    def lookup(
        self, value: Any, positional: int | None = 1, keywords: Any = ()
    ) -> Rule | CustomDerivative | None:
        """The rule of a call; a function with a derivative of its own is its own rule."""
        if type(value) is BuiltinMethodType and type(value.__self__) is ModuleType:  # most are such functions
            return self.book.lookup(value, positional, keywords)
        if isinstance(value, (CustomDerivative, type)):
            if isinstance(value, CustomDerivative):
                return value
            if issubclass(value, BaseException):
                return _EXCEPTIONS
        elif isinstance(value, BuiltinMethodType) and not isinstance(value.__self__, (type, np.ufunc)):
            unbound = self.book.lookup(
                getattr(type(value.__self__), value.__name__, None), None
            )  # `NAMES.index`
            return (
                unbound
                if isinstance(unbound, Nondifferentiable)
                else self.book.lookup(value, positional, keywords)
            )
        return self.book.lookup(value, positional, keywords)

    def is_constant(self, fn: Any) -> bool:
        """Whether the result of a call has no derivative, whatever it gets."""
        if not isinstance(fn, Ref):
            return False
        function = fn.value.__func__ if isinstance(fn.value, MethodType) else fn.value
        return isinstance(self.lookup(function), Nondifferentiable)

    def is_text(self, fn: Ref) -> bool:
        rule = self.lookup(fn.value)
        return isinstance(rule, Nondifferentiable) and rule.kind == "text"

    def has_partials(self, value: Any, positional: int) -> bool:
        """Whether a function of numbers has a number as its result, by whose partial derivatives it is differentiated."""
        rule = self.lookup(value, positional)
        return isinstance(rule, Partials) and not rule.outputs

    def has_rule(self, value: Any, positional: int | None, keywords: Any) -> bool:
        rule = self.lookup(value, positional, keywords)
        return rule is not None and not isinstance(rule, Program)

    def replacement(self, value: Any, positional: int | None, keywords: Any, lazy: bool = False) -> Any:
        """The Python function that is differentiated in the place of another, or None.

        With `lazy` it is one that takes the items of a generator one after the other.
        """
        if lazy:
            rules = [r for r in self.book.rules_for(value) if isinstance(r, Program) and r.lazy]
            return next((r.define for r in rules if r.signature.fits(positional, keywords)), None)
        rule = self.lookup(value, positional, keywords)
        return rule.define if isinstance(rule, Program) else None

    def refusal_of(self, value: Any, positional: int | None, keywords: Any) -> tuple[str, str] | None:
        """Why a call isn't differentiated, and the way out, if the book says so, and has no rule that fits."""
        if self.lookup(value, positional, keywords) is not None:
            return None
        found = [rule for rule in self.book.rules_for(value) if isinstance(rule, Refused)]
        return (found[0].reason, found[0].hint) if found else None

    def takes_array(self, value: Any, positional: int | None, keywords: Any, place: int | str) -> bool:
        """Whether a function of NumPy's or SciPy's makes an array of a list that is passed at a place, or by a name."""
        rule = self.lookup(value, positional, keywords)
        module = "numpy" if isinstance(value, np.ufunc) else getattr(value, "__module__", None) or ""
        if not isinstance(rule, (Partials, Linear, Bilinear, Adjoint, Program)):
            return False
        names = rule.signature.names
        name = place if isinstance(place, str) else names[place] if place < len(names) else "*"
        if isinstance(rule, Linear) and name not in rule.wrt:
            return False
        return module.split(".")[0] in ("numpy", "scipy") and name not in _SEQUENCES

    def outputs_of(self, value: Any, positional: int, keywords: Any = ()) -> int:
        """How many results a function returns in a tuple; 0 if it returns one."""
        rule = self.lookup(value, positional, keywords)
        return rule.outputs if isinstance(rule, (Partials, Adjoint)) else 0

    def is_for_machine_code(self, value: Any, positional: int | None, keywords: Any) -> bool:
        """Whether a Python function is compiled in the place of another, also where nothing varies."""
        rule = self.lookup(value, positional, keywords)
        return isinstance(rule, Program) and rule.compiled

    def stand_in_of(self, cls: type) -> Any:
        """What makes the record that stands in for an object of a class, where it meets what is active, or None."""
        return self.book.stand_in_of(cls)

    def takes_stand_ins(self, value: Any, positional: int | None, keywords: Any) -> bool:
        """Whether records stand in for the arguments of a call that have one."""
        rule = self.lookup(value, positional, keywords)
        return isinstance(rule, Program) and rule.stand_ins

    def transform_of(self, value: Any) -> str | None:
        """The name of a derivative operator such as `grad`, or None."""
        return getattr(value, "transform", None) if isinstance(value, FunctionType) else None

    def marker_of(self, value: Any) -> str | None:
        """The name of a function that tells the compiler what to do, such as `stop_gradient`, or None."""
        return getattr(value, "s2sad_marker", None) if isinstance(value, (FunctionType, type)) else None

    def derivative_of(self, value: Any) -> tuple[str, Any, dict[str, Any]] | None:
        """Of what `grad` or `jacobian` made: the operator, the function, and by which arguments; or None."""
        if plain_attribute(value, "is_derivative") is not True:
            return None
        places, single = value.places()
        options = {"argnums": places, "single": single, "has_aux": value.has_aux, "sparse": value.sparse}
        return value.what, value.primal, options
