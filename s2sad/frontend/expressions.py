"""Expressions of the syntax tree become entries."""

from __future__ import annotations

import ast
import types
from typing import Any

import numpy as np

from s2sad.frontend.assumptions import NOTHING
from s2sad.frontend.operands import OWN_MODULES, Operands
from s2sad.frontend.supported import EXPRESSIONS, way_out
from s2sad.frontend.values import (
    CALLABLES,
    Chosen,
    Function,
    Gone,
    Object,
    Sequence,
    Table,
    Value,
    unwrapped,
)
from s2sad.ir import kinds as K
from s2sad.ir.nodes import UNDEFINED, Atom, Const, Ref, Var
from s2sad.ir.operations import FUNCTIONS, OPERATIONS
from s2sad.ir.result_kinds import raises_for_none
from s2sad.runtime.operands import picked
from s2sad.runtime.operations import defined

BINARY = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.MatMult: "matmul",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
    ast.BitAnd: "and_",
    ast.BitOr: "or_",
    ast.BitXor: "xor",
}
_UNARY = {ast.USub: "neg", ast.UAdd: "pos", ast.Invert: "invert"}
_COMPARE = {
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Is: "is_",
    ast.IsNot: "is_not",
    ast.In: "is_in",
    ast.NotIn: "not_in",
}
_DEFINED = Ref("defined", defined)
_PICKED = Ref("picked", picked)


def known_comparison(name: str, left: Value, right: Value) -> Const | None:
    """The truth of a comparison of literals, or of a literal with a constant of the library's own."""
    values = []
    for value in (left, right):
        known = isinstance(value, Const) or (isinstance(value, Ref) and value.scope is None)
        if not known or not isinstance(value.value, (bool, int, float, str, type(None))):  # type: ignore[union-attr]
            return None
        values.append(value.value)  # type: ignore[union-attr]
    try:
        return Const(bool(FUNCTIONS[name](*values)))
    except TypeError:  # 1 < "a": the running program says so
        return None


def rows_joined(parts: Any) -> Any:
    """`np.r_[...]`"""
    return np.concatenate([np.atleast_1d(part) for part in parts])


def columns_joined(parts: Any) -> Any:
    """`np.c_[...]`"""
    return np.column_stack([np.atleast_1d(part) for part in parts])


