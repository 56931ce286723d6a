"""`with` statements.

A context manager that has nothing to do with active values stays one: `with np.errstate(...)`. Others are written out:

    @contextmanager                     log("begin")
    def section():                      try:
        log("begin")                        y = x * x
        try:                     →      finally:
            yield                           log("end")
        finally:
            log("end")

    with section(): y = x * x

Of an object with `__enter__` and `__exit__` these are called before and after (`desugar.managers`).
"""

from __future__ import annotations

import ast
import contextlib
import decimal
import threading
import warnings
from dataclasses import replace
from functools import partial
from types import FunctionType
from typing import Any

import numpy as np

from s2sad.errors import SourceNotFound
from s2sad.frontend.abstract_values import Managed, Object, Value
from s2sad.frontend.attributes import named_function
from s2sad.frontend.branches import merge_sides
from s2sad.frontend.call import Call
from s2sad.frontend.call_arguments import call_at
from s2sad.frontend.calls import call_value
from s2sad.frontend.class_dispatch import is_of_several
from s2sad.frontend.desugar.managers import ERROR, ending, inner_body, left, raising, suppressed
from s2sad.frontend.expressions import expr
from s2sad.frontend.generators import WithBody, go_through
from s2sad.frontend.loops import in_scope
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import assign, materialise
from s2sad.frontend.new_objects import new_object
from s2sad.frontend.object_variables import object_attribute
from s2sad.frontend.paths import lower_side
from s2sad.frontend.scope_analysis import own_nodes
from s2sad.frontend.side_effects import is_outside
from s2sad.frontend.statements import bind_target, statement
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.try_steps import statements
from s2sad.frontend.user_classes import is_of_a_library, is_transparent
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Block, Const, Ref, Var, With
from s2sad.ir.rewrite import walk

_ENDING_NOTHING = (
    *(open, decimal.localcontext, warnings.catch_warnings, np.errstate, np.printoptions),
    *(type(threading.Lock()), type(threading.RLock())),
)


def with_statement(lowering: Lowering, node: ast.With) -> None:
    call = node.items[0].context_expr
    called = called_class(lowering, call)
    if isinstance(call, ast.Call) and called is contextlib.suppress:
        statement(lowering, suppressed(node, call))
    elif isinstance(call, ast.Call) and called is contextlib.nullcontext:
        with_nothing(lowering, call, node)
    else:
        with_manager(lowering, node)


def called_class(lowering: Lowering, node: ast.expr) -> Any:
    function = named_function(lowering, node.func) if isinstance(node, ast.Call) else None
    return None if function is None else function.value


def bound(lowering: Lowering, value: Value, node: ast.With) -> None:
    """`with … as target`"""
    target = node.items[0].optional_vars
    if target is not None:
        bind_target(lowering, target, value, node)


def with_nothing(lowering: Lowering, call: ast.Call, node: ast.With) -> None:
    """`contextlib.nullcontext(value)`"""
    arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
    bound(lowering, expr(lowering, arguments[0]) if arguments else Const(None), node)
    statements(lowering, inner_body(node))


def with_manager(lowering: Lowering, node: ast.With) -> None:
    call = node.items[0].context_expr
    cls = called_class(lowering, call)
    value: Value
    if isinstance(call, ast.Call) and is_transparent(cls) and may_swallow(lowering, cls):
        value = new_object(lowering, cls, replace(call_at(lowering, call), node=node))
    else:
        value = expr(lowering, call)
    if isinstance(value, Managed):
        with_generator(lowering, value, node)
    elif isinstance(value, Object):
        with_object(lowering, value, value.cls, node)
    elif isinstance(value, Ref) and may_swallow(lowering, type(value.value)):
        with_object(lowering, value, type(value.value), node)
    else:
        check_manager(lowering, value, node)
        with_entry(lowering, value, node)


def check_manager(lowering: Lowering, value: Value, node: ast.With) -> None:
    """Its methods are known: it is of one class."""
    if is_of_several(lowering, value):
        reason = "a context manager is an object of one of several classes"
        raise lowering.refusal(node, reason, "write a `with` statement for each: `if isinstance(m, A): …`")


