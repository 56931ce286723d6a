"""What is computed a second time in the reverse sweep has to give the same: only repeatable functions are.

def step(x):                                def step(x):
    return x * math.sin(x)      is              return x * random.random()      is not
"""

from __future__ import annotations

from collections.abc import Iterator
from types import FunctionType

from s2sad.ad.context import Context, Signature
from s2sad.analysis.aliases import Facts
from s2sad.analysis.effects import effect_of
from s2sad.errors import UnsupportedValue
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Entry, Function, FunctionRef, Location, Ref, Var
from s2sad.ir.operation import Effect
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import walk

_SHOWN_TWICE = (print,)


def check_repeatable(context: Context, key: Signature, loc: Location | None, at_will: bool = False) -> None:
    """Refuse a function whose second call may do or give something else, at the line that says so, or at `loc`.

    What nothing is known of counts as repeatable in one that a solver calls `at_will`.
    """
    for node, reason in _once_only(context, key, set()):
        if not at_will:
            hint = "do it before or after the checkpoint, with what that returns"
            raise UnsupportedValue(reason, hint, node.loc or loc)
        if effect_of(node) is not Effect.UNKNOWN:
            hint = "do it outside of the function that the solver gets, which calls it at will"
            raise UnsupportedValue(reason.replace("the checkpoint", "that function"), hint, node.loc or loc)


def _once_only(context: Context, key: Signature, seen: set[Signature]) -> Iterator[tuple[Entry, str]]:
    """The entries of a function, and of those that it calls, that can't be done twice; and why not."""
    seen.add(key)
    function = context.functions[key.name]
    facts = context.facts_of(function, key.facts)
    own = _own_containers(function, facts)
    for node in walk(function.body):
        if not isinstance(node, Entry):
            continue
        if isinstance(node.fn, FunctionRef):
            inner = Signature(node.fn.name, tuple(map(facts.fact, node.args)))
            if inner not in seen:
                yield from _once_only(context, inner, seen)
            continue
        effect = effect_of(node)
        if effect is Effect.WRITING and not _is_own(node.args[0], function, facts, own):
            yield node, "this writes to what was made outside of the checkpoint, and would do so twice"
        elif effect is Effect.SHOWING and operation_of(node) != "raise_" and not _is_quiet(node):
            yield node, f"{_name(node)} may give something else when it is computed again"
        elif effect is Effect.UNKNOWN and not isinstance(callee_of(node), (FunctionType, type)):
            yield node, f"{_name(node)} isn't known to give the same when it is computed again"


def _own_containers(function: Function, facts: Facts) -> set[Var]:
    """The lists, tuples and dicts that a function makes itself."""
    return {
        target
        for node in walk(function.body)
        if isinstance(node, Entry)
        and (effect_of(node) is Effect.FRESH or operation_of(node) in ("add", "mul"))
        for target in node.targets
        if facts.kind(target).name in K.CONTAINERS
    }


def _is_own(written: Atom, function: Function, facts: Facts, own: set[Var]) -> bool:
    """Whether something that is written to was made in the function: a container, or an array and all its names."""
    if not isinstance(written, Var):
        return False
    if not K.is_array(facts.kind(written)):
        return written in own
    return set(facts.classes.members(written)).isdisjoint(param.var for param in function.params)


def _is_quiet(node: Entry) -> bool:
    """Whether calling it twice does no more than print twice, or check twice."""
    value = callee_of(node)
    return value in _SHOWN_TWICE or (getattr(value, "__module__", None) or "").startswith("s2sad.runtime.")


def _name(node: Entry) -> str:
    if isinstance(node.fn, Ref):
        return f"`{node.fn.path}`"
    return f"what is called as `{node.fn.name}`" if isinstance(node.fn, Var) else "what is called"
