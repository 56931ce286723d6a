"""Control flow: each entry with blocks as natural Python."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any

from s2sad.backend.exits import loop_with_rest
from s2sad.backend.python_expressions import LOAD, STORE, expression, parameters_of
from s2sad.backend.python_statements import commented, copies, unpacking
from s2sad.backend.sequence import Rest, after_loop, carried, handing, sequence
from s2sad.backend.statement_lists import has_code, if_statement, negated, nonempty
from s2sad.backend.uses import stem, vanishes
from s2sad.backend.writer import Regions, Writer
from s2sad.ir.nodes import (
    UNDEFINED,
    Atom,
    Block,
    Closure,
    Const,
    Entry,
    For,
    Function,
    If,
    Node,
    Try,
    Var,
    While,
    With,
)
from s2sad.ir.operations import operation_of
from s2sad.ir.tree_walks import is_name


def branch(writer: Writer, node: If) -> list[ast.stmt]:
    then = sequence(writer, node.then.entries, 0, handing(writer, node.targets, node.then))
    orelse = sequence(writer, node.orelse.entries, 0, handing(writer, node.targets, node.orelse))
    return if_statement(expression(writer, node.cond), then, orelse)


def returning(writer: Writer, function: Function) -> list[ast.stmt]:
    """The body of a function, with its `return`s."""
    results = function.body.results

    def finish() -> list[ast.stmt]:
        atoms = [writer.resolve(atom) for atom in results]
        if any(type(atom) is Const and atom.value is UNDEFINED for atom in atoms):
            message = ast.Constant("a variable is returned that was not assigned")
            return [ast.Raise(ast.Call(ast.Name("UnboundLocalError", LOAD), [message], []), None)]
        return [ast.Return(structured(writer, function.structure, iter(atoms)))]

    def wants(node: If) -> bool:
        atoms = [writer.resolve(atom) for atom in results]
        if any(atom in writer.folds.nested for atom in atoms if type(atom) is Var):
            return False
        return any(atom in node.targets and not is_one_variable(writer, node, atom) for atom in atoms)

    statements = without_names(sequence(writer, function.body.entries, 0, Rest(finish, wants)))
    statements = without_last_none(statements) if returns_nothing(statements) else statements
    return nonempty(statements)


def is_one_variable(writer: Writer, node: If, target: Atom) -> bool:
    """Whether both branches assign what is one variable to the user."""
    at = node.targets.index(target)
    results = node.then.results[at], node.orelse.results[at]
    name = writer.names[node.targets[at]]
    return not vanishes(node.targets[at].name) and all(
        type(atom) is Var and stem(writer.names.get(atom, "")) == stem(name) for atom in results
    )


def structured(writer: Writer, structure: Any, atoms: Any) -> ast.expr:
    if structure == "one":
        return expression(writer, next(atoms))
    return ast.Tuple([structured(writer, part, atoms) for part in structure], LOAD)


# ---------------------------------------------------------------------------------------------- loops


def loop_of(writer: Writer, node: For | While, orelse: list[ast.stmt] | None = None) -> list[ast.stmt]:
    """The statements of a loop, with what comes before and after it."""
    out = copies(writer, carried(writer, node, node.inits))
    made = for_loop(writer, node) if isinstance(node, For) else while_loop(writer, node)
    made.orelse = orelse or []
    return [*out, *commented([made], node), *after_loop(writer, node)]


def for_loop(writer: Writer, node: For) -> ast.For:
    target, body = loop_target(writer, node)
    return ast.For(target, expression(writer, node.iterable), nonempty(loop_body(writer, node, body)), [])


def loop_target(writer: Writer, node: For) -> tuple[ast.expr, Block]:
    """What a loop assigns its items to: `for i, x in …` where an item is unpacked first of all."""
    body = node.body
    target: ast.expr = ast.Name(writer.names[node.item], STORE)
    first = body.entries[0] if body.entries else None
    if type(first) is Entry and operation_of(first) == "unpack":
        if first.args[0] == node.item and writer.folds.uses[node.item] == 1:
            target = unpacking(writer, first)
            body = Block(nested_unpacking(writer, target, first, body.entries[1:]), body.results)
    return target, body


def nested_unpacking(
    writer: Writer, target: Any, unpack: Entry, entries: tuple[Node, ...]
) -> tuple[Node, ...]:
    """Put the unpacking of an unpacked item into the target as well: `for i, (a, b) in …`."""
    while entries and type(first := entries[0]) is Entry and operation_of(first) == "unpack":
        source = first.args[0]
        if source not in unpack.targets or writer.folds.uses[source] != 1:
            break
        at = unpack.targets.index(source)
        if isinstance(target.elts[at], ast.Starred):
            break
        target.elts[at] = unpacking(writer, first)
        entries = entries[1:]
    return entries


def while_loop(writer: Writer, node: While) -> ast.While:
    head = sequence(writer, node.cond.entries, 0, Rest(list, lambda node: False))
    test = expression(writer, node.cond.results[0])
    if not has_code(head):
        return ast.While(test, nonempty(loop_body(writer, node, node.body)), [])
    stop = if_statement(negated(test), [ast.Break()], [])
    return ast.While(ast.Constant(True), [*head, *stop, *loop_body(writer, node, node.body)], [])


def loop_body(writer: Writer, node: For | While, body: Block) -> list[ast.stmt]:
    flag = body.results[-1] if node.stops else None

    def finish() -> list[ast.stmt]:
        stop = writer.resolve(flag) if flag is not None else Const(False)
        exits = writer.exits.get(id(node))
        if exits is not None and stop == Const(True):
            return exits()
        out = copies(writer, carried(writer, node, body.results))
        if type(stop) is not Const:
            return out + if_statement(expression(writer, stop), [ast.Break()], [])
        return [*out, ast.Break()] if stop.value else out

    def wants(last: If) -> bool:
        return flag is not None and writer.resolve(flag) in last.targets

    return sequence(writer, body.entries, 0, Rest(finish, wants))


# ---------------------------------------------------------------------------------------------- other


def attempt(writer: Writer, node: Try) -> list[ast.stmt]:
    body = nonempty(sequence(writer, node.body.entries, 0, handing(writer, node.targets, node.body)))
    handlers = [
        ast.ExceptHandler(
            expression(writer, handler.kind),
            writer.names[handler.name] if handler.name and handler.name in writer.folds.uses else None,
            nonempty(
                sequence(writer, handler.block.entries, 0, handing(writer, node.targets, handler.block))
            ),
        )
        for handler in node.handlers
    ]
    return [ast.Try(body, handlers, [], [])]


def within(writer: Writer, node: With) -> list[ast.stmt]:
    is_used = node.bound is not None and node.bound in writer.folds.uses
    bound = ast.Name(writer.names[node.bound], STORE) if is_used else None
    body = nonempty(sequence(writer, node.body.entries, 0, handing(writer, node.targets, node.body)))
    return [ast.With([ast.withitem(expression(writer, node.manager), bound)], body)]


def closure(writer: Writer, node: Closure) -> list[ast.stmt]:
    parameters = parameters_of(writer, node.function, writer.captures.bound.get(node.target, ()))
    body = with_doc(node.function, returning(writer, node.function))
    return [function_definition(writer.names[node.target], parameters, body)]


def without_names(statements: list[ast.stmt]) -> list[ast.stmt]:
    """`return x` instead of `result = x; return result`, where the compiler made that name."""
    out: list[ast.stmt] = []
    for statement in statements:
        for block in ("body", "orelse"):
            if not isinstance(statement, ast.FunctionDef) and getattr(statement, block, None):
                setattr(statement, block, without_names(getattr(statement, block)))
        before = out[-1] if out else None
        if (
            isinstance(statement, ast.Return)
            and isinstance(before, ast.Assign)
            and hasattr(before, "vanishes")
        ):
            if isinstance(statement.value, ast.Name) and is_name(before.targets[0], statement.value.id):
                statement.value = before.value
                if hasattr(before, "comment"):
                    statement.comment = before.comment  # type: ignore[attr-defined]
                out.pop()
        out.append(statement)
    return out


def returns_nothing(statements: list[ast.stmt]) -> bool:
    """Whether all that a function returns is None; then its `return`s don't say so."""
    nodes = returns_in(statements)
    return all(isinstance(node.value, ast.Constant) and node.value.value is None for node in nodes)


def returns_in(statements: Sequence[ast.stmt]) -> Iterator[ast.Return]:
    """The `return`s among statements, and in the blocks of these."""
    for statement in statements:
        if isinstance(statement, ast.Return):
            yield statement
        for name in ("body", "orelse", "finalbody", "handlers"):
            yield from returns_in(getattr(statement, name, ()))


def without_last_none(statements: list[ast.stmt]) -> list[ast.stmt]:
    return statements[:-1] if statements and isinstance(statements[-1], ast.Return) else statements


def with_doc(function: Function, body: list[ast.stmt]) -> list[ast.stmt]:
    return [ast.Expr(ast.Constant(function.doc)), *body] if function.doc else body


def function_definition(name: str, parameters: ast.arguments, body: list[ast.stmt]) -> ast.FunctionDef:
    # Python 3.12 and later want `type_params`
    return ast.FunctionDef(name, parameters, body, [], None, type_params=[])  # type: ignore[call-arg]


REGIONS = Regions(loop_of, loop_with_rest, {If: branch, Try: attempt, With: within, Closure: closure})
"""How entries that hold blocks are written."""
