"""Whether what a derivative was made for still holds: one function of comparisons, written for each derivative.

    def holds():
        try:
            return type(K) is float and helper is _is_0 and helper.__code__ is _is_1
        except Exception:
            return False

It runs in the globals and with the closure cells of the function itself, so that a look at a name takes nanoseconds.
"""

from __future__ import annotations

import builtins
import functools
import re
from types import BuiltinMethodType, CellType, FunctionType
from typing import Any

from s2sad.frontend.assumptions import (
    NOTHING,
    ArrayOf,
    Assumptions,
    AttributeOf,
    BuiltinMethodOf,
    Code,
    CodeOf,
    DispatchOf,
    Equal,
    GlobalOf,
    Holding,
    MemberOf,
    MethodOf,
    NameOf,
    OfType,
    PathOf,
    Place,
    Same,
    Seen,
    items_of,
)

_HEAD = re.compile(r"^((?:type\()*)([^\W\d]\w*)")
_PREFIX = "_seen_"


def guard_of(assumed: Assumptions, function: Any, own_code: bool = True) -> FunctionType | None:
    """The function that says whether everything that was looked at is as it was; None if nothing was.

    Without `own_code` it doesn't look at the code of the function itself.
    """
    root = getattr(function, "__func__", function)
    writer = _Writer(root)
    tests = [
        test
        for place, what in assumed.seen.items()
        if own_code or not (isinstance(place, CodeOf) and place.function is root)
        for test in writer.tests(place, what)
    ]
    return writer.function(list(dict.fromkeys(tests))) if tests else None


