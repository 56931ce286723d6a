"""Which entry of the Wengert list it is whose adjoint is wrong.

The list is evaluated as it stands, and what each entry got is kept. From the last one to the first, as the reverse sweep
takes them, the operation of the entry alone is differentiated and compared with differences, at what it got:

    a = mul x y             4. right
    b = square a            3. wrong: its rule gives 4.0, and differences 6.0
    c = math.sin b          2. right
    z = add c a             1. right
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from s2sad.arguments import describe, is_differentiated
from s2sad.checking.mismatch import Mismatch, Suspect
from s2sad.checking.probe import Probe
from s2sad.compile import compiler_for
from s2sad.errors import DifferentiationError
from s2sad.ir.evaluate import evaluate
from s2sad.ir.nodes import Entry, Ref
from s2sad.ir.operations import CALL, callee_of, operation
from s2sad.ir.printer import print_header
from s2sad.trees import opened

_MOST = 16  # calls of one entry that are looked at


@dataclass(frozen=True)
class _Call:
    entry: Entry
    args: tuple
    kwargs: dict[str, Any]


def suspect_in(probe: Probe, mismatch: Callable[[Probe], Mismatch | None]) -> Suspect | None:
    """The first entry, from the last to the first, whose operation alone has a `mismatch`; None if there is none."""
    seen: dict[int, int] = {}
    for call in reversed(_calls(probe)):
        seen[id(call.entry)] = seen.get(id(call.entry), 0) + 1
        if seen[id(call.entry)] > _MOST:
            continue
        found = _mismatch_of(call, probe, mismatch)
        if found is not None:
            name = cast(Ref, call.entry.fn).path
            advice = f"correct the derivative rule of `{name}`, or keep it away from where it isn't smooth"
            return Suspect(print_header(call.entry), advice, call.entry.loc, found)
    return None


def _calls(probe: Probe) -> Sequence[_Call]:
    """The calls that could have a wrong derivative, in the order in which they are made."""
    call = describe(probe.function, probe.args, {}, probe.active, closed=True)
    module = compiler_for(probe.rules, "folded").lowered(probe.function, call.arguments).module
    found: list[_Call] = []

    def observe(entry: Entry, args: Sequence, kwargs: dict[str, Any]) -> None:
        if _is_operation(entry) and any(map(is_differentiated, (*args, *kwargs.values()))):
            found.append(_Call(entry, tuple(map(_kept, args)), dict(kwargs)))

    try:
        evaluate(module.main, [opened(arg) for arg in probe.args], module=module, observe=observe)
    except KeyError:  # derivatives taken inside are made later; what was seen up to there counts
        return found
    return found


def _kept(value: Any) -> Any:
    """A value as it is now, whatever is written to it later."""
    return copy.deepcopy(value) if isinstance(value, (np.ndarray, list, dict)) else value


def _is_operation(entry: Entry) -> bool:
    """Whether an entry computes something by a rule; what only puts things together or takes them apart has none."""
    done = operation(entry)
    return isinstance(entry.fn, Ref) and bool(entry.targets) and (done is CALL or done.arithmetic)


def _mismatch_of(call: _Call, probe: Probe, mismatch: Callable[[Probe], Mismatch | None]) -> Any:
    function: Any = callee_of(call.entry)
    if call.kwargs:
        function = functools.partial(function, **call.kwargs)

    def operation(*given: Any) -> Any:
        return function(*given)

    try:
        return mismatch(Probe.at(operation, call.args, probe.rules, probe.eps))
    except (DifferentiationError, ArithmeticError, TypeError, ValueError):  # not a function by itself
        return None
