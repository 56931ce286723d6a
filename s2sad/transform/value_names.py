"""Temporaries bear the names of what they are.

    t = matmul h W                        h_W__t = matmul h W
    t_1 = add t b                         h_W_plus_b__t = add h_W__t b
    t_2 = getitem a t_ij           →      a_ij__t = getitem a t_ij
    t_3 = np.sqrt t_1                     x_i__t = np.sqrt h_W_plus_b__t
    setitem x i t_3                       setitem x i x_i__t

The `__t` says that the user gave no name: such a value is written inside of expressions, as `t` is. If it gets a line of its
own, it is `h_W` there, and its adjoint `h_W_bar`. A value of which nothing short can be said stays `t`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from s2sad.ir.names import MARK, Names, stem, without_mark
from s2sad.ir.nodes import Atom, Const, Entry, Function, FunctionRef, Module, Ref, Var
from s2sad.ir.operations import CALL, op, operation, operation_of
from s2sad.ir.rewrite import substitute, variables_of, walk

LONGEST = 16
LONGEST_OPERAND = 11

_BARE = re.compile(r"t(_\d+)?")
_OF_DERIVATIVES = re.compile(r"(bar|dot)(_\d+)?")
_BETWEEN = {
    **{"mul": "_", "matmul": "_", "add": "_plus_", "sub": "_minus_", "truediv": "_over_", "mod": "_mod_"},
    **{"lt": "_below_", "gt": "_above_", "le": "_to_", "ge": "_from_", "eq": "_is_", "ne": "_is_not_"},
    **{"is_in": "_in_", "not_in": "_not_in_"},
}
_STORING = ("setitem", "store")
_GENERAL = {"mul": "product", "matmul": "product", "truediv": "quotient", "sub": "difference"}
_POWERS = {2: "squared", 3: "cubed", 0.5: "root"}
_CALLED_BY_ARGUMENT = frozenset("float int asarray array".split())


def name_values(module: Module) -> Module:
    """The module in which temporaries bear the names of what they are."""
    names = Names(var.name for function in module.functions for var in variables_of(function))
    first, *others = module.functions
    named = _named(first, names, module.memories), *(_named(function, names) for function in others)
    return replace(module, functions=named)


def _named(function: Function, names: Names, memories: Collection[Atom] = ()) -> Function:
    """The function with such names; `memories` are the lists in which it has the values of places."""
    found: dict[Atom, str | None] = {}
    made: dict[Atom, Entry] = {}
    bare: list[Var] = []
    stored: dict[Atom, Entry] = {}
    for node in walk(function.body):
        if type(node) is not Entry:
            continue
        if operation_of(node) in _STORING:
            stored[node.args[2]] = node
        for target, single in _one_by_one(node):
            made[target] = single
            if _BARE.fullmatch(target.name):
                found[target] = description(single, found, made, memories)
                bare.append(target)
    new: dict[Var, Atom] = {}
    for var in bare:
        place = description(stored[var], found, made, memories) if var in stored else None
        text = place or found[var] or _GENERAL.get(operation_of(made[var]) or "")
        if text is not None:
            new[var] = Var(names.fresh(text + MARK))
    return replace(function, body=substitute(function.body, new, new)) if new else function


def _one_by_one(node: Entry) -> Iterator[tuple[Var, Entry]]:
    """What an entry makes, each with an entry that makes it alone: what is unpacked is read by its place."""
    if len(node.targets) == 1:
        yield node.targets[0], node
    elif operation_of(node) == "unpack" and node.args[2] == Const(None):
        for place, target in enumerate(node.targets):
            yield target, Entry((target,), op("getitem"), (node.args[0], Const(place)))


def description(
    node: Entry,
    found: Mapping[Atom, str | None],
    made: Mapping[Atom, Entry],
    memories: Collection[Atom] = (),
) -> str | None:
    """A name for what an entry computes, or where it writes, by the names of what it reads; None if it isn't short."""
    text = _Describing(found, made, memories).of_entry(node)
    if text is None or len(text) > LONGEST or not text.isidentifier():
        return None
    return None if _OF_DERIVATIVES.fullmatch(text.rpartition("_")[2]) else text


