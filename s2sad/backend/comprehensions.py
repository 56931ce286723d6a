"""Loops that only fill a list are comprehensions.

    x_bar = []
    for v in x:                         x_bar = [2.0 * v for v in x]
        x_bar.append(2.0 * v)     →

The lists of the derivative, and those that the user has not filled by a loop. `[v for v in x]` is `[*x]`. In the same way
a dict that gets an item for each key is `{key: 0.0 for key in table}`.
"""

from __future__ import annotations

import ast
from collections import Counter
from typing import Any

from s2sad.backend.python_expressions import LOAD, STORE
from s2sad.backend.uses import is_derivative, stem
from s2sad.ir.tree_walks import is_name, nodes_in

_MOST = 2


def with_comprehensions(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a function with its loops that fill lists as comprehensions."""
    if not _fills_any(body):
        return body
    loads: Counter[str] = Counter()
    for node in nodes_in(body):
        if type(node) is ast.Name and isinstance(node.ctx, ast.Load):
            loads[node.id] += 1
    return _joined(body, loads)


def _fills_any(statements: list[Any]) -> bool:
    """Whether a loop that does no more than to add to a list or dict stands below one that is new."""
    new: list[str] = []
    for statement in statements:
        if type(statement) is ast.Assign:
            name = _new(statement)
            new += [] if name is None else [name]
        elif (
            new and type(statement) is ast.For and len(statement.body) <= _MOST and _filled(statement) in new
        ):
            return True
    return any(_fills_any(block) for statement in statements for block in _blocks(statement))


def _blocks(statement: Any) -> list[list[Any]]:
    """The blocks of a statement that has some."""
    if isinstance(statement, (ast.Assign, ast.AugAssign, ast.Expr)):
        return []
    found = [getattr(statement, part, None) for part in ("body", "orelse", "finalbody")]
    found += [handler.body for handler in getattr(statement, "handlers", ())]
    return [block for block in found if block]


def _joined(statements: list[Any], loads: Counter[str]) -> list[Any]:
    out: list[Any] = []
    made: Any = None
    for statement in statements:
        if out and out[-1] is made and _is_other_name(statement, made, loads):
            made.targets = statement.targets
            continue
        for part in ("body", "orelse", "finalbody"):
            if getattr(statement, part, None):
                setattr(statement, part, _joined(getattr(statement, part), loads))
        for handler in getattr(statement, "handlers", ()):
            handler.body = _joined(handler.body, loads)
        before = _begun(out, statement) if isinstance(statement, ast.For) else None
        made = None
        if before is not None and (made := _comprehension(out[before], statement, loads)) is not None:
            del out[before]
        out.append(statement if made is None else made)
    return out


def _is_other_name(statement: ast.stmt, made: Any, loads: Counter[str]) -> bool:
    """Whether a statement only gives what has just been made another name."""
    if (
        made is None
        or not isinstance(statement, ast.Assign)
        or not isinstance(statement.targets[0], ast.Name)
    ):
        return False
    name = made.targets[0].id
    return loads[name] == 1 and is_name(statement.value, name)


def _begun(out: list[Any], loop: ast.For) -> int | None:
    """Where the list or dict that a loop fills is made, above assignments that have nothing to do with it."""
    filled = _filled(loop) if len(loop.body) <= _MOST else None
    if filled is None:
        return None
    for i in range(len(out) - 1, -1, -1):
        if _new(out[i]) == filled:
            return i
        if not isinstance(out[i], ast.Assign) or any(is_name(node, filled) for node in nodes_in([out[i]])):
            return None
    return None


def _filled(loop: ast.For) -> str | None:
    """The name of what is added to by the last thing that a loop does in an iteration."""
    last: Any = loop.body[-1]
    holder = last.targets[0] if isinstance(last, ast.Assign) else getattr(last, "value", None)
    holder = holder.func if isinstance(holder, ast.Call) else holder
    held = holder.value if isinstance(holder, (ast.Attribute, ast.Subscript)) else None
    return held.id if isinstance(held, ast.Name) else None


def _comprehension(before: Any, loop: Any, loads: Counter[str]) -> ast.stmt | None:
    """The one statement for a new list or dict and the loop that fills it; None if the loop does anything else."""
    name = _new(before)
    if name is None or not isinstance(loop, ast.For) or loop.orelse or not _may_be_one(name, loop):
        return None
    is_list = isinstance(before.value, ast.List)
    found: tuple[Any, ...] | None
    found = _appended(name, loop.body, loads) if is_list else _stored(name, loop.body)
    if found is None or any(_reads(part, name) for part in (*found[:-1], loop.iter, loop.target)):
        return None
    statement = found[-1]
    value = _list_of(found[0], loop) if is_list else _dict_of(found[0], found[1], loop)
    made: Any = ast.Assign(before.targets, value)
    for attribute in ("origin", "comment"):
        for source in (statement, loop, before):
            if hasattr(source, attribute) and not hasattr(made, attribute):
                setattr(made, attribute, getattr(source, attribute))
    loads[name] -= 1
    return made


def _new(statement: Any) -> str | None:
    """The name that is given to an empty list or dict."""
    value = statement.value if isinstance(statement, ast.Assign) else None
    is_empty = (isinstance(value, ast.List) and not value.elts) or (
        isinstance(value, ast.Dict) and not value.keys
    )
    if not is_empty or not isinstance(statement.targets[0], ast.Name):
        return None
    return statement.targets[0].id


def _may_be_one(name: str, loop: Any) -> bool:
    """Whether it is no loop of the user's."""
    origin = getattr(loop, "origin", None)
    return is_derivative(name) or stem(name) == "saved" or origin is None or not origin.text.startswith("for")


def _appended(name: str, body: list[Any], loads: Counter[str]) -> tuple[Any, Any] | None:
    """What the body of a loop appends to a list, and the statement that says so; None if it does more than that."""
    append = body[-1]
    call = append.value if isinstance(append, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.keywords:
        return None
    target = call.func.value
    if call.func.attr != "append" or not isinstance(target, ast.Name) or target.id != name:
        return None
    if len(body) == 1:
        return call.args[0], append
    first = body[0]
    if len(body) > _MOST or not isinstance(first, ast.Assign) or not isinstance(first.targets[0], ast.Name):
        return None
    only = first.targets[0].id
    if not isinstance(call.args[0], ast.Name) or call.args[0].id != only or loads[only] != 1:
        return None
    return first.value, first


def _stored(name: str, body: list[Any]) -> tuple[Any, Any, Any] | None:
    """The key and the value that the body of a loop stores in a dict, and the statement that does it."""
    target = body[0].targets[0] if len(body) == 1 and isinstance(body[0], ast.Assign) else None
    if not isinstance(target, ast.Subscript) or not isinstance(target.value, ast.Name):
        return None
    return (target.slice, body[0].value, body[0]) if target.value.id == name else None


def _reads(node: ast.AST, name: str) -> bool:
    return any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(node))


def _list_of(item: Any, loop: ast.For) -> ast.expr:
    is_item = isinstance(item, ast.Name) and isinstance(loop.target, ast.Name) and item.id == loop.target.id
    if is_item:
        return ast.List([ast.Starred(loop.iter, LOAD)], LOAD)
    return ast.ListComp(item, [ast.comprehension(_target(loop, item), loop.iter, [], 0)])


def _target(loop: ast.For, item: ast.expr) -> ast.expr:
    """What a loop assigns its items to; `_` if nothing reads it."""
    is_read = not isinstance(loop.target, ast.Name) or _reads(item, loop.target.id)
    return loop.target if is_read or _reads(item, "_") else ast.Name("_", STORE)


def _dict_of(key: Any, value: Any, loop: ast.For) -> ast.expr:
    return ast.DictComp(key, value, [ast.comprehension(loop.target, loop.iter, [], 0)])
