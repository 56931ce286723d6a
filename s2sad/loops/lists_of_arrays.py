"""Lists and tuples of arrays, whose items are known one by one.

rows = list_of a b           nothing is made
u = getitem rows 1           u is another name of b
t = $np.stack rows           for what takes the list as it is, one is made of the arrays
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from s2sad.analysis.effects import effect_of
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Node, Var, blocks_of
from s2sad.ir.operation import Effect
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import walk
from s2sad.loops.state import Loops


def entry_of_lists(loops: Loops, node: Entry, name: str | None) -> bool:
    """Lists and tuples of arrays, whose items are known one by one; whether an entry is about these."""
    if name in ("tuple_of", "list_of"):
        loops.lists[node.targets[0]] = [loops.atoms.get(atom, atom) for atom in node.args]
        return any(loops.is_array(atom) or holds_arrays(loops, atom) for atom in node.args)
    if name == "append" and node.args[0] in loops.lists:
        items = loops.lists[node.args[0]]
        is_of_arrays = loops.is_array(node.args[1])
        items.append(node.args[1])
        return is_of_arrays
    if name == "append":
        forget_list(loops, node.args[0])
    if name == "getitem" and node.args[0] in loops.lists:
        place = loops.value(node.args[1])
        items = loops.lists[node.args[0]]
        if isinstance(place, Const) and type(place.value) is int and -len(items) <= place.value < len(items):
            name_again(loops, node.targets[0], items[place.value])
            return True
        part = slice_of(loops, node.args[1])
        if part is not None and loops.facts.kind(node.args[0]).name == "tuple":
            return is_tuple_of(loops, node.targets[0], items[part])
    if name == "add" and loops.facts.kind(node.targets[0]).name == "tuple":
        one, other = (known_items(loops, atom) for atom in node.args)
        if one is not None and other is not None:
            return is_tuple_of(loops, node.targets[0], [*one, *other])
    if name == "unpack" and node.args[0] in loops.lists and node.args[2] == Const(None):
        for target, atom in zip(node.targets, loops.lists[node.args[0]]):
            name_again(loops, target, atom)
        return True
    return False


def slice_of(loops: Loops, atom: Atom) -> slice | None:
    """A slice whose ends are known."""
    made = loops.definitions.get(atom) if isinstance(atom, Var) else None
    if made is None or operation_of(made) != "slice":
        return None
    ends = [loops.constant(end) for end in made.args]
    return None if None in ends else slice(*[end.value for end in ends])


def known_items(loops: Loops, atom: Atom) -> list[Atom] | None:
    """The items of a tuple; None if they aren't known."""
    known = loops.constant(atom)
    if known is not None and isinstance(known.value, tuple):
        return list(map(Const, known.value))
    return loops.lists.get(atom)


def is_tuple_of(loops: Loops, target: Var, items: list[Atom]) -> bool:
    """Take a variable for a tuple of items, as if it had been made of these."""
    made = Entry((target,), op("tuple_of"), tuple(items))
    loops.definitions[target], loops.lists[target] = made, items
    if not holds_arrays(loops, target):
        loops.out.append(replace(made, args=tuple(map(loops.value, items))))
    return True


def name_again(loops: Loops, target: Var, atom: Atom) -> None:
    """A variable is another name of what is there."""
    if loops.is_array(atom):
        loops.env[target] = loops.env[atom]
    elif atom in loops.lists:
        loops.lists[target] = loops.lists[atom]
        loops.atoms[target] = atom
    else:
        loops.atoms[target] = loops.atoms.get(atom, atom)


def holds_arrays(loops: Loops, atom: Atom) -> bool:
    return any(loops.is_array(part) or holds_arrays(loops, part) for part in loops.lists.get(atom, ()))


def rebuilt(loops: Loops, atom: Atom) -> Atom:
    """A list or tuple of arrays, for a call that takes it as it is."""
    name = "tuple_of" if loops.facts.kind(atom).name == "tuple" else "list_of"
    return loops.emit(name, *made_of(loops, loops.lists[atom]))


def made_of(loops: Loops, atoms: Sequence[Atom]) -> tuple[Atom, ...]:
    """Atoms of the list, of which arrays, and lists that hold some, are made."""
    return tuple(
        rebuilt(loops, atom) if holds_arrays(loops, atom) else loops.atom(loops.value(atom), hint_of(atom))
        for atom in atoms
    )


def hint_of(atom: Atom) -> str:
    return atom.name if isinstance(atom, Var) else "t"


def forget_lists(loops: Loops, node: Node) -> None:
    """Nothing is known of lists that get items in a branch or loop."""
    for block in blocks_of(node):
        for inner in walk(block):
            if isinstance(inner, Entry) and writes_to_list(loops, inner):
                forget_list(loops, inner.args[0])


def writes_to_list(loops: Loops, node: Entry) -> bool:
    if not node.args or effect_of(node) in (Effect.SHOWING,) or effect_of(node) < Effect.WRITING:
        return False
    return not loops.is_array(node.args[0]) and not K.is_array(loops.facts.kind(node.args[0]))


def forget_list(loops: Loops, container: Atom) -> None:
    """Nothing is known of a list any more; of none, where it isn't known which one it is."""
    if loops.lists.pop(container, None) is None:
        for var in list(loops.lists):
            if loops.facts.kind(var).name != "tuple":
                del loops.lists[var]