class _Describing:
    def __init__(
        self, found: Mapping[Atom, str | None], made: Mapping[Atom, Entry], memories: Collection[Atom]
    ) -> None:
        self.found, self.made, self.memories = found, made, memories

    def of_entry(self, node: Entry) -> str | None:
        name = operation_of(node)
        if name in ("getitem", *_STORING):
            return self.item(*node.args[:2])
        if name == "getattr":
            return self.attribute(self.operand(node.args[0]), node.args[1])
        if name == "neg":
            of = self.operand(node.args[0])
            return of and f"minus_{of}"
        if name == "pow":
            return self.power(*node.args)
        if name in _BETWEEN:
            return self.of_two(name, *node.args)
        if type(node.fn) is FunctionRef:
            return f"{node.fn.name.rstrip('_0123456789')}_result"
        return self.of_call(node) if operation(node) is CALL and type(node.fn) is Ref else None

    def attribute(self, of: str | None, attribute: Atom) -> str | None:
        """An attribute with what it is of, if that has a name; or by itself, if that is the object of a method, or both are long."""
        if of is None or type(attribute) is not Const:
            return None
        text = f"{of}_{attribute.value}"
        return str(attribute.value) if of == "__self__" or len(text) > LONGEST else text

    def operand(self, atom: Atom) -> str | None:
        """What an operand is called."""
        if type(atom) is Var:
            bare = _BARE.fullmatch(atom.name)
            name = self.found.get(atom) if bare else stem(without_mark(atom.name))
        elif type(atom) is Ref:
            name = atom.path.rpartition(".")[2]
        else:
            return None
        return name if name and name != "result" and len(name) <= LONGEST_OPERAND else None

    def of_two(self, name: str, left: Atom, right: Atom) -> str | None:
        """What an operator gives: of a number and another value, or of two values."""
        one, other = self.operand(left), self.operand(right)
        if one and other:
            if name in ("mul", "matmul") and any(map(self.is_product, (left, right))):
                return None
            if name in ("mul", "matmul") and one == other:
                return f"{one}_squared"
            return one + _BETWEEN[name] + other
        number, value = (left, other) if other else (right, one)
        if not value or type(number) is not Const:
            return None
        whole = _whole(number)
        if whole is not None and value == one and name not in ("mul", "truediv"):
            return f"{value}{_BETWEEN[name]}{whole}"
        if name in ("mul", "truediv"):
            return f"inverse_{value}" if value == other and name == "truediv" else f"{value}_scaled"
        return f"{value}_shifted" if name in ("add", "sub") else None

    def is_product(self, atom: Atom) -> bool:
        node = self.made.get(atom) if atom in self.found else None
        return node is not None and operation_of(node) in ("mul", "matmul")

    def power(self, base: Atom, exponent: Atom) -> str | None:
        of, by = self.operand(base), self.operand(exponent)
        if not of:
            return None
        if type(exponent) is Const and type(exponent.value) in (int, float):
            return f"{of}_{_POWERS.get(exponent.value, 'power')}"
        return by and f"{of}_to_{by}"

    def of_call(self, node: Entry) -> str | None:
        """`np.exp(z)` is `exp_z`, and of something longer `exp_value`."""
        assert type(node.fn) is Ref
        name = node.fn.path.rpartition(".")[2]
        module = getattr(node.fn.value, "__module__", None) or ""
        if not name.isidentifier() or name.startswith("_") or module.startswith("s2sad."):
            return None
        of = [atom for atom in node.args if type(atom) is not Const]
        names = [self.operand(atom) for atom in of]
        if name in _CALLED_BY_ARGUMENT:
            return names[0] if len(names) == 1 else None
        if name == "copy":
            return names[0] and f"{names[0]}_copy" if names else None
        whole = [text for text in map(_whole, node.args) if text]
        parts = [text for text in names if text] if all(names) else []
        text = "_".join([name, *(parts or (whole if not of else []))])
        return text if len(text) <= LONGEST and text != name else f"{name}_value"

    # ---------------------------------------------------------------------------------------------------- indices

    def item(self, container: Atom, index: Atom) -> str | None:
        """`a[i, j]` is `a_ij`, `x[i + 1]` is `x_next`, `x[:k]` is `x_head`; so is `x_values[k]` where k is `x[i + 1]`."""
        place = self.made.get(index)
        if place is not None and self.is_place(container, place):
            return self.item(*place.args)
        if place is not None and container in self.memories and isinstance(place.fn, Var):
            return self.popped(self.made.get(place.fn))
        of, parts = self.operand(container), self.index(index)
        if of and parts == [None]:
            return f"{of}_item"
        if not of or not parts or None in parts:
            return None
        names = [part for part in parts if part]
        short = all(len(part) == 1 for part in names)
        return "_".join([of, "".join(names) if short else "_".join(names)]) if names else None

    def is_place(self, container: Atom, place: Entry) -> bool:
        """Whether an index is what a list, dict or object of places has, and a list of values has the value there."""
        if operation_of(place) != "getitem":
            return False
        if container in self.memories:
            return True
        inner, key = place.args
        names = (self.operand(inner), key.value if type(key) is Const else None)
        return self.operand(container) in [f"{name}_values" for name in names if type(name) is str]

    def popped(self, method: Entry | None) -> str | None:
        """What a method gives that takes an item out of a container."""
        of = (
            self.operand(method.args[0]) if method is not None and operation_of(method) == "getattr" else None
        )
        return f"{of}_popped" if of else None

    def index(self, index: Atom) -> list[str | None]:
        """What is said of each axis; an empty text of one that is taken whole."""
        node = self.made.get(index)
        name = operation_of(node) if node else None
        if node and name == "tuple_of":
            return [part for atom in node.args for part in self.index(atom)]
        if node and name == "slice":
            return [
                _of_slice(*node.args) if len(node.args) == 3 else "part"
            ]  # as `slice(1, -1)` in the program
        if node and name in ("add", "sub") and node.args[1] in (Const(1),) and self.operand(node.args[0]):
            return ["next" if name == "add" else "before"]
        if type(index) is not Const:
            return [self.operand(index)]
        if type(index.value) is str:
            return [index.value if index.value.isidentifier() else None]
        if index == Const(-1):
            return ["last"]
        return [_whole(index)]


def _of_slice(start: Atom, stop: Atom, step: Atom) -> str | None:
    none = Const(None)
    if step != none:
        return "part"
    if start == none:
        return "" if stop == none else "head"
    if stop == none:
        return "tail"
    return "inner" if stop == Const(-1) else "part"


def _whole(atom: Atom) -> str | None:
    """A number from 0 on, as a name can have it."""
    if type(atom) is not Const or type(atom.value) not in (int, float) or not 0 <= atom.value < 1000:
        return None
    return str(int(atom.value)) if atom.value == int(atom.value) else None
