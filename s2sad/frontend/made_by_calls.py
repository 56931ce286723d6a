"""What functions of the user's make that get nothing active: they are called as they are, unless what they made is written.

def start(n): return {"m": np.zeros(n), "t": 0}
state = start(3)                                    start(3) is called
state["m"][0] += x                                  the function is lowered again, and `start` with it

def unit(n): return Matrix(np.eye(n))
E = unit(2)                                         so too where an object meets others that are followed
E = E + A

a = forces(x)                                       so too where an array that it got takes up what varies
x += v
"""

from __future__ import annotations

import ast
from types import FunctionType, MethodType
from typing import Any

from s2sad.frontend.abstract_values import Value
from s2sad.frontend.call import Call
from s2sad.frontend.gone_through import reached
from s2sad.frontend.known_contents import contents_of
from s2sad.frontend.known_functions import read_by
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.user_classes import is_library, is_transparent
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Ref, Var


def made_by_call(lowering: Lowering, fn: Ref, call: Call) -> Value:
    """A call of a function as it is; where something active is written into what it gives, it is followed after all."""
    made = lowering.dispatch.plain_call(lowering, fn, call)
    if is_of_the_user(fn.value):
        lowering.callees[made] = code_of(fn.value)
        sites = lowering.made_at[made] = site_of_call(lowering, call.node)
        if makes_objects(fn.value, set()):
            lowering.makers |= sites
        for each in contents_of(lowering, call.values):
            if isinstance(each, Var) and K.may_be_array(lowering.kind(each)):
                lowering.lent.append((each, sites))
    return made


def follow_borrowers(lowering: Lowering, taker: Var) -> None:
    """An array or list takes up what varies: the calls that got it as they are, a view of it, or an item, are followed."""
    if lowering.lent:
        itself, has_items = reached(lowering, [taker]), lowering.kind(taker).name == "list"
        for lent, sites in lowering.lent:
            if not itself.isdisjoint(reached(lowering, [lent], made_from=has_items)):
                lowering.follow(sites)


def is_call_followed(lowering: Lowering, function: Any, node: ast.AST) -> bool:
    """Whether something active is written into what a call gives, or meets it, or the function is one whose calls are looked into."""
    if not is_of_the_user(function):
        return False
    sites = lowering.program.sites
    return sites.is_followed(site_of_call(lowering, node)) or code_of(function) in sites.looked_into


def look_into_callee(lowering: Lowering, made: Atom) -> None:
    """What a call gave is known only by what its function does: from the next attempt on all calls of it are followed."""
    callee = lowering.callees.get(made)
    if callee is not None:
        lowering.program.sites.looked_into.add(callee)
    lowering.follow_next(lowering.made_at.get(made, frozenset()))


def code_of(function: Any) -> Any:
    """The code of a function of the user's, which is one object however often the function is made."""
    return getattr(getattr(function, "__func__", function), "__code__", function)


def is_of_the_user(function: Any) -> bool:
    plain = function.__func__ if isinstance(function, MethodType) else function
    if isinstance(plain, type):  # other classes are followed from the start, if they can be
        return is_transparent(plain) and hasattr(plain, "__enter__")
    return isinstance(plain, FunctionType) and not is_library(plain.__module__)


def makes_objects(function: Any, seen: set[Any]) -> bool:
    """Whether a function, or one that it calls by name, may make objects of a class that is followed."""
    if isinstance(function, MethodType):
        if isinstance(function.__self__, type) and is_transparent(function.__self__):
            return True
        function = function.__func__
    if isinstance(function, type):
        return is_transparent(function)
    if not isinstance(function, FunctionType) or function in seen or is_library(function.__module__):
        return False
    seen.add(function)
    return any(makes_objects(named, seen) for named in read_by(function))


def site_of_call(lowering: Lowering, node: ast.AST | None) -> frozenset[int]:
    return lowering.program.sites.at((id(node), "call", tuple(lowering.called_at)))
