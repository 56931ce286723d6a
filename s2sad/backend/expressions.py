"""An entry as an expression of Python."""

from __future__ import annotations

import ast
import keyword
import math
from typing import Any

from s2sad.backend.fold import Folds
from s2sad.backend.literals import literal
from s2sad.backend.references import Environment, is_method, is_plain_default, needs_call
from s2sad.backend.uses import boolean_form
from s2sad.ir.nodes import UNDEFINED, Atom, Closure, Const, Entry, Function, FunctionRef, If, Node, Ref, Var
from s2sad.ir.operation import Form
from s2sad.ir.operations import CALL, operation

LOAD, STORE, DEL = ast.Load(), ast.Store(), ast.Del()

_NEGATED = {ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In}


AT_LINE = "@loc"


def comment_of(node: Node) -> str:
    """The remark on an entry: its note; for "@loc", the user's line that it belongs to."""
    if node.note != AT_LINE:
        return node.note
    if node.loc is None:
        return ""
    return f"line {node.loc.line}: {node.loc.text.strip().partition(chr(10))[0]}"


class Expressions:
    """Makes expressions of a function's atoms and entries."""

    def __init__(self, names: dict[Var, str], folds: Folds, env: Environment) -> None:
        self.names = names
        self.folds = folds
        self.env = env

    # ---------------------------------------------------------------------------------------------- atoms

    def atom(self, atom: Atom | FunctionRef) -> ast.expr:
        if type(atom) is Var:
            node = self.folds.nested.get(atom)
            return ast.Name(self.names[atom], LOAD) if node is None else self.value(node)
        if type(atom) is Const:
            return self.constant(atom.value)
        if type(atom) is FunctionRef:
            return ast.Name(atom.name, LOAD)
        return dotted(self.env.paths[atom])  # type: ignore[index]

    def constant(self, value: Any) -> ast.expr:
        if value is UNDEFINED:
            return ast.Name("undefined", LOAD)
        if needs_call(value):
            return self.number(value)
        if type(value) in (int, float) and (value < 0 or value == 0 and math.copysign(1, value) < 0):
            return ast.UnaryOp(ast.USub(), ast.Constant(-value))
        if type(value) is complex and value.real:
            return ast.BinOp(ast.Constant(value.real), ast.Add(), ast.Constant(complex(0, value.imag)))
        return ast.Constant(value)

    def number(self, value: Any) -> ast.expr:
        if type(value) is complex:
            parts = [self.constant(value.real), self.constant(value.imag)]
            return ast.Call(self.builtin("complex"), parts, [])
        return ast.Call(self.builtin("float"), [ast.Constant(repr(value))], [])

    def builtin(self, name: str) -> ast.expr:
        for ref, path in self.env.paths.items():
            if ref.path == name and ref.scope is None:
                return dotted(path)
        raise KeyError(name)

    # ------------------------------------------------------------------------------------------- entries

    def value(self, node: Node) -> ast.expr:
        """The expression that an entry computes; its `origin` is the user's code that it belongs to."""
        made = self.without_origin(node)
        if node.loc is not None:
            made.origin = node.loc  # type: ignore[attr-defined]
        if node.note == AT_LINE and (text := comment_of(node)):
            made.remark = text  # type: ignore[attr-defined]
        return made

    def without_origin(self, node: Node) -> ast.expr:
        if type(node) is If:
            return self.choice(node)
        if type(node) is Closure:
            return self.function(node.function)
        assert type(node) is Entry
        done = operation(node)
        if done.form in (Form.BINARY, Form.AUGMENTED) and len(node.args) == 2:
            return ast.BinOp(self.atom(node.args[0]), done.spelling(), self.atom(node.args[1]))
        if done.form is Form.COMPARISON:
            return ast.Compare(self.atom(node.args[0]), [done.spelling()], [self.atom(node.args[1])])
        if done.form is Form.UNARY:
            operand = self.atom(node.args[0])
            return negation(operand) if done.spelling is ast.Not else ast.UnaryOp(done.spelling(), operand)
        method = getattr(self, f"value_{done.name}", None) if done is not CALL else None
        return method(node) if method else self.call(node)

    def call(self, node: Entry) -> ast.expr:
        args = [self.atom(atom) for atom in node.args]
        keywords = [ast.keyword(name, self.atom(atom)) for name, atom in node.kwargs]
        if isinstance(name := operation(node).spelling, str):
            return ast.Call(self.builtin(name), args, keywords)
        if type(node.fn) is Ref and is_method(node.fn) and args:
            return ast.Call(ast.Attribute(args[0], node.fn.value.__name__, LOAD), args[1:], keywords)
        return ast.Call(self.atom(node.fn), args, keywords)

    def value_getitem(self, node: Entry) -> ast.expr:
        return ast.Subscript(self.atom(node.args[0]), self.index(node.args[1]), LOAD)

    def value_getattr(self, node: Entry) -> ast.expr:
        attribute = attribute_name(node.args[1])
        if attribute is None or len(node.args) != 2:
            return self.call(node)
        return ast.Attribute(self.atom(node.args[0]), attribute, LOAD)

    def value_take_last(self, node: Entry) -> ast.expr:
        return ast.Call(ast.Attribute(self.atom(node.args[0]), "pop", LOAD), [], [])

    def value_conjugate(self, node: Entry) -> ast.expr:
        return ast.Call(ast.Attribute(self.atom(node.args[0]), "conjugate", LOAD), [], [])

    def value_tuple_of(self, node: Entry) -> ast.expr:
        return ast.Tuple([self.atom(atom) for atom in node.args], LOAD)

    def value_list_of(self, node: Entry) -> ast.expr:
        return ast.List([self.atom(atom) for atom in node.args], LOAD)

    def value_set_of(self, node: Entry) -> ast.expr:
        return ast.Set([self.atom(atom) for atom in node.args]) if node.args else self.call(node)

    def value_dict_of(self, node: Entry) -> ast.expr:
        items: list[Any] = [self.atom(atom) for atom in node.args]
        return ast.Dict(items[::2], items[1::2])

    def value_apply(self, node: Entry) -> ast.expr:
        function, args, kwargs = node.args
        return ast.Call(self.atom(function), self.starred(args), self.double_starred(kwargs))

    def starred(self, atom: Atom) -> list[ast.expr]:
        node = self.folds.nested.get(atom) if type(atom) is Var else None
        if type(node) is Entry and operation(node).name in ("tuple_of", "list_of"):
            return [self.atom(item) for item in node.args]
        return [] if atom == Const(()) else [ast.Starred(self.atom(atom), LOAD)]

    def double_starred(self, atom: Atom) -> list[ast.keyword]:
        node = self.folds.nested.get(atom) if type(atom) is Var else None
        if type(node) is Entry and operation(node).name == "dict_of":
            keys = [attribute_name(key) for key in node.args[::2]]
            if None not in keys:
                return [ast.keyword(key, self.atom(item)) for key, item in zip(keys, node.args[1::2])]
        return [ast.keyword(None, self.atom(atom))]

    def value_text_of(self, node: Entry) -> ast.expr:
        parts: list[ast.expr] = []
        for atom in node.args:
            if type(atom) is Const:
                parts.append(ast.Constant(atom.value))
                continue
            value: Any = self.atom(atom)
            is_part = isinstance(value, ast.JoinedStr) and self.is_formatted(atom)
            parts += value.values if is_part else [ast.FormattedValue(value, -1, None)]
        return ast.JoinedStr(parts)

    def is_formatted(self, atom: Atom) -> bool:
        return type(atom) is Var and operation(self.folds.nested[atom]).name == "format_of"

    def value_format_of(self, node: Entry) -> ast.expr:
        value, conversion, spec = node.args
        code = ord(conversion.value) if type(conversion) is Const and conversion.value else -1
        if type(spec) is Const:
            shown = ast.JoinedStr([ast.Constant(spec.value)]) if spec.value else None
        else:
            text = self.atom(spec)
            shown = (
                text
                if isinstance(text, ast.JoinedStr)
                else ast.JoinedStr([ast.FormattedValue(text, -1, None)])
            )
        return ast.JoinedStr([ast.FormattedValue(self.atom(value), code, shown)])

    # ------------------------------------------------------------------------------------ parts of these

    def index(self, atom: Atom) -> ast.expr:
        """An index: slices in it are written with colons."""
        node = self.folds.nested.get(atom) if type(atom) is Var else None
        if type(node) is Entry and operation(node).name == "slice":
            bounds = (None, *node.args, None) if len(node.args) == 1 else (*node.args, None)
            return ast.Slice(*map(self.bound, bounds[:3]))
        if type(node) is Entry and operation(node).name == "tuple_of" and node.args:
            return ast.Tuple([self.index(item) for item in node.args], LOAD)
        return self.atom(atom)

    def bound(self, atom: Atom | None) -> ast.expr | None:
        return None if atom is None or atom == Const(None) else self.atom(atom)

    def choice(self, node: If) -> ast.expr:
        form = boolean_form(node)
        if form is None:
            then, orelse = self.atom(node.then.results[0]), self.atom(node.orelse.results[0])
            return ast.IfExp(self.atom(node.cond), then, orelse)
        other = node.then.results[0] if form == "and" else node.orelse.results[0]
        values = [self.atom(node.cond), self.atom(other)]
        kind = ast.And if form == "and" else ast.Or
        flat: list[ast.expr] = []
        for value in values:
            flat += value.values if isinstance(value, ast.BoolOp) and isinstance(value.op, kind) else [value]
        return ast.BoolOp(kind(), flat)

    def function(self, function: Function) -> ast.expr:
        return ast.Lambda(self.parameters(function), self.atom(function.body.results[0]))

    def default(self, atom: Atom) -> ast.expr:
        """The default of a parameter: a tuple, list or dict of literals is written out."""
        return _written_out(atom.value) if is_plain_default(atom) else self.atom(atom)  # type: ignore[union-attr]

    def parameters(self, function: Function, bound: tuple[Var, ...] = ()) -> ast.arguments:
        """The parameters of a function; `bound` variables of the one around it become defaults."""
        kinds: dict[str, list[ast.arg]] = {"positional": [], "either": [], "keyword": []}
        defaults: list[ast.expr] = []
        keyword_defaults: list[ast.expr | None] = []
        for param in function.params:
            kinds[param.kind].append(ast.arg(self.names[param.var], None))
            default = None if param.default is None else self.default(param.default)
            if param.kind == "keyword":
                keyword_defaults.append(default)
            elif default is not None:
                defaults.append(default)
        for var in bound:
            kinds["keyword"].append(ast.arg(self.names[var], None))
            keyword_defaults.append(self.atom(var))
        return ast.arguments(
            kinds["positional"], kinds["either"], None, kinds["keyword"], keyword_defaults, None, defaults
        )


def _written_out(value: Any) -> ast.expr:
    return ast.parse(literal(value), mode="eval").body


def dotted(path: str) -> ast.expr:
    head, *attributes = path.split(".")
    result: ast.expr = ast.Name(head, LOAD)
    for name in attributes:
        result = ast.Attribute(result, name, LOAD)
    return result


def attribute_name(atom: Atom) -> str | None:
    """The name that a constant is, if it can stand behind a dot."""
    is_name = type(atom) is Const and isinstance(atom.value, str) and atom.value.isidentifier()
    return atom.value if is_name and not keyword.iskeyword(atom.value) else None  # type: ignore[union-attr]


def negation(test: ast.expr) -> ast.expr:
    """`not test`, said as a person would."""
    if isinstance(test, ast.Compare) and type(test.ops[0]) in _NEGATED:
        return ast.Compare(test.left, [_NEGATED[type(test.ops[0])]()], test.comparators)
    return ast.UnaryOp(ast.Not(), test)