def with_entry(lowering: Lowering, value: Value, node: ast.With) -> None:
    """A context manager that is one in what is emitted too."""
    item = node.items[0]
    manager = materialise(lowering, value, item.context_expr)
    made_by = getattr(item.context_expr, "manager_class", None) or called_class(lowering, item.context_expr)
    may_end = not ends_nothing(lowering, value, made_by)
    if may_end:
        manager = emit(lowering, "unended", (manager,), item.context_expr)
    entered = lowering.var("t", K.OBJECT, False) if item.optional_vars else None
    if entered is not None and isinstance(value, Var):
        lowering.made_at[entered] = lowering.made_at.get(value, frozenset())

    def run() -> None:
        if entered is not None:
            bound(lowering, entered, node)
        statements(lowering, inner_body(node))

    side = lower_side(lowering, run, lowering.env)
    # What a step of a `try` statement raises is caught before the manager sees it.
    if may_end and any(side.env[guard.number] != lowering.env[guard.number] for guard in lowering.guards):
        reason = "a context manager that isn't known before the program runs may end exceptions in `try`"
        raise lowering.refusal(node, reason, "write the `try` statement within the `with` statement")
    targets, results = merge_sides(lowering, [side])
    block = Block(tuple(side.entries), tuple(results[0]))
    lowering.dead = lowering.dead or side.dead
    lowering.out.append(With(tuple(targets), manager, entered, block, lowering.location(node)))


def with_generator(lowering: Lowering, value: Managed, node: ast.With) -> None:
    """The body stands where the generator yields."""
    scope, depth = lowering.scope, lowering.depth
    key = (id(value), "entered")
    lowering.alive.append(value)
    lowering.env[key] = Const(False)

    def begin(entered: Value) -> None:
        if lowering.depth != depth or lowering.env[key] != Const(False):
            reason = "the generator of a context manager may yield more than once"
            raise lowering.refusal(node, reason, "let it yield once, outside of loops")
        lowering.env[key] = Const(True)
        in_scope(lowering, scope, lambda: bound(lowering, entered, node))

    run = partial(in_scope, lowering, scope, partial(statements, lowering, inner_body(node)))
    go_through(lowering, value.generator, WithBody(begin, run), False, node)


def with_object(lowering: Lowering, value: Value, cls: type, node: ast.With) -> None:
    """`__enter__`, the body, and `__exit__`."""
    exit_ = method(lowering, value, "__exit__", node)
    bound(lowering, call_value(lowering, method(lowering, value, "__enter__", node), Call(node, [])), node)
    name = f"%exit_{node.lineno}_{node.col_offset}"
    lowering.scope.locals |= {name, ERROR}
    assign(lowering, name, exit_, node)
    if may_swallow(lowering, cls):
        statement(lowering, ending(node, name))
        return
    if is_unseen(lowering, exit_, node):
        statements(lowering, inner_body(node))
    else:
        statement(lowering, raising(node, name))
    if not lowering.dead:
        statement(lowering, left(node, name))


def may_swallow(lowering: Lowering, cls: type) -> bool:
    """Whether `__exit__` of a class of the user's may end an exception: it returns something."""
    function = lowering.lookup(cls, "__exit__")
    if not isinstance(function, FunctionType) or is_of_a_library(cls):
        return False
    try:
        tree = lowering.program.source_of(function).tree
    except SourceNotFound:
        return False
    returned = [child.value for child in own_nodes(tree.body) if isinstance(child, ast.Return)]
    return any(v is not None and not (isinstance(v, ast.Constant) and not v.value) for v in returned)


def ends_nothing(lowering: Lowering, value: Value, called: Any) -> bool:
    """Whether a manager that is one in what is emitted is known to end no exception."""
    cls = type(value.value) if isinstance(value, Ref) else called
    if cls in _ENDING_NOTHING:
        return True
    function = lowering.lookup(cls, "__exit__") if isinstance(cls, type) else None
    return isinstance(function, FunctionType) and not is_of_a_library(cls) and not may_swallow(lowering, cls)


def method(lowering: Lowering, value: Value, name: str, node: ast.AST) -> Value:
    if isinstance(value, Ref):
        return Ref(f"{value.path}.{name}", getattr(value.value, name), value.scope)
    return object_attribute(lowering, value, name, node, "t")


def is_unseen(lowering: Lowering, exit_: Value, node: ast.AST) -> bool:
    """Whether nobody can see that `__exit__` didn't run after an exception: it only writes to what is lost."""
    if lowering.catching:
        return False

    def run() -> None:
        call_value(lowering, exit_, Call(node, [Const(None)] * 3))

    side = lower_side(lowering, run, lowering.env)
    return not any(is_outside(entry) for entry in walk(Block(tuple(side.entries), ())))
