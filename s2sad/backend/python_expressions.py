"""An entry as an expression of Python."""

from __future__ import annotations

import ast
import keyword
import math
from collections.abc import Callable
from typing import Any

from s2sad.backend.literals import literal
from s2sad.backend.references import is_method, is_plain_default, needs_call
from s2sad.backend.uses import boolean_form
from s2sad.backend.writer import Writer
from s2sad.ir.nodes import UNDEFINED, Atom, Closure, Const, Entry, Function, FunctionRef, If, Node, Ref, Var
from s2sad.ir.operation import Form
from s2sad.ir.operations import operation

LOAD, STORE, DEL = ast.Load(), ast.Store(), ast.Del()

_NEGATED = {ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In}


AT_LINE = "@loc"
LONGEST_QUOTE = 160


def comment_of(node: Node) -> str:
    """The remark on an entry: its note; for "@loc", the user's line that it belongs to."""
    if node.note != AT_LINE:
        return node.note
    if node.loc is None:
        return ""
    text = node.loc.text.strip().partition(chr(10))[0]
    # The parts of a product of a thousand factors would be quoted a thousand times.
    shown = text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE].rstrip()} …"
    return f"line {node.loc.line}: {shown}"


# ---------------------------------------------------------------------------------------------- atoms


def expression(writer: Writer, atom: Atom | FunctionRef) -> ast.expr:
    """An atom as the way at hand knows it: a name, a literal, or the expression that is nested there."""
    atom = writer.resolve(atom)
    if type(atom) is Var:
        node = writer.folds.nested.get(atom)
        return ast.Name(writer.names[atom], LOAD) if node is None else computed(writer, node)
    if type(atom) is Const:
        return constant(writer, atom.value)
    if type(atom) is FunctionRef:
        return ast.Name(atom.name, LOAD)
    return dotted(writer.env.paths[atom])  # type: ignore[index]


def constant(writer: Writer, value: Any) -> ast.expr:
    if value is UNDEFINED:
        return ast.Name("undefined", LOAD)
    if needs_call(value):
        return number(writer, value)
    if type(value) in (int, float) and (value < 0 or value == 0 and math.copysign(1, value) < 0):
        return ast.UnaryOp(ast.USub(), ast.Constant(-value))
    if type(value) is complex and value.real:
        return ast.BinOp(ast.Constant(value.real), ast.Add(), ast.Constant(complex(0, value.imag)))
    return ast.Constant(value)


def number(writer: Writer, value: Any) -> ast.expr:
    if type(value) is complex:
        parts = [constant(writer, value.real), constant(writer, value.imag)]
        return ast.Call(builtin(writer, "complex"), parts, [])
    return ast.Call(builtin(writer, "float"), [ast.Constant(repr(value))], [])


def builtin(writer: Writer, name: str) -> ast.expr:
    for ref, path in writer.env.paths.items():
        if ref.path == name and ref.scope is None:
            return dotted(path)
    raise KeyError(name)


# ------------------------------------------------------------------------------------------- entries


def computed(writer: Writer, node: Node) -> ast.expr:
    """The expression that an entry computes; its `origin` is the user's code that it belongs to."""
    made: Any = without_origin(writer, node)
    if node.loc is not None:
        made.origin = node.loc
    if node.note == AT_LINE and (text := comment_of(node)):
        made.remark = text
    return made


def without_origin(writer: Writer, node: Node) -> ast.expr:
    if type(node) is If:
        return choice(writer, node)
    if type(node) is Closure:
        return lambda_of(writer, node.function)
    assert type(node) is Entry
    done = operation(node)
    if done.form in (Form.BINARY, Form.AUGMENTED) and len(node.args) == 2:
        return ast.BinOp(expression(writer, node.args[0]), done.spelling(), expression(writer, node.args[1]))
    if done.form is Form.COMPARISON:
        return ast.Compare(
            expression(writer, node.args[0]), [done.spelling()], [expression(writer, node.args[1])]
        )
    if done.form is Form.UNARY:
        operand = expression(writer, node.args[0])
        return negation(operand) if done.spelling is ast.Not else ast.UnaryOp(done.spelling(), operand)
    method = _SYNTAX.get(done.name)
    return method(writer, node) if method else call_of(writer, node)


