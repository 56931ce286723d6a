"""Functions of the module are written out where they are called, so that what they do with arrays is loops as well.

t = f x y           f's entries, with x and y in the place of its parameters

Of functions that call one another in a circle one stays a function, and calls itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from s2sad.errors import TooLong, UnsupportedSyntax
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Entry, Function, FunctionRef, Module, Node, Var
from s2sad.ir.operations import functions_named
from s2sad.ir.rewrite import rename, substitute, walk, with_blocks
from s2sad.loops.state import WITHOUT

_MOST_ENTRIES = 20_000


def written_out(module: Module, names_for: Callable[[Function], Names]) -> tuple[Function, ...]:
    """The main function without calls of other functions of the module, and those that call themselves."""
    kept = circles(module)
    left = [_MOST_ENTRIES]

    def block(inner: Block, names: Names) -> Block:
        entries: list[Node] = []
        new: dict[Var, Atom] = {}
        for node in inner.entries:
            node = _with(node, new)
            if isinstance(node, Entry) and isinstance(node.fn, FunctionRef) and node.fn.name not in kept:
                body = block(_body(_called(module, node), node, names.fresh, left), names)
                entries += body.entries
                new.update(zip(node.targets, body.results))
            elif isinstance(node, Entry):
                if not isinstance(node.fn, FunctionRef):
                    _check_named(node)
                entries.append(node)
            else:
                entries.append(with_blocks(node, lambda each: block(each, names)))
        return Block(tuple(entries), substitute(Block((), inner.results), new).results)

    whole = [module.main, *(function for function in module.functions if function.name in kept)]
    return tuple([replace(function, body=block(function.body, names_for(function))) for function in whole])


def circles(module: Module) -> set[str]:
    """The functions at which circles of calls are entered first: every circle goes through one of them."""
    functions = {function.name: function for function in module.functions}
    found: set[str] = set()
    done: set[str] = set()

    def enter(name: str, within: tuple[str, ...]) -> None:
        done.add(name)
        for node in walk(functions[name].body):
            if not isinstance(node, Entry) or not isinstance(node.fn, FunctionRef):
                continue
            called = node.fn.name
            if called in (*within, name):
                found.add(called)
            elif called in functions and called not in done:
                enter(called, (*within, name))

    enter(module.main.name, ())
    return found


def _with(node: Node, new: dict[Var, Atom]) -> Node:
    return substitute(Block((node,)), new).entries[0] if new else node


def _called(module: Module, call: Entry) -> Function:
    assert isinstance(call.fn, FunctionRef)
    name = call.fn.name
    return next(function for function in module.functions if function.name == name)


def _body(function: Function, call: Entry, fresh: Callable[[str], str], left: list[int]) -> Block:
    """The body of a function with variables of its own, for a call."""
    left[0] -= sum(1 for _ in walk(function.body))
    if left[0] < 0:
        raise TooLong("the functions that are called are too long to be written out", WITHOUT, call.loc)
    values = {param.var: atom for param, atom in zip(function.params, call.args)}
    for param in function.params[len(call.args) :]:
        if param.default is not None:
            values[param.var] = param.default
    return rename(function.body, fresh, values)


def _check_named(node: Entry) -> None:
    """A function that a solver or checkpoint is given by name stays one."""
    if functions_named(node):
        raise UnsupportedSyntax("a function that is given to a solver, or is checkpointed", WITHOUT, node.loc)
