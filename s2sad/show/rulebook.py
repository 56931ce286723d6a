"""The derivative rules, to be listed, searched and shown."""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from s2sad.rules.book import standard
from s2sad.rules.declare import Nondifferentiable, Refused, Rule
from s2sad.show.cells import Code, Row
from s2sad.show.table import Table

_SCIPY = (
    "special",
    "linalg",
    "stats",
    "integrate",
    "signal",
    "optimize",
    "interpolate",
    "ndimage",
    "spatial.distance",
    "sparse",
    "sparse.linalg",
)


@dataclass(frozen=True)
class Entry:
    """A rule: its kind, name, functions, what it says, and its source."""

    kind: str
    name: str
    functions: tuple[str, ...]
    doc: str
    source: str

    @property
    def formula(self) -> str:
        """The first paragraph of what it says."""
        return " ".join(self.doc.partition("\n\n")[0].split())

    def matches(self, text: str) -> bool:
        """Whether a text is in its name or its functions, or begins a word of its formula; in letters of any size."""
        wanted = text.casefold()
        if any(wanted in one.casefold() for one in (self.name, *self.functions)):
            return True
        return re.search(rf"\b{re.escape(wanted)}", self.formula.casefold()) is not None

    def is_for(self, name: str) -> bool:
        """Whether it has this name, or is for a function of this name."""
        return name == self.name or any(name in (one, one.rpartition(".")[2]) for one in self.functions)

    def as_data(self) -> dict[str, Any]:
        return {**vars(self), "functions": list(self.functions)}


def entries(scipy: bool = False) -> list[Entry]:
    """The rules of the standard book; with `scipy`, those for SciPy too. ImportError where that isn't installed."""
    for part in _SCIPY if scipy else ():
        importlib.import_module(f"scipy.{part}")
    found = [_entry(rule) for rule in standard()]
    return [one for one in found if one.functions]


def _entry(rule: Rule) -> Entry:
    every = dict.fromkeys(map(name_of, rule.functions))
    names = tuple(name for name in every if not name.startswith("s2sad."))
    if isinstance(rule, Nondifferentiable):
        said = {"number": "piecewise constant", "text": "a text", "other": "no number"}[rule.kind]
        return Entry("constant", rule.kind, names, f"no derivative: {said}", "")
    if isinstance(rule, Refused):
        return Entry("refused", "refused", names, rule.reason, "")
    try:
        source = inspect.cleandoc(inspect.getsource(rule.define))
    except (OSError, TypeError):
        source = ""
    return Entry(type(rule).__name__.lower(), rule.name, names, inspect.cleandoc(rule.doc), source)


def listed(found: Iterable[Entry]) -> Table:
    """A table of rules."""
    rows = [Row((one.name, one.kind, short(one.functions), one.formula)) for one in found]
    return Table("", ("rule", "kind", "functions", "says"), tuple(rows))


def short(names: tuple[str, ...], most: int = 4) -> str:
    more = f", … {len(names)} in all" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def shown(one: Entry) -> Table:
    """All about a rule."""
    rows = [
        Row(("kind", one.kind)),
        Row(("functions", ", ".join(one.functions))),
        *(Row(("says" if i == 0 else "", line)) for i, line in enumerate(one.doc.splitlines())),
        *(Row(("rule" if i == 0 else "", Code(line))) for i, line in enumerate(one.source.splitlines())),
    ]
    return Table(one.name, ("", ""), tuple(rows))


def name_of(function: Callable) -> str:
    """A function as a program writes it: `math.sin`, `np.sin`, `abs`, `list.index`."""
    name: str = getattr(function, "__qualname__", function.__name__)
    owner = getattr(function, "__objclass__", None)
    if owner is not None:
        return f"{owner.__name__}.{function.__name__}"
    holder = getattr(function, "__self__", None)
    if isinstance(holder, np.ufunc):
        return f"np.{holder.__name__}.{function.__name__}"
    for part in ("linalg", "fft"):
        if vars(getattr(np, part)).get(function.__name__) is function:
            return f"np.{part}.{function.__name__}"
    module = getattr(function, "__module__", None) or getattr(holder, "__module__", None) or ""
    special = sys.modules.get("scipy.special")
    if isinstance(function, np.ufunc) and getattr(special, function.__name__, None) is function:
        return f"scipy.special.{function.__name__}"
    if type(function).__name__ == "ufunc" or module.startswith("numpy"):
        return f"np.{function.__name__}"
    module = module.lstrip("_")
    return name if module in ("", "builtins") else f"{module}.{name}"
