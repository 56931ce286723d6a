"""Functions of the module are written out where they are called, so that what they do with arrays is loops as well.

t = f x y           f's entries, with x and y in the place of its parameters
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


def written_out(module: Module, names: Names) -> Function:
    """The main function without calls of other functions of the module."""
    left = [_MOST_ENTRIES]

    def block(inner: Block, within: tuple[str, ...]) -> Block:
        entries: list[Node] = []
        new: dict[Var, Atom] = {}
        for node in inner.entries:
            node = _with(node, new)
            if isinstance(node, Entry) and isinstance(node.fn, FunctionRef):
                body = block(_body(_called(module, node), node, names.fresh, left), _deeper(node, within))
                entries += body.entries
                new.update(zip(node.targets, body.results))
            elif isinstance(node, Entry):
                _check_named(node)
                entries.append(node)
            else:
                entries.append(with_blocks(node, lambda each: block(each, within)))
        return Block(tuple(entries), substitute(Block((), inner.results), new).results)

    return replace(module.main, body=block(module.main.body, (module.main.name,)))


def _with(node: Node, new: dict[Var, Atom]) -> Node:
    return substitute(Block((node,)), new).entries[0] if new else node


def _called(module: Module, call: Entry) -> Function:
    assert isinstance(call.fn, FunctionRef)
    name = call.fn.name
    found = next((function for function in module.functions if function.name == name), None)
    if found is None:
        raise UnsupportedSyntax("a derivative that is taken inside of the function", WITHOUT, call.loc)
    return found


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


def _deeper(call: Entry, within: tuple[str, ...]) -> tuple[str, ...]:
    assert isinstance(call.fn, FunctionRef)
    if call.fn.name in within:
        raise UnsupportedSyntax(f"`{call.fn.name}` calls itself", WITHOUT, call.loc)
    return (*within, call.fn.name)


def _check_named(node: Entry) -> None:
    """A function that a solver or checkpoint is given by name stays one."""
    if functions_named(node):
        raise UnsupportedSyntax("a function that is given to a solver, or is checkpointed", WITHOUT, node.loc)