class _Writer:
    """The text of a guard; `held` are the closure variables that it gets."""

    def __init__(self, root: Any) -> None:
        self.globals = root.__globals__ if isinstance(root, FunctionType) else {"__builtins__": builtins}
        self.held: dict[str, CellType] = {}
        self.names: dict[Any, str] = {}

    def function(self, tests: list[str]) -> FunctionType:
        text = "def factory(" + ", ".join(self.held) + f"):\n def {_PREFIX}holds():\n  try:\n   return "
        text += " and ".join(tests) + "\n  except Exception:\n   return False\n"
        code = _inner_code(text)
        made = FunctionType(code, self.globals, "holds", None, tuple(self.held[n] for n in code.co_freevars))
        made.__dict__["tests"] = " and ".join(tests)
        return made

    # ------------------------------------------------------------------------------------------- what is held

    def constant(self, value: Any) -> str:
        """The name of an object that is compared with."""
        return self.hold((id(value), "is"), CellType(value))

    def hold(self, key: Any, cell: CellType) -> str:
        name = self.names.get(key)
        if name is None:
            name = self.names[key] = f"{_PREFIX}{len(self.held)}"
            self.held[name] = cell
        return name

    # --------------------------------------------------------------------------------------------- the places

    def name(self, owner: FunctionType, name: str) -> str:
        """How a name of a function's is said."""
        free = owner.__code__.co_freevars
        if name in free:
            cell = (owner.__closure__ or ())[free.index(name)]
            return self.hold((id(cell), "cell"), cell)
        return self.global_name(owner.__globals__, name)

    def global_name(self, names: dict[str, Any], name: str) -> str:
        """How a name of these globals is said."""
        if names is self.globals and name.isidentifier() and not name.startswith(_PREFIX):
            return name
        if name in names:
            return f"{self.constant(names)}[{name!r}]"
        return f"{self.constant(named)}({self.constant(names)}, {name!r})"

    def tests(self, place: Place, what: Seen) -> list[str]:
        if isinstance(place, CodeOf):
            assert isinstance(what, Code)
            return self.code(self.constant(place.function), what)
        if isinstance(what, Same) and what.value is NOTHING:
            return [self.nothing(place)]
        if isinstance(place, NameOf):
            return self.compared(self.name(place.owner, place.name), what)
        if isinstance(place, GlobalOf):
            return self.compared(self.global_name(place.names.value, place.name), what)
        if isinstance(place, PathOf):
            return self.compared(self.path(place), what)
        if isinstance(place, AttributeOf):
            return self.compared(f"{self.constant(place.base.value)}.{place.name}", what)
        if isinstance(place, DispatchOf):
            return self.compared(
                f"{self.constant(place.dispatcher)}.dispatch({self.constant(place.cls)})", what
            )
        *before, last = place.classes
        lacking = [self.nothing(MemberOf((cls,), place.name)) for cls in before]
        return lacking + self.compared(f"{self.constant(last)}.__dict__[{place.name!r}]", what)

    def path(self, place: PathOf) -> str:
        """A path, beginning with the name as it is said here."""
        found = _HEAD.match(place.path)
        assert found is not None
        return found[1] + self.name(place.owner, found[2]) + place.path[found.end() :]

    def nothing(self, place: Place) -> str:
        """The comparison for what was not there."""
        if isinstance(place, NameOf):
            return f"{self.constant(is_missing)}({self.constant(place.owner)}, {place.name!r})"
        if isinstance(place, MemberOf):
            return " and ".join(f"{place.name!r} not in {self.constant(c)}.__dict__" for c in place.classes)
        if isinstance(place, AttributeOf):
            base, name = self.constant(place.base.value), place.name
        else:
            assert isinstance(place, PathOf)
            whole, _, name = place.path.rpartition(".")
            base = self.path(PathOf(place.owner, whole))
        return f"not {self.constant(hasattr)}({base}, {name!r})"

    # ---------------------------------------------------------------------------------------- the comparisons

    def compared(self, text: str, what: Seen) -> list[str]:
        """The comparisons of what is said by a text with what was seen."""
        if isinstance(what, Same):
            return [f"{text} is {self.constant(what.value)}"]
        if isinstance(what, Equal) and (what.value is None or isinstance(what.value, bool)):
            return [f"{text} is {what.value}"]
        if isinstance(what, Equal):
            value = self.constant(what.value)
            return [f"{self.type_of(text)} is {self.constant(type(what.value))}", f"{text} == {value}"]
        if isinstance(what, OfType):
            return [f"{self.type_of(text)} is {self.constant(what.cls)}"]
        if isinstance(what, ArrayOf):
            kept = f"{_PREFIX}v"
            size = f"ndim == {what.ndim}" if what.shape is None else f"shape == {what.shape}"
            alike = f"{kept}.{size} and {kept}.dtype == {self.constant(what.dtype)}"
            return [f"{self.type_of(f'({kept} := {text})')} is {self.constant(what.cls)} and {alike}"]
        if isinstance(what, MethodOf):
            tests = [f"{text}.__func__ is {self.constant(what.function)}"]
            tests += [f"{text}.__self__ is {text.rpartition('.')[0]}"] if what.own else []
            return tests + (self.compared(f"{text}.__self__", what.receiver) if what.receiver else [])
        if isinstance(what, BuiltinMethodOf):
            kept = f"{_PREFIX}v"
            is_method = f"{self.type_of(f'({kept} := {text})')} is {self.constant(BuiltinMethodType)}"
            tests = [f"{is_method} and {kept}.__name__ == {what.name!r}"]
            return tests + (self.compared(f"{kept}.__self__", what.receiver) if what.receiver else [])
        assert isinstance(what, Holding)
        kept = f"{_PREFIX}v"
        items = f"{self.constant(items_of)}({kept})"
        if isinstance(what.items, frozenset):
            items = f"{self.constant(frozenset)}({self.constant(map)}({self.constant(type)}, {kept}))"
        alike = f"{items} == {self.constant(what.items)}"
        return [f"{self.type_of(f'({kept} := {text})')} is {self.constant(what.cls)} and {alike}"]

    def type_of(self, text: str) -> str:
        return f"{self.constant(type)}({text})"

    def code(self, name: str, what: Code) -> list[str]:
        tests = [f"{name}.__code__ is {self.constant(what.code)}"]
        defaults = None if what.defaults is None else self.constant(what.defaults)
        if defaults is not None:
            tests.append(f"{name}.__defaults__ is {defaults}")
        if what.keyword_defaults is not None:
            tests.append(f"{self.constant(what.keyword_defaults)}.hold()")
        for i, held in enumerate(what.held):
            if isinstance(held, Holding):
                item = f"{self.constant(defaults_of)}({name})[{i}]"
                tests += self.compared(item, held)
        return tests


@functools.lru_cache(maxsize=1024)
def _inner_code(text: str) -> Any:
    """The code of `holds`; many derivatives have guards of the same text."""
    code = compile(text, "<s2sad guard>", "exec")
    for _ in ("factory", f"{_PREFIX}holds"):
        code = next(const for const in code.co_consts if isinstance(const, type(code)))
    return code


def named(names: dict[str, Any], name: str) -> Any:
    """What a name means in the globals of another function: a builtin, unless there is a global by now."""
    return names[name] if name in names else getattr(builtins, name)


def is_missing(function: FunctionType, name: str) -> bool:
    """Whether a function still sees nothing by a name."""
    free = function.__code__.co_freevars
    if name in free:
        try:
            return (function.__closure__ or ())[free.index(name)].cell_contents is NOTHING
        except ValueError:
            return True
    return name not in function.__globals__ and not hasattr(builtins, name)


def defaults_of(function: FunctionType) -> list[Any]:
    """The defaults of a function, then those of its keywords."""
    return [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