def call_of(writer: Writer, node: Entry) -> ast.expr:
    args = [expression(writer, atom) for atom in node.args]
    keywords = [ast.keyword(name, expression(writer, atom)) for name, atom in node.kwargs]
    if isinstance(name := operation(node).spelling, str):
        return ast.Call(builtin(writer, name), args, keywords)
    if type(node.fn) is Ref and is_method(node.fn) and args:
        return ast.Call(ast.Attribute(args[0], node.fn.value.__name__, LOAD), args[1:], keywords)
    return ast.Call(expression(writer, node.fn), args, keywords)


def value_getitem(writer: Writer, node: Entry) -> ast.expr:
    return ast.Subscript(expression(writer, node.args[0]), index_of(writer, node.args[1]), LOAD)


def value_getattr(writer: Writer, node: Entry) -> ast.expr:
    attribute = attribute_name(node.args[1])
    if attribute is None or len(node.args) != 2:
        return call_of(writer, node)
    return ast.Attribute(expression(writer, node.args[0]), attribute, LOAD)


def value_take_last(writer: Writer, node: Entry) -> ast.expr:
    return ast.Call(ast.Attribute(expression(writer, node.args[0]), "pop", LOAD), [], [])


def value_conjugate(writer: Writer, node: Entry) -> ast.expr:
    return ast.Call(ast.Attribute(expression(writer, node.args[0]), "conjugate", LOAD), [], [])


def value_tuple_of(writer: Writer, node: Entry) -> ast.expr:
    return ast.Tuple([expression(writer, atom) for atom in node.args], LOAD)


def value_list_of(writer: Writer, node: Entry) -> ast.expr:
    return ast.List([expression(writer, atom) for atom in node.args], LOAD)


def value_set_of(writer: Writer, node: Entry) -> ast.expr:
    return ast.Set([expression(writer, atom) for atom in node.args]) if node.args else call_of(writer, node)


def value_dict_of(writer: Writer, node: Entry) -> ast.expr:
    items: list[Any] = [expression(writer, atom) for atom in node.args]
    return ast.Dict(items[::2], items[1::2])


def value_apply(writer: Writer, node: Entry) -> ast.expr:
    function, args, kwargs = node.args
    return ast.Call(expression(writer, function), starred(writer, args), double_starred(writer, kwargs))


def starred(writer: Writer, atom: Atom) -> list[ast.expr]:
    node = writer.folds.nested.get(atom) if type(atom) is Var else None
    if type(node) is Entry and operation(node).name in ("tuple_of", "list_of"):
        return [expression(writer, item) for item in node.args]
    return [] if atom == Const(()) else [ast.Starred(expression(writer, atom), LOAD)]


def double_starred(writer: Writer, atom: Atom) -> list[ast.keyword]:
    node = writer.folds.nested.get(atom) if type(atom) is Var else None
    if type(node) is Entry and operation(node).name == "dict_of":
        keys = [attribute_name(key) for key in node.args[::2]]
        if None not in keys:
            return [ast.keyword(key, expression(writer, item)) for key, item in zip(keys, node.args[1::2])]
    return [ast.keyword(None, expression(writer, atom))]


def value_text_of(writer: Writer, node: Entry) -> ast.expr:
    parts: list[ast.expr] = []
    for atom in node.args:
        if type(atom) is Const:
            parts.append(ast.Constant(atom.value))
            continue
        value: Any = expression(writer, atom)
        is_part = isinstance(value, ast.JoinedStr) and is_formatted(writer, atom)
        parts += value.values if is_part else [ast.FormattedValue(value, -1, None)]
    return ast.JoinedStr(parts)


def is_formatted(writer: Writer, atom: Atom) -> bool:
    return type(atom) is Var and operation(writer.folds.nested[atom]).name == "format_of"


def value_format_of(writer: Writer, node: Entry) -> ast.expr:
    value, conversion, spec = node.args
    code = ord(conversion.value) if type(conversion) is Const and conversion.value else -1
    if type(spec) is Const:
        shown = ast.JoinedStr([ast.Constant(spec.value)]) if spec.value else None
    else:
        text = expression(writer, spec)
        shown = (
            text if isinstance(text, ast.JoinedStr) else ast.JoinedStr([ast.FormattedValue(text, -1, None)])
        )
    return ast.JoinedStr([ast.FormattedValue(expression(writer, value), code, shown)])


# ------------------------------------------------------------------------------------ parts of these


