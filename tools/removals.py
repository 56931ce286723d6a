"""Statements of a file that may be removed one by one, and the code that is left without one of them.

def visit(self, node):
    self.later.add(node)            may be removed
    count = len(self.later)         may not: what follows doesn't know `count`
    if count > LIMIT:               may be removed, with what it holds
        count = LIMIT
    return count                    may not: a function without its last return gives None, which says nothing
"""

import ast
from dataclasses import dataclass

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
KEPT = (
    *FUNCTIONS,
    ast.ClassDef,
    ast.Import,
    ast.ImportFrom,
    ast.Global,
    ast.Nonlocal,
    ast.Assert,
    ast.Pass,
    ast.With,
)


@dataclass(frozen=True)
class Removal:
    """A statement that is removed: where it stands, its first line of text, and the functions around it, the outermost first."""

    path: str
    line: int
    column: int
    text: str
    functions: tuple[tuple[str, int], ...]


def removals(path):
    """All that may be removed in a file, in its order."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    found = []
    for function, around in functions_in(ast.parse(text), ()):
        for block in blocks_of(function):
            if len(block) == 1 and block is not function.body:
                continue  # the statement around it is removed as well
            found += [
                Removal(str(path), node.lineno, node.col_offset, lines[node.lineno - 1].strip(), around)
                for node in block
                if is_removable(node, function)
            ]
    return sorted(found, key=lambda one: (one.line, one.column))


def functions_in(node, around):
    """The functions within a node, each with the names and first lines of those around it and its own."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, FUNCTIONS):
            own = (*around, (child.name, first_line(child)))
            yield child, own
            yield from functions_in(child, own)
        else:
            yield from functions_in(child, around)


def first_line(function):
    """Where the code object of a function says that it begins: at its decorators."""
    return min(node.lineno for node in (function, *function.decorator_list))


def blocks_of(node):
    """The lists of statements of a function, without those of functions in it."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        block = getattr(node, name, [])
        if block and isinstance(block[0], ast.stmt):
            yield block
        for child in block:
            if not isinstance(child, (*FUNCTIONS, ast.ClassDef)):
                yield from blocks_of(child)


def is_removable(node, function):
    if isinstance(node, KEPT) or node is function.body[-1] and isinstance(node, (ast.Return, ast.Raise)):
        return False
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return False
    if isinstance(node, (ast.Assign, ast.AnnAssign, ast.For)) and getattr(node, "value", node) is not None:
        return names_bound(node) <= names_known(function, node.lineno)
    return not isinstance(node, ast.AnnAssign)


def names_bound(statement):
    """The variables that a statement is the one to define, if no other one does."""
    return {
        node.id
        for node in ast.walk(statement)
        if isinstance(node, ast.Name)
        and isinstance(node.ctx, ast.Store)
        and not isinstance(statement, ast.For)
    }


def names_known(function, line):
    """The parameters, and what is assigned above a line."""
    arguments = function.args
    every = [
        *arguments.posonlyargs,
        *arguments.args,
        *arguments.kwonlyargs,
        arguments.vararg,
        arguments.kwarg,
    ]
    assigned = {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.lineno < line
    }
    return assigned | {argument.arg for argument in every if argument}


class _Without(ast.NodeTransformer):
    def __init__(self, removal):
        self.place = removal.line, removal.column

    def visit(self, node):
        if isinstance(node, ast.stmt) and (node.lineno, node.col_offset) == self.place:
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)


def codes_without(removal):
    """The code objects of the functions around a removed statement, without it, by their names and first lines."""
    with open(removal.path, encoding="utf-8") as file:
        tree = _Without(removal).visit(ast.parse(file.read()))
    code, found = compile(tree, removal.path, "exec"), {}
    for key in removal.functions:
        code = next(inner for inner in codes_in(code) if (inner.co_name, inner.co_firstlineno) == key)
        found[key] = code
    return found


def codes_in(code):
    """The functions that are defined in a code object, also those in classes there."""
    for constant in code.co_consts:
        if hasattr(constant, "co_code"):
            yield constant
            if not constant.co_flags & 0x02:  # a class: its locals are no fast ones
                yield from codes_in(constant)
