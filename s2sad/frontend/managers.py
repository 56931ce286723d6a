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

Of an object with `__enter__` and `__exit__` these are called before and after. A manager that ends exceptions is a
`try` statement, because what follows runs with what the names held when the exception came.
"""

from __future__ import annotations

import ast
import contextlib
from functools import partial
from types import FunctionType
from typing import Any

from s2sad.errors import SourceNotFound
from s2sad.frontend.classes import is_of_a_library, is_transparent
from s2sad.frontend.exceptions import Exceptions
from s2sad.frontend.generators import WithBody
from s2sad.frontend.names_of import own_nodes
from s2sad.frontend.outside import is_outside
from s2sad.frontend.values import Managed, Object, Value
from s2sad.frontend.yields import placed
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Block, Const, Ref, With
from s2sad.ir.rewrite import walk

_ERROR = "%error"


class Managers(Exceptions):
    def stmt_With(self, node: ast.With) -> None:
        self.with_items(list(node.items), node.body, node)

    def with_items(self, items: list[ast.withitem], body: list[ast.stmt], node: ast.With) -> None:
        if not items:
            self.statements(body)
            return
        item, *rest = items
        inner: list[ast.stmt] = [ast.copy_location(ast.With(rest, body), node)] if rest else body
        called = self.called_class(item.context_expr)
        if called is contextlib.suppress:
            self.suppressed(item.context_expr, inner, node)
        elif called is contextlib.nullcontext:
            self.with_nothing(item, inner, node)
        else:
            self.with_manager(item, inner, node)

    def called_class(self, node: ast.expr) -> Any:
        function = self.named_function(node.func) if isinstance(node, ast.Call) else None
        return None if function is None else function.value

    def suppressed(self, call: Any, body: list[ast.stmt], node: ast.With) -> None:
        """`contextlib.suppress(…)` is `try: …; except …: pass`."""
        kinds = ast.Tuple(call.args, ast.Load())
        handler = ast.ExceptHandler(kinds, None, [ast.Pass()])
        self.stmt_Try(placed(ast.Try(body, [handler], [], []), node))

    def with_nothing(self, item: ast.withitem, body: list[ast.stmt], node: ast.With) -> None:
        """`contextlib.nullcontext(value)`"""
        arguments = [*item.context_expr.args, *(k.value for k in item.context_expr.keywords)]  # type: ignore[attr-defined]
        value = self.expr(arguments[0]) if arguments else Const(None)
        if item.optional_vars is not None:
            self.bind_target(item.optional_vars, value, node)
        self.statements(body)

    def with_manager(self, item: ast.withitem, body: list[ast.stmt], node: ast.With) -> None:
        cls = self.called_class(item.context_expr)
        value: Value
        if is_transparent(cls) and self.may_swallow(cls):
            args, kwargs = self.arguments(item.context_expr)  # type: ignore[arg-type]
            value = self.new_object(cls, args, kwargs, node)
        else:
            value = self.expr(item.context_expr)
        if isinstance(value, Managed):
            self.with_generator(value, item, body, node)
        elif isinstance(value, Object):
            self.with_object(value, value.cls, item, body, node)
        elif isinstance(value, Ref) and self.may_swallow(type(value.value)):
            self.with_object(value, type(value.value), item, body, node)
        else:
            self.with_entry(value, item, body, node)

    def with_entry(self, value: Value, item: ast.withitem, body: list[ast.stmt], node: ast.With) -> None:
        """A context manager that is one in what is emitted too."""
        manager = self.materialise(value, item.context_expr)
        bound = self.var("t", K.OBJECT, False) if item.optional_vars else None

        def run() -> None:
            if bound is not None and item.optional_vars is not None:
                self.bind_target(item.optional_vars, bound, node)
            self.statements(body)

        side = self.side(run, self.env)
        targets, results = self.merge_sides([side])
        block = Block(tuple(side.entries), tuple(results[0]))
        self.dead = self.dead or side.dead
        self.out.append(With(tuple(targets), manager, bound, block, self.location(node)))

    # ------------------------------------------------------------------------------------------- generators

    def with_generator(
        self, value: Managed, item: ast.withitem, body: list[ast.stmt], node: ast.With
    ) -> None:
        """The body stands where the generator yields."""
        scope, depth = self.scope, self.depth
        key = (id(value), "entered")
        self.alive.append(value)
        self.env[key] = Const(False)

        def begin(entered: Value) -> None:
            if self.depth != depth or self.env[key] != Const(False):
                reason = "the generator of a context manager may yield more than once"
                raise self.refusal(node, reason, "let it yield once, outside of loops")
            self.env[key] = Const(True)
            if item.optional_vars is not None:
                target = item.optional_vars
                self.in_scope(scope, lambda: self.bind_target(target, entered, node))

        run = partial(self.in_scope, scope, partial(self.statements, body))
        self.go_through(value.generator, WithBody(begin, run), False, node)

    # --------------------------------------------------------------------------------------------- objects

    def with_object(
        self, value: Value, cls: type, item: ast.withitem, body: list[ast.stmt], node: ast.With
    ) -> None:
        """`__enter__`, the body, and `__exit__`."""
        exit_ = self.method(value, "__exit__", node)
        entered = self.call(self.method(value, "__enter__", node), [], {}, node, "t")
        if item.optional_vars is not None:
            self.bind_target(item.optional_vars, entered, node)
        name = f"%exit_{node.lineno}_{node.col_offset}"
        self.scope.locals |= {name}
        self.assign(name, exit_, node)
        if self.may_swallow(cls):
            self.scope.locals |= {_ERROR}
            self.stmt_Try(placed(swallowing(name, body), node))
            return
        if self.is_unseen(exit_, node):
            self.statements(body)
        else:
            self.scope.locals |= {_ERROR}
            self.with_handlers(placed(ast.Try(body, [raising(name)], [], []), node))
        if not self.dead:
            self.statement(placed(ast.Expr(call_of(name, [ast.Constant(None)] * 3)), node))

    def may_swallow(self, cls: type) -> bool:
        """Whether `__exit__` of a class of the user's may end an exception: it returns something."""
        function = self.lookup(cls, "__exit__")
        if not isinstance(function, FunctionType) or is_of_a_library(cls):
            return False
        try:
            tree = self.program.source_of(function).tree
        except SourceNotFound:
            return False
        returned = [child.value for child in own_nodes(tree.body) if isinstance(child, ast.Return)]
        return any(v is not None and not (isinstance(v, ast.Constant) and not v.value) for v in returned)

    def method(self, value: Value, name: str, node: ast.AST) -> Value:
        if isinstance(value, Ref):
            return Ref(f"{value.path}.{name}", getattr(value.value, name), value.scope)
        return self.object_attribute(value, name, node, "t")

    def is_unseen(self, exit_: Value, node: ast.AST) -> bool:
        """Whether nobody can see that `__exit__` didn't run after an exception: it only writes to what is lost."""
        if self.catching:
            return False

        def run() -> None:
            self.call(exit_, [Const(None)] * 3, {}, node, "t")

        side = self.side(run, self.env)
        return not any(is_outside(entry) for entry in walk(Block(tuple(side.entries), ())))


