"""Functions that are called: inlined, or made a function of the module for the kinds of their arguments.

A nested function is inlined where it is called, in the scope that it was defined in, so that it reads and (with
`nonlocal`) writes the variables of that scope as they are then.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, cast

from s2sad.errors import SourceNotFound
from s2sad.frontend.abstract_values import (
    Function,
    Gone,
    Lazy,
    Object,
    Once,
    Scope,
    Sequence,
    Table,
    Value,
    is_literal,
    unwrapped,
)
from s2sad.frontend.argument_binding import bind_arguments
from s2sad.frontend.call import Call
from s2sad.frontend.container_arguments import follow_objects, roots_passed
from s2sad.frontend.desugar.jumps import RESULT
from s2sad.frontend.expressions import expr
from s2sad.frontend.indexed_storage import holds_indexed, memory_of
from s2sad.frontend.known_functions import is_of_the_book
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import assign, writable
from s2sad.frontend.queries import captures_of, has_functions, holds_objects, is_made_here
from s2sad.frontend.sharing import check_length, check_opened, note_length
from s2sad.frontend.specialisation_keys import abstract, call_by_name, facts_of
from s2sad.frontend.syntax import (
    Prepared,
    generator_in,
    names_assigned_outside,
    prepare,
    stepped_names,
    traits,
)
from s2sad.frontend.user_classes import is_library, is_own_record
from s2sad.frontend.value_shapes import unflatten
from s2sad.frontend.varying_values import any_varies
from s2sad.ir import kinds as K
from s2sad.ir.nodes import UNDEFINED, Const, Location, Ref, Var

_SMALL = 160
_NESTED = 8
_REPEATED = 12
_DEEP = 12
_DEEPEST = 60


# --------------------------------------------------------------------------------- functions as values


def function_of(lowering: Lowering, function: Any, node: ast.AST | None) -> Function:
    """A Python function as a value; an error of its source is blamed on the call."""
    try:
        source = lowering.program.source_of(function)
    except SourceNotFound as error:
        where = lowering.location(node)
        if error.location is None or where is None:
            raise SourceNotFound(error.reason, error.hint, error.location or where) from error
        there = replace(cast(Location, error.location), callers=(*where.callers, where))
        raise SourceNotFound(error.reason, error.hint, there) from error
    defaults = tuple(default_value(function, i, v) for i, v in enumerate(function.__defaults__ or ()))
    keyword = {n: default_value(function, n, v) for n, v in (function.__kwdefaults__ or {}).items()}
    return Function(source.tree, None, function, defaults, keyword, is_last=function is lowering.last_method)


def ref_of(fn: Function) -> Ref:
    return Ref(fn.owner.__name__, fn.owner)


def is_plain(lowering: Lowering, fn: Function, bound: dict[str, Value]) -> bool:
    """Whether it can be called as it is: it lives outside, and gets nothing that varies."""
    if fn.scope is not None or has_functions(bound.values()) or has_arrays(lowering, bound):
        return False
    if lowering.program.whole and (is_of_the_book(fn.owner) or not is_library(fn.owner.__module__)):
        return False
    if any(holds_indexed(lowering, each) or isinstance(each, Lazy) for each in bound.values()):
        return False  # a generator has no list of its items before: it may have no end
    if is_own_record(fn.owner.__annotations__.get("return")):
        return False
    values = list(bound.values())
    return not any_varies(lowering, values) and not any([value in lowering.texts for value in values])


def has_arrays(lowering: Lowering, bound: dict[str, Value]) -> bool:
    """Whether arrays are passed, which the function may write to, or return parts of."""
    return any(K.is_array(lowering.kind(value)) for value in bound.values() if isinstance(value, Var))


# -------------------------------------------------------------------------------------------- inlining


def should_inline(lowering: Lowering, fn: Function, bound: dict[str, Value]) -> bool:
    if any(holds_objects(each) for each in bound.values()):
        depth = sum(frame is fn.node for frame in lowering.active)
        if depth:
            return depth < _NESTED and may_end(lowering, fn, bound)
        return not is_passed_on(lowering, bound) or traits(fn.node).size <= _SMALL // 4
    if is_of_the_book(fn.owner) and has_functions(
        bound.values()
    ):  # one call in what another one calls is no recursion
        return True
    if any(frame is fn.node for frame in lowering.active) or calls_itself(fn):
        return False
    if fn.scope is not None or len(lowering.active) == 0 or has_arrays(lowering, bound):
        return True
    return traits(fn.node).size <= _SMALL or has_functions(bound.values()) or has_dynamic(lowering, bound)


def calls_itself(fn: Function) -> bool:
    """Whether a function names itself; in a method a bare name of its own is that of another function."""
    around = fn.owner.__qualname__.rpartition(".")[0]
    is_method = fn.scope is None and around != "" and not around.endswith("<locals>")
    return traits(fn.node).calls_itself and not is_method


def is_passed_on(lowering: Lowering, bound: dict[str, Value]) -> bool:
    """Whether all objects among the arguments are records, of classes that are passed to recursive functions."""
    objects = [value for value in bound.values() if holds_objects(value)]
    known = lowering.program.sites.is_passed_on
    return all(unwrapped(value) is not value and known(value.cls) for value in objects)


def may_end(lowering: Lowering, fn: Function, bound: dict[str, Value]) -> bool:
    """Whether a recursive function may be written out: it gets parts of an object, which become fewer, as in a tree."""
    lowering.repeated[fn.node] += 1
    records = all(unwrapped(value) is not value for value in bound.values() if holds_objects(value))
    return not records and lowering.repeated[fn.node] <= _REPEATED and len(lowering.active) <= _DEEP


def has_dynamic(lowering: Lowering, bound: dict[str, Value]) -> bool:
    """Whether an argument has a structure that is worth keeping apart."""
    return any(
        isinstance(value, (Sequence, Table, Once)) or is_made_here(lowering, value)
        for value in bound.values()
    )


def inline(
    lowering: Lowering, fn: Function, bound: dict[str, Value], node: ast.AST | None, hint: str
) -> Value:
    if len(lowering.active) > _DEEPEST and lowering.active.count(fn.node) > _DEEPEST:
        reason = f"calls of `{fn.name}` are nested too deeply to be written out"
        raise lowering.refusal(
            node, reason, "make the recursion visible: a function that calls itself by name"
        )
    check_length(lowering, fn, node)
    scope = open_scope(lowering, fn)
    bound = {name: entered(lowering, scope, name, value, node) for name, value in bound.items()}
    before, written = len(lowering.kinds), len(lowering.written_at)
    lowering.called_at.append(id(node) if node else None)
    try:
        with activation(lowering, fn, scope, node):
            for name, value in bound.items():
                assign(lowering, name, value, node)
            value = body_value(lowering, fn, scope, hint)
        if is_of_the_book(fn.owner):  # it raises before it writes, or not at all
            lowering.written_at[written:] = [
                (lowering.out, len(lowering.out), target) for _, _, target in lowering.written_at[written:]
            ]
        return value
    finally:
        lowering.called_at.pop()
        note_length(lowering, fn, node, len(lowering.kinds) - before)


@contextmanager
def activation(lowering: Lowering, fn: Function, scope: Scope, node: ast.AST | None) -> Iterator[None]:
    """What is lowered within stands in a function that is called at a node; its names are gone afterwards."""
    outer, lowering.scope = lowering.scope, scope
    lowering.active.append(fn.node)
    try:
        with lowering.program.calls.call(outer, node):
            yield
    finally:
        lowering.active.pop()
        lowering.scope = outer
        if not traits(fn.node).has_functions:
            for name in scope.locals:
                lowering.env.pop(lowering.key(scope, name), None)


def run_program(
    lowering: Lowering,
    program: Any,
    args: list[Any],
    node: ast.AST | None,
    kwargs: dict[str, Value] | None = None,
    hint: str = "t",
) -> Value:
    """Write out a function of the library's own, as often as it stands within itself."""
    fn = function_of(lowering, program, node)
    return inline(lowering, fn, bind_arguments(lowering, fn, Call(node, args, kwargs or {})), node, hint)