def index_of(writer: Writer, atom: Atom) -> ast.expr:
    """An index: slices in it are written with colons."""
    node = writer.folds.nested.get(atom) if type(atom) is Var else None
    if type(node) is Entry and operation(node).name == "slice":
        bounds = (None, *node.args, None) if len(node.args) == 1 else (*node.args, None)
        return ast.Slice(*(bound(writer, each) for each in bounds[:3]))
    if type(node) is Entry and operation(node).name == "tuple_of" and node.args:
        return ast.Tuple([index_of(writer, item) for item in node.args], LOAD)
    return expression(writer, atom)


def bound(writer: Writer, atom: Atom | None) -> ast.expr | None:
    return None if atom is None or atom == Const(None) else expression(writer, atom)


def choice(writer: Writer, node: If) -> ast.expr:
    form = boolean_form(node)
    if form is None:
        then, orelse = expression(writer, node.then.results[0]), expression(writer, node.orelse.results[0])
        return ast.IfExp(expression(writer, node.cond), then, orelse)
    other = node.then.results[0] if form == "and" else node.orelse.results[0]
    values = [expression(writer, node.cond), expression(writer, other)]
    kind = ast.And if form == "and" else ast.Or
    flat: list[ast.expr] = []
    for value in values:
        flat += value.values if isinstance(value, ast.BoolOp) and isinstance(value.op, kind) else [value]
    return ast.BoolOp(kind(), flat)


def lambda_of(writer: Writer, made: Function) -> ast.expr:
    return ast.Lambda(parameters_of(writer, made), expression(writer, made.body.results[0]))


def default(writer: Writer, atom: Atom) -> ast.expr:
    """The default of a parameter: a tuple, list or dict of literals is written out."""
    return _written_out(atom.value) if is_plain_default(atom) else expression(writer, atom)


def parameters_of(writer: Writer, function: Function, bound: tuple[Var, ...] = ()) -> ast.arguments:
    """The parameters of a function; `bound` variables of the one around it become defaults."""
    kinds: dict[str, list[ast.arg]] = {"positional": [], "either": [], "keyword": []}
    defaults: list[ast.expr] = []
    keyword_defaults: list[ast.expr | None] = []
    for param in function.params:
        kinds[param.kind].append(ast.arg(writer.names[param.var], None))
        value = None if param.default is None else default(writer, param.default)
        if param.kind == "keyword":
            keyword_defaults.append(value)
        elif value is not None:
            defaults.append(value)
    for var in bound:
        kinds["keyword"].append(ast.arg(writer.names[var], None))
        keyword_defaults.append(expression(writer, var))
    return ast.arguments(
        kinds["positional"], kinds["either"], None, kinds["keyword"], keyword_defaults, None, defaults
    )


_SYNTAX: dict[str | None, Callable[[Writer, Entry], ast.expr]] = {
    "getitem": value_getitem,
    "getattr": value_getattr,
    "take_last": value_take_last,
    "conjugate": value_conjugate,
    "tuple_of": value_tuple_of,
    "list_of": value_list_of,
    "set_of": value_set_of,
    "dict_of": value_dict_of,
    "apply": value_apply,
    "text_of": value_text_of,
    "format_of": value_format_of,
}
"""How what Python has syntax for is written, but operators."""


def _written_out(value: Any) -> ast.expr:
    return ast.parse(literal(value), mode="eval").body


def dotted(path: str) -> ast.expr:
    """A path as Python reads it; that to an argument of a `partial` has an index in it."""
    if "[" in path:
        return ast.parse(path, mode="eval").body
    head, *attributes = path.split(".")
    result: ast.expr = ast.Name(head, LOAD)
    for name in attributes:
        result = ast.Attribute(result, name, LOAD)
    return result


def attribute_name(atom: Atom) -> str | None:
    """The name that a constant is, if it can stand behind a dot."""
    is_name = type(atom) is Const and isinstance(atom.value, str) and atom.value.isidentifier()
    return atom.value if is_name and not keyword.iskeyword(atom.value) else None


def negation(test: ast.expr) -> ast.expr:
    """`not test`, said as a person would."""
    if isinstance(test, ast.Compare) and type(test.ops[0]) in _NEGATED:
        return ast.Compare(test.left, [_NEGATED[type(test.ops[0])]()], test.comparators)
    return ast.UnaryOp(ast.Not(), test)