def call_of(name: str, args: list[Any]) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), args, [])


def exit_with_error(name: str) -> ast.Call:
    """`exit(type(error), error, error.__traceback__)`"""
    error, kind = ast.Name(_ERROR, ast.Load()), ast.Constant(type)  # type: ignore[arg-type]
    trace = ast.Attribute(error, "__traceback__", ast.Load())
    return call_of(name, [ast.Call(kind, [error], []), error, trace])


def raising(name: str) -> ast.ExceptHandler:
    """The handler of a manager that doesn't end exceptions."""
    body: list[ast.stmt] = [ast.Expr(exit_with_error(name)), ast.Raise(None, None)]
    return ast.ExceptHandler(ast.Constant(BaseException), _ERROR, body)  # type: ignore[arg-type]


def swallowing(name: str, body: list[ast.stmt]) -> ast.Try:
    """The statement for a manager that may end exceptions."""
    again = ast.If(ast.UnaryOp(ast.Not(), exit_with_error(name)), [ast.Raise(None, None)], [])
    handler = ast.ExceptHandler(ast.Constant(BaseException), _ERROR, [again])  # type: ignore[arg-type]
    leave = ast.Expr(call_of(name, [ast.Constant(None)] * 3))
    return ast.Try(body, [handler], [leave], [])