def call_program(
    lowering: Lowering, program: Any, args: list[Any], node: ast.AST | None, hint: str = "t"
) -> Value:
    """Call a function of the library's own, as the user's are called."""
    call = Call(node, args, hint=hint)
    return lowering.dispatch.call_function(lowering, function_of(lowering, program, node), call)


def entered(lowering: Lowering, scope: Scope, name: str, value: Value, node: ast.AST | None) -> Value:
    """The value of a parameter in the body: an iterator that the body calls `next` on keeps its position, and a list or dict
    that it writes is an object of the running program."""
    if isinstance(value, Once) and scope.node is not None and name in stepped_names(scope.node):
        return lowering.dispatch.stepped(lowering, value, node)
    return writable(lowering, scope, name, value, node)


def open_scope(lowering: Lowering, fn: Function, prepared: Prepared | None = None) -> Scope:
    """The scope of a call. When a loop around it is lowered again it gets the same scope, so that what was learned of its names stays valid."""
    names = (prepared or prepare(fn.node)).names
    place = id(names), *lowering.called_at
    lowering.opened[place] += 1
    known = lowering.scopes_at.get((place, lowering.opened[place]))
    if known is not None and (known.owner, known.node, known.parent) == (fn.owner, fn.node, fn.scope):
        return known
    made = lowering.scopes_at[place, lowering.opened[place]] = Scope(
        owner=fn.owner,
        source=lowering.program.source_of(fn.owner) if fn.scope is None else fn.scope.source,
        parent=fn.scope,
        locals=names.locals,
        nonlocals=names.nonlocals,
        globals=names.globals,
        readonly=names.readonly,
        passed=names.passed,
        node=fn.node,
        is_last=fn.is_last,
    )
    return made