class Expressions(Operands):
    """Mixin: `expr` lowers any expression to a value, `atom` to an atom."""

    def expr(self, node: ast.expr, hint: str = "t") -> Value:
        name = type(node).__name__
        instead = way_out(EXPRESSIONS, name)
        if instead is not None:
            raise self.refusal(node, f"`{name}` expressions are not differentiated", instead)
        return self.opened_record(getattr(self, f"expr_{name}")(node, hint))

    def atom(self, node: ast.expr, hint: str = "t") -> Atom:
        return self.materialise(self.expr(node, hint), node, hint)

    # ---------------------------------------------------------------------------------------------- names

    def expr_Constant(self, node: ast.Constant, hint: str) -> Value:
        if isinstance(node.value, (types.FunctionType, types.BuiltinFunctionType, type)):
            return Ref(node.value.__qualname__, node.value)
        return Const(node.value)

    def expr_Name(self, node: ast.Name, hint: str) -> Value:
        return self.look_up(node.id, node)

    def look_up(self, name: str, node: ast.AST) -> Value:
        holder = self.scope.holder(name)
        if holder is not None:
            value = self.env.get(self.key(holder, name), Const(UNDEFINED))
            if isinstance(value, Gone) and value.mixed:
                raise self.mixed(node)
            if isinstance(value, Gone):
                reason = (
                    f"`{name}` is a function or iterator that changes from iteration to iteration of a loop"
                )
                raise self.refusal(
                    node, reason, "use it in the iteration that makes it, under a name of its own"
                )
            return value
        owner = self.scope.owner
        code = owner.__code__
        if name in code.co_freevars:
            cell = owner.__closure__[code.co_freevars.index(name)]
            try:
                value = cell.cell_contents
            except ValueError:
                self.program.assumed.name(owner, name, NOTHING)
                text = f"cannot access free variable {name!r} where it is not associated with a value"
                self.raise_now(NameError(text), node)
                return Const(UNDEFINED)
            self.program.assumed.name(owner, name, value)
            return Ref(name, value, owner)
        if name in owner.__globals__:
            value = owner.__globals__[name]
            if (owner.__module__ or "").startswith(OWN_MODULES):  # no names of the user's
                return Ref("np" if value is np else name, value)
            self.program.assumed.name(owner, name, value)
            return Ref(name, value, owner)
        builtins = owner.__globals__.get("__builtins__", {})
        space = builtins if isinstance(builtins, dict) else vars(builtins)
        own = (owner.__module__ or "").startswith(OWN_MODULES)
        if name in space:
            if not own:
                self.program.assumed.name(owner, name, space[name])
            return Ref(name, space[name])
        self.program.assumed.name(owner, name, NOTHING)
        # Something else may define it before the program gets here.
        space = self.emit(Ref("globals", globals, owner), (), node, varied=False, kind=K.OBJECT)
        return self.emit(_DEFINED, (space, Const(name)), node, name, varied=False)

    def expr_NamedExpr(self, node: ast.NamedExpr, hint: str) -> Value:
        value = self.expr(node.value, node.target.id)
        self.assign(node.target.id, value, node)
        return Const(True) if getattr(node, "binds", False) else value

    # ------------------------------------------------------------------------------------------ operators

    def expr_BinOp(self, node: ast.BinOp, hint: str) -> Value:
        return self.binary(BINARY[type(node.op)], self.expr(node.left), self.expr(node.right), node, hint)

    def binary(self, name: str, left: Value, right: Value, node: ast.AST, hint: str) -> Value:
        found = self.overloaded(name, left, right, node, hint)
        if found is not None:
            return found
        if name == "add" and isinstance(left, Sequence) and isinstance(right, Sequence):
            if left.kind == right.kind:
                return Sequence(left.items + right.items, left.kind)
        if name == "mul":
            for one, other in ((left, right), (right, left)):
                if isinstance(one, Sequence) and isinstance(other, Const) and type(other.value) is int:
                    return Sequence(one.items * other.value, one.kind)
        args = self.operands(name, self.materialise(left, node), self.materialise(right, node), node)
        if self.texts and self.is_number_of_text(*args):
            raise self.text_read_again(node)
        if raises_for_none(OPERATIONS[name], tuple(map(self.kind, args))):
            return self.emit(name, args, node, hint, kind=K.UNKNOWN, varied=False)
        return self.emit(name, args, node, hint)

    def expr_UnaryOp(self, node: ast.UnaryOp, hint: str) -> Value:
        value = self.expr(node.operand)
        if isinstance(node.op, ast.Not):
            return self.negation(value, node, hint)
        if isinstance(value, Object):
            found = self.by_method(value, f"__{_UNARY[type(node.op)]}__", [], node, hint)
            if found is not None:
                return found
        if isinstance(value, Const) and isinstance(node.op, ast.USub) and type(value.value) in (int, float):
            return Const(-value.value)
        return self.emit(_UNARY[type(node.op)], (self.materialise(value, node),), node, hint)

    def negation(self, value: Value, node: ast.AST, hint: str) -> Value:
        known = self.known_truth(value)
        if known is not None:
            return Const(not known)
        return self.emit("not_", (self.materialise(value, node),), node, hint)

    def known_truth(self, value: Value) -> bool | None:
        """The truth of a value where it is known already."""
        if isinstance(value, Const) and value.value is not UNDEFINED:
            return bool(value.value)
        if isinstance(value, (Sequence, Table)):
            return bool(value.items)
        if isinstance(value, Object) and value.record is None:
            own = (self.lookup(value.cls, name) for name in ("__bool__", "__len__"))
            return True if not any(own) else None
        return True if isinstance(value, CALLABLES) else None

    def expr_Compare(self, node: ast.Compare, hint: str) -> Value:
        left = self.expr(node.left)
        return self.compare_chain(left, list(zip(node.ops, node.comparators)), node, hint)

    def compare_chain(self, left: Value, links: list[Any], node: ast.AST, hint: str) -> Value:
        (operator, comparator), *more = links
        right = self.expr(comparator)
        result = self.comparison(_COMPARE[type(operator)], left, right, node, hint)
        if not more:
            return result
        known = self.known_truth(result)
        if known is not None:
            return self.compare_chain(right, more, node, hint) if known else result
        return self.choose(
            result, lambda: self.compare_chain(right, more, node, hint), lambda: result, node, hint
        )

    def comparison(self, name: str, left: Value, right: Value, node: ast.AST, hint: str) -> Value:
        if name in ("is_", "is_not") and Const(None) in (left, right):
            other = unwrapped(right if left == Const(None) else left)
            if other == Const(None) or not isinstance(other, (Var, Ref)):
                return Const((other == Const(None)) is (name == "is_"))
            if (
                isinstance(other, Var)
                and self.kind(other) not in (K.UNKNOWN, K.NONE, K.OBJECT, K.BOTTOM)
                and not self.is_places(other)
            ):
                return Const(name == "is_not")
        of_objects = self.compared(name, left, right, node, hint)
        if of_objects is not None:
            return of_objects
        folded = known_comparison(name, left, right)
        if folded is not None:
            return folded
        if isinstance(left, Const) and isinstance(right, Table) and name in ("is_in", "not_in"):
            return Const((left.value in right.items) is (name == "is_in"))
        args = (self.materialise(left, node), self.materialise(right, node))
        return self.emit(name, args, node, hint)

    def call(self, function: Value, args: list, kwargs: dict, node: ast.AST, hint: str) -> Value:
        raise AssertionError  # defined with the calls

    # ----------------------------------------------------------------------------------- parts of a value

    def expr_Subscript(self, node: ast.Subscript, hint: str) -> Value:
        container = self.expr(node.value)
        if isinstance(container, Ref) and (container.value is np.r_ or container.value is np.c_):
            joined = self.joined_by_index(container, node, hint)
            if joined is not None:
                return joined
        if isinstance(node.slice, ast.Slice):
            return self.sliced(container, node.slice, node, hint)
        return self.opened(self.item(container, self.expr(node.slice), node, hint))

    def joined_by_index(self, container: Ref, node: ast.Subscript, hint: str) -> Value | None:
        """`np.r_[x, y]`, `np.c_[x, y]`; None where only constants are joined."""
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        values = [self.range_of(part) if isinstance(part, ast.Slice) else self.expr(part) for part in parts]
        if not any(isinstance(value, Var) and self.varies(value) for value in values):
            return None
        if any(isinstance(value, Const) and isinstance(value.value, str) for value in values):
            raise self.refusal(node, "a text within `np.r_` is not supported", "use np.concatenate")
        function = rows_joined if container.value is np.r_ else columns_joined
        return self.call(Ref(function.__name__, function), [Sequence(tuple(values), "list")], {}, node, hint)

    def range_of(self, part: ast.Slice) -> Value:
        """A slice within `np.r_` is a range."""
        ends = [self.atom(end) if end else Const(None) for end in (part.lower, part.upper, part.step)]
        start = Const(0) if ends[0] == Const(None) else ends[0]
        step = Const(1) if ends[2] == Const(None) else ends[2]
        return self.emit(Ref("np.arange", np.arange), (start, ends[1], step), part)

    def item(self, container: Value, index: Value, node: ast.AST, hint: str) -> Value:
        if isinstance(container, Object):
            found = self.by_method(container, "__getitem__", [index], node, hint)
            if found is not None:
                return found
        if isinstance(container, Ref) and self.value_varies(index):
            found = self.method_outside(container, "__getitem__", index, node, hint)
            if found is not None:
                return found
        if isinstance(container, Sequence) and isinstance(index, Const) and type(index.value) in (int, bool):
            if -len(container.items) <= index.value < len(container.items):
                return container.items[index.value]
        if isinstance(container, Table) and isinstance(index, Const) and index.value in container.items:
            return container.items[index.value]
        chosen = self.chosen_function(container, index, node)
        if chosen is not None:
            return chosen
        base = self.materialise(container, node)
        kind = self.kind(base)
        if self.is_places(base):
            index = self.materialise(index, node)
            self.fill_in(base, index, node)
        known = K.part(kind, index.value) if isinstance(index, Const) else None
        if known is not None:
            return self.emit("getitem", (base, self.materialise(index, node)), node, hint, kind=known)
        place = self.materialise(index, node)
        if self.varies(place) and not self.varies(base) and self.may_compute_items(base):
            return self.emit(_PICKED, (base, place), node, hint, kind=K.UNKNOWN, varied=False)
        made = self.emit("getitem", (base, place), node, hint)
        return self.taken_from(base, made)

    def chosen_function(self, container: Value, index: Value, node: ast.AST) -> Chosen | None:
        """A function out of a table or list, by a key that is known at run time; None if it isn't one to be followed."""
        if not isinstance(container, (Table, Sequence)) or not container.items:
            return None
        options = tuple(container.items.values() if isinstance(container, Table) else container.items)
        if not all(map(self.is_function, options)):
            return None
        if not any(self.value_varies(option) or self.holds_objects(option) for option in options):
            return None
        numbers = [Const(i) for i in range(len(options))]
        places: Value = Sequence(tuple(numbers))
        if isinstance(container, Table):
            places = Table(dict(zip(container.items, numbers)))
        atoms = (self.materialise(places, node), self.materialise(index, node))
        return Chosen(self.emit("getitem", atoms, node, kind=K.INT), options)

    def expr_Slice(self, node: ast.Slice, hint: str) -> Value:
        """A slice in an index of several."""
        parts = (node.lower, node.upper, node.step)
        return self.emit("slice", tuple(self.atom(part) if part else Const(None) for part in parts), node)

    def sliced(self, container: Value, index: ast.Slice, node: ast.AST, hint: str) -> Value:
        ends = [self.expr(part) if part else Const(None) for part in (index.lower, index.upper, index.step)]
        if isinstance(container, Sequence) and all(isinstance(end, Const) for end in ends):
            return Sequence(container.items[slice(*(end.value for end in ends))], container.kind)
        bounds = tuple(self.materialise(end, node) for end in ends)
        part = self.emit("slice", bounds, node)
        return self.emit("getitem", (self.materialise(container, node), part), node, hint)

    # ------------------------------------------------------------------------------------------ functions

    def expr_Lambda(self, node: ast.Lambda, hint: str) -> Value:
        return self.function_value(node)

    def function_value(self, node: Any) -> Function:
        """A nested function or lambda; its defaults are evaluated now."""
        arguments = node.args
        defaults = tuple(self.expr(default) for default in arguments.defaults)
        pairs = zip(arguments.kwonlyargs, arguments.kw_defaults)
        keyword = {argument.arg: self.expr(default) for argument, default in pairs if default is not None}
        return Function(node, self.scope, self.scope.owner, defaults, keyword)
