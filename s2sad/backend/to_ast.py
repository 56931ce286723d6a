"""A module of the Wengert list as a syntax tree of Python."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from s2sad.backend.absent_first import with_absent_first
from s2sad.backend.captures import find_captures
from s2sad.backend.coalesce import coalesce
from s2sad.backend.comprehensions import with_comprehensions
from s2sad.backend.control import REGIONS, function_definition, returning, with_doc
from s2sad.backend.inline_expressions import Folds, fold
from s2sad.backend.python_expressions import parameters_of
from s2sad.backend.python_statements import Comment
from s2sad.backend.references import Environment, Import, References
from s2sad.backend.remarks import settle_remarks
from s2sad.backend.uses import stem
from s2sad.backend.writer import Writer
from s2sad.ir.nodes import (
    UNDEFINED,
    Atom,
    Const,
    For,
    Function,
    If,
    Module,
    Node,
    Try,
    Var,
    While,
    With,
    atoms_of,
    blocks_of,
)
from s2sad.ir.rewrite import walk


@dataclass
class Emitted:
    """What was written: the tree, and what the text can't say.

    Comments are `Comment` statements of the tree, and `comment` attributes of others. `extras` are objects that can't be
    imported, by the names that the text has for them. `environments` tell, for each function, in which globals, with which
    closure cells and helpers it runs.
    """

    tree: ast.Module
    extras: dict[str, Any]
    environments: dict[str, Environment]
    imports: tuple[Import, ...]


def emit(module: Module, style: str = "folded") -> Emitted:
    """The module as a syntax tree, with what is needed to run it."""
    references = References(module)
    names = {function.name for function in module.functions}
    functions: list[ast.stmt] = [
        _function(function, style, references.environments[function.name], names, module.arrays)
        for function in module.functions
    ]
    head = imports(references.imports)
    tree = ast.Module(body=[*head, *functions], type_ignores=[])
    return Emitted(tree, references.extras, references.environments, tuple(references.imports))


def _function(
    function: Function, style: str, env: Environment, functions: set[str], arrays: bool
) -> ast.stmt:
    folds = fold(function, style)
    captures = find_captures(function)
    reserved = env.heads | functions
    names = coalesce(function, folds, reserved, style, captures)
    if _nest_late(function, folds, names):
        names = coalesce(function, folds, reserved, style, captures)
    writer = Writer(
        names, folds, env, REGIONS, captures, _copied_unassigned(function, names), with_arrays=arrays
    )
    parameters = parameters_of(writer, function)
    body = _without_idle_comments(returning(writer, function))
    if style != "flat":
        settle_remarks(body)
    if style == "folded" and any(isinstance(node, For) for node in walk(function.body)):
        body = with_comprehensions(body)
    if style == "folded":
        body = with_absent_first(body)
    return function_definition(function.name, parameters, with_doc(function, body))


def _nest_late(function: Function, folds: Folds, names: dict[Var, str]) -> bool:
    """Nest what a block hands on, and would have to be copied, into that copy.

    So is the next version of a variable, which has another name only because the old one is read after it.
    """
    nested = False
    for node in walk(function.body) if folds.late else ():
        for target, result in _results_of(node):
            if type(result) is Var and result in folds.late and result not in folds.nested:
                late = folds.late[result]
                base = stem(names[target])
                reads = {names.get(atom) for atom in atoms_of(late) if type(atom) is Var}
                if names[result] != names[target] or base != names[target] and base in reads:
                    folds.nested[result] = late
                    nested = True
    return nested


def _results_of(node: Node) -> list[tuple[Var, Atom]]:
    if isinstance(node, (For, While)):
        return list(zip(node.params, node.body.results))
    if isinstance(node, If):
        return [*zip(node.targets, node.then.results), *zip(node.targets, node.orelse.results)]
    return []


def _copied_unassigned(function: Function, names: dict[Var, str]) -> set[str]:
    """The names that may be unassigned where they are copied to others: they are None instead."""
    takers: dict[Var, list[Var]] = {}
    givers: dict[Var, list[Var]] = {}
    found: set[Var] = set()
    for node in walk(function.body):
        for var, atom in _handed(node):
            if type(atom) is Var:
                takers.setdefault(atom, []).append(var)
                givers.setdefault(var, []).append(atom)
            elif type(atom) is Const and atom.value is UNDEFINED:
                found.add(var)
    copied: set[Var] = set()
    unassigned = list(found)
    for var in unassigned:
        for taker in takers.get(var, ()):
            if names.get(taker) != names.get(var):
                copied.add(var)
            if taker not in found:
                found.add(taker)
                unassigned.append(taker)
    needed = list(copied)
    for var in needed:
        for giver in givers.get(var, ()):
            if giver in found and giver not in copied:
                copied.add(giver)
                needed.append(giver)
    return {names[var] for var in copied if var in names}


def _handed(node: Node) -> Iterable[tuple[Var, Atom]]:
    """What gets its value from what when blocks begin and end."""
    if isinstance(node, (For, While)):
        yield from zip(node.params, node.inits)
        yield from zip(node.params, node.body.results)
        yield from zip(node.targets, node.params)
    elif isinstance(node, (If, Try, With)):
        for block in blocks_of(node):
            yield from zip(node.targets, block.results)


def _without_idle_comments(body: list[ast.stmt]) -> list[ast.stmt]:
    """Without headings of nothing: several in a row, or in a function that is a line or two long."""
    lines = sum(not isinstance(statement, Comment) for statement in body)
    following = [*body[1:], None]
    return [
        one
        for one, after in zip(body, following)
        if not isinstance(one, Comment)
        or (lines > 2 and after is not None and not (is_heading(one) and isinstance(after, Comment)))
    ]


def is_heading(comment: Comment) -> bool:
    """Whether it says what the lines below do, and not for which arrays the function is right."""
    return comment.text.endswith(" sweep")


def imports(found: Iterable[Import]) -> list[ast.stmt]:
    """The head of the module: plain imports first, each by name."""
    plain = sorted((one for one in found if one.attribute is None), key=lambda one: one.module)
    by_name = sorted(
        (one for one in found if one.attribute), key=lambda one: (one.module, one.attribute or "")
    )
    out: list[ast.stmt] = []
    for one in plain:
        alias = ast.alias(one.module, None if one.name == one.module else one.name)
        out.append(ast.Import([alias]))
    groups: dict[str, list[ast.alias]] = {}
    for one in by_name:
        alias = ast.alias(one.attribute or "", None if one.name == one.attribute else one.name)
        groups.setdefault(one.module, []).append(alias)
    out += [ast.ImportFrom(module, aliases, 0) for module, aliases in groups.items()]
    return out
