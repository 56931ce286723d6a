"""One statement as several, each of which does one thing that may raise or be seen: for `try` statements.

    z = (y := 3 * x) + sqrt(step())              %1 = 3 * x
                                                 y = %1
                                         →       %2 = step()
                                                 %3 = sqrt(%2)
                                                 z = y + %3

What is evaluated before something that may change it gets a name of its own. Names with `%` can't clash with
the user's.
"""

from __future__ import annotations

import ast
from typing import Any

from s2sad.frontend.desugar.building import assigned, load, placed, store

_CHANGING = (ast.Call, ast.NamedExpr)
_WHOLE = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.JoinedStr)
_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Raise, ast.Assert)


def steps_of(node: ast.stmt, number: int) -> tuple[list[ast.stmt], list[str]]:
    """The statements that do one thing each, and the names that they need; new names are numbered from `number`."""
    steps = _Steps(node, number)
    if isinstance(node, _SIMPLE):
        steps.statement(node)
    else:
        steps.out.append(node)
    return steps.out, steps.names


def changes(node: ast.AST) -> bool:
    """Whether evaluating an expression may change what another one reads."""
    return any(isinstance(child, _CHANGING) for child in ast.walk(node))


class _Steps:
    def __init__(self, node: ast.AST, number: int) -> None:
        self.node = node
        self.number = number
        self.out: list[ast.stmt] = []
        self.names: list[str] = []

    def at(self, new: Any, node: ast.AST | None = None) -> Any:
        return placed(new, node or self.node)

    def fresh(self) -> str:
        self.number += 1
        self.names.append(f"%t{self.number}")
        return self.names[-1]

    def load(self, name: str, node: ast.AST) -> ast.expr:
        return self.at(load(name), node)

    def store(self, name: str, value: ast.expr) -> None:
        self.out.append(assigned(name, value, value))

    def named(self, value: ast.expr) -> ast.expr:
        """An expression under a name of its own."""
        if isinstance(value, ast.Constant) or (isinstance(value, ast.Name) and value.id[0] == "%"):
            return value
        name = self.fresh()
        self.store(name, value)
        return self.load(name, value)

    # --------------------------------------------------------------------------------------------- statements

    def statement(self, node: Any) -> None:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            targets: list[ast.expr] = node.targets if isinstance(node, ast.Assign) else [node.target]
            self.assign(targets, self.value(node.value))
        elif isinstance(node, ast.AugAssign) and changes(node):
            self.increase(node)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            self.out.append(self.at(ast.Expr(self.call(node.value)), node))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield) and node.value.value:
            value = self.value(node.value.value)
            given = ast.Yield(value if is_of_names(value) else self.named(value))
            self.out.append(self.at(ast.Expr(self.at(given)), node))
        elif isinstance(node, ast.Expr):
            self.out.append(self.at(ast.Expr(self.value(node.value)), node))
        elif isinstance(node, ast.Raise) and node.exc is not None:
            self.out.append(self.at(ast.Raise(self.value(node.exc), node.cause), node))
        elif isinstance(node, ast.Assert) and node.msg is None:
            self.out.append(self.at(ast.Assert(self.value(node.test), None), node))
        else:
            self.out.append(node)

    def increase(self, node: ast.AugAssign) -> None:
        """`target += value`: what stands there is read before the value is evaluated."""
        place: Any = node.target
        if isinstance(place, ast.Attribute):
            place = self.at(ast.Attribute(self.value(place.value), place.attr, ast.Store()), place)
        elif isinstance(place, ast.Subscript):
            container, index = self.each([place.value, place.slice])
            place = self.at(ast.Subscript(self.value(container), index, ast.Store()), place)
        read = self.at(type(place)(**{**dict(ast.iter_fields(place)), "ctx": ast.Load()}), place)
        old = self.fresh()
        self.store(old, read)
        value = self.value(node.value)
        self.out.append(self.at(ast.AugAssign(store(old), node.op, value), node))
        self.out.append(self.at(ast.Assign([place], self.load(old, node)), node))

    def assign(self, targets: list[ast.expr], value: ast.expr) -> None:
        if len(targets) > 1:
            value = self.named(value)
        for target in targets:
            parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else []
            if all(isinstance(part, ast.Name) for part in parts):
                self.out.append(self.at(ast.Assign([target], value)))
                continue
            names = [self.fresh() for _ in parts]
            self.out.append(self.at(ast.Assign([self.like(target, parts, names)], value)))
            for part, name in zip(parts, names):
                own = part.value if isinstance(part, ast.Starred) else part
                self.assign([own], self.load(name, own))

    def like(self, target: Any, parts: list[ast.expr], names: list[str]) -> ast.expr:
        """A tuple of names in the place of one of other targets."""
        stores: list[ast.expr] = [store(name) for name in names]
        for i, part in enumerate(parts):
            stores[i] = ast.Starred(stores[i], ast.Store()) if isinstance(part, ast.Starred) else stores[i]
        return self.at(ast.Tuple(stores, ast.Store()), target)

    # -------------------------------------------------------------------------------------------- expressions

    def value(self, node: Any) -> ast.expr:
        """An expression that calls nothing and assigns nothing any more."""
        if isinstance(node, _WHOLE) or not changes(node):
            return node
        if isinstance(node, ast.NamedExpr):
            self.store(node.target.id, self.value(node.value))
            return self.load(node.target.id, node)
        if isinstance(node, ast.Call):
            return self.named(self.call(node))
        if isinstance(node, (ast.IfExp, ast.BoolOp)):
            return self.chosen(node)
        if isinstance(node, ast.Compare) and len(node.ops) > 1:
            return self.named(node)
        return self.rebuilt(node)

    def rebuilt(self, node: Any) -> ast.expr:
        """The expression of the values of its parts."""
        fields = [name for name, part in ast.iter_fields(node) if is_expression(part)]
        parts = [part for name in fields for part in in_list(getattr(node, name))]
        done = iter(self.each(parts))
        new: dict[str, Any] = dict(ast.iter_fields(node))
        for name in fields:
            old = getattr(node, name)
            new[name] = [next(done) for _ in old] if isinstance(old, list) else next(done)
        return self.at(type(node)(**new), node)

    def each(self, nodes: list[Any]) -> list[Any]:
        """The values of expressions that are evaluated one after the other."""
        found = []
        for i, node in enumerate(nodes):
            value = self.value(node) if node is not None else None
            later = any(changes(other) for other in nodes[i + 1 :] if other is not None)
            found.append(self.named(value) if later and value is not None and not is_place(node) else value)
        return found

    def call(self, node: ast.Call) -> ast.expr:
        """A call whose arguments are evaluated before."""
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            return node
        func = node.func
        if isinstance(func, ast.Attribute) and changes(func.value) and not is_super(func.value):
            func = self.at(ast.Attribute(self.value(func.value), func.attr, func.ctx), func)
        found = self.each([*node.args, *(keyword.value for keyword in node.keywords)])
        values = [value if isinstance(value, (ast.Name, *_WHOLE)) else self.named(value) for value in found]
        count = len(node.args)
        keywords = [ast.keyword(k.arg, v) for k, v in zip(node.keywords, values[count:])]
        return self.at(ast.Call(func, values[:count], keywords), node)

    def chosen(self, node: Any) -> ast.expr:
        """`a if c else b`, `a and b`, `a or b` as branches."""
        name = self.fresh()
        if isinstance(node, ast.IfExp):
            test = self.named(self.value(node.test))
            branches = [self.branch(name, part) for part in (node.body, node.orelse)]
            self.out.append(self.at(ast.If(test, *branches), node))
            return self.load(name, node)
        first, *rest = node.values
        self.store(name, self.value(first))
        for part in rest:
            branch, test = self.branch(name, part), self.load(name, node)
            test = test if isinstance(node.op, ast.And) else self.at(ast.UnaryOp(ast.Not(), test), node)
            self.out.append(self.at(ast.If(test, branch, []), node))
        return self.load(name, node)

    def branch(self, name: str, value: ast.expr) -> list[ast.stmt]:
        outer, self.out = self.out, []
        self.store(name, self.value(value))
        made, self.out = self.out, outer
        return made


def is_expression(part: Any) -> bool:
    if isinstance(part, list):
        return bool(part) and all(item is None or isinstance(item, ast.expr) for item in part)
    return isinstance(part, ast.expr)


def is_of_names(node: ast.expr) -> bool:
    """Whether an expression is a name, a constant, or a tuple of these."""
    return all(
        isinstance(part, (ast.Name, ast.Constant, ast.Tuple, ast.expr_context)) for part in ast.walk(node)
    )


def in_list(part: Any) -> list[Any]:
    return part if isinstance(part, list) else [part]


def is_place(node: Any) -> bool:
    """Whether it stands for no value of its own: a slice, or a starred item."""
    return isinstance(node, (ast.Slice, ast.Starred))


def is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"