def body_value(lowering: Lowering, fn: Function, scope: Scope, hint: str) -> Value:
    """Lower the body in its scope; the value that it returns."""
    prepared = prepare(fn.node)
    if isinstance(fn.node, ast.Lambda):
        (value,) = prepared.body
        assert isinstance(value, ast.Expr)
        return expr(lowering, value.value, hint)
    check_supported(lowering, fn)
    lowering.env[lowering.key(scope, RESULT)] = Const(None if prepared.falls else UNDEFINED)
    for name in prepared.flags:
        lowering.env[lowering.key(scope, name)] = Const(False)
    lowering.dispatch.block(lowering, prepared.body)
    result = lowering.env.get(lowering.key(scope, RESULT), Const(UNDEFINED))
    if isinstance(result, Gone):
        raise lowering.mixed(fn.node)
    return result


def check_supported(lowering: Lowering, fn: Function) -> None:
    generator = generator_in(fn.node)
    if isinstance(fn.node, ast.AsyncFunctionDef):
        raise lowering.refusal(fn.node, "a coroutine is not differentiated", "write an ordinary function")
    if generator is not None:
        reason = "a generator is what is to be differentiated"
        raise lowering.refusal(generator, reason, "return a list: `list(...)` of it")


# ------------------------------------------------------------------------------------------- instances


def keeps_options(lowering: Lowering, fn: Function) -> bool:
    """Whether a function is specialised for the values of texts and truths among its arguments: functions of libraries and rules are."""
    return is_of_the_book(fn.owner) or lowering.program.calls.is_foreign(fn.owner)


def call_instance(
    lowering: Lowering, fn: Function, bound: dict[str, Value], node: ast.AST, hint: str, opens: bool = False
) -> Value:
    """A call of a function of the module, lowered once for each kind of call.

    With `opens`, the attributes of objects are passed, and those returned that the function writes.
    """
    if not opens:
        follow_objects(lowering, (*bound.values(), *captures_of(lowering, fn)), fn, node)
    objects: list[Object] = []
    values = [fn, *bound.values()]
    shape, atoms = abstract(lowering, values, objects if opens else None, keeps_options(lowering, fn))
    facts = facts_of(lowering, atoms)
    kinds = lowering.program.sites.passed((tuple(bound), shape, facts), tuple(map(lowering.kind, atoms)))
    roots = roots_passed(lowering, kinds)
    atoms += [memory_of(lowering, root) for root in roots]
    outside = names_assigned_outside(fn.node)
    with lowering.program.calls.call(lowering.scope, node):
        instance = lowering.program.instance(fn.name, tuple(bound), shape, facts, kinds, roots, len(outside))
    if objects:
        check_opened(lowering, instance, node)
    if roots or outside or lowering.program.writes_arrays(instance):  # it may write before it raises
        lowering.note_write(fn)
    targets = call_by_name(lowering, instance.name, atoms, instance.facts, node, hint)
    if instance.facts and instance.facts[0][0] == K.BOTTOM:
        lowering.dead = True  # no call is known to come back, until it is lowered again
        return Const(UNDEFINED)
    result = unflatten(instance.shape, list(targets))
    if not outside and not instance.written:
        return result
    assert isinstance(result, Sequence)
    value, *left = result.items
    if fn.scope is not None:
        assign_outside(lowering, fn.scope, dict(zip(outside, left)))
        left = left[len(outside) :]
    for (number, name), item in zip(instance.written, left):
        lowering.env[id(objects[number]), name] = item
        lowering.note_write(objects[number])
    return value


def assign_outside(lowering: Lowering, scope: Scope, values: dict[str, Value]) -> None:
    """Assign the results of a function of the module that are values of names around it."""
    for name, value in values.items():
        holder = scope.holder(name)
        assert holder is not None
        lowering.env[lowering.key(holder, name)] = value


def default_value(function: Any, place: Any, value: Any) -> Value:
    """A parameter's default: a literal where it is one, otherwise the object."""
    if is_literal(value):
        return Const(value)
    if isinstance(value, tuple) and all(is_literal(item) for item in value):
        return Sequence(tuple(Const(item) for item in value))
    where = f"__defaults__[{place}]" if isinstance(place, int) else f"__kwdefaults__[{place!r}]"
    return Ref(f"{function.__name__}.{where}", value)
