"""Functions that read what varies, or objects, and go into a container or an attribute: each becomes an object.

steps.append(lambda y: y + k * x)           class Step:
for step in steps:                              def __call__(self, y):
    total = step(total)             →               k, x = self.k, self.x
                                                    return y + k * x
                                            steps.append(Step(k, x))

So does a method of an object, with that as an attribute. Objects in containers are followed; where one is called the
function is written out.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from s2sad.frontend.abstract_values import Bound, Chosen, Function, FunctionBody, Object, Value
from s2sad.frontend.allocation_sites import Restart
from s2sad.frontend.assumptions import Same
from s2sad.frontend.branches import choose_by_number
from s2sad.frontend.desugar.building import assigned, changed, load, placed
from s2sad.frontend.indexed_storage import holds_indexed, site
from s2sad.frontend.known_contents import contents_of
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.object_records import new_record
from s2sad.frontend.queries import captured_names, look_in
from s2sad.frontend.settled_names import is_settled
from s2sad.frontend.syntax import all_nodes, generator_in, names_assigned_outside
from s2sad.frontend.varying_values import value_varies
from s2sad.ir.nodes import UNDEFINED, Const, Ref, Var

_FUNCTION = "function"


def as_object(lowering: Lowering, value: Value, node: ast.AST | None, sites: frozenset[int]) -> Value:
    """A function that goes into containers of these sites as an object, if it, or another that goes there, needs that."""
    if isinstance(value, Chosen):
        ways = enumerate(partial(as_object, lowering, each, node, sites) for each in value.options)
        needed = any(is_function(each) and needs_object(lowering, each, sites) for each in value.options)
        return choose_by_number(lowering, value.number, ways, node or ast.Pass(), "t") if needed else value
    if not is_function(value) or not needs_object(lowering, value, sites):
        return value
    if lowering.program.sites.note_function_objects(sites):
        raise Restart
    if isinstance(value, Function) and value.scope is not None:
        return object_of_nested(lowering, value, node)
    bound = value if isinstance(value, Bound) else Bound(value, ())
    return object_of_bound(lowering, bound, node)


def is_function(value: Any) -> bool:
    return isinstance(value, (Function, Bound)) or (isinstance(value, Ref) and is_plain_function(value.value))


def is_plain_function(value: Any) -> bool:
    return callable(value) and not isinstance(value, type)


def needs_object(lowering: Lowering, value: Value, sites: frozenset[int]) -> bool:
    if isinstance(value, Ref):
        return lowering.program.sites.holds_function_objects(sites)
    held = list(contents_of(lowering, [value]))
    if any(isinstance(each, Object) or holds_indexed(lowering, each) for each in held):
        return True
    return value_varies(lowering, value) or lowering.program.sites.holds_function_objects(sites)


def object_of_nested(lowering: Lowering, fn: Function, node: ast.AST | None) -> Value:
    """An object of what a nested function reads, and of its defaults."""
    if generator_in(fn.node) is not None:
        reason = "a generator function that reads active variables is kept in a container or an attribute"
        raise lowering.refusal(fn.node, reason, "let it return a list")
    captured = {name: captured_value(lowering, fn, name) for name in captured_names(fn)}
    itself = tuple(name for name, value in captured.items() if value is fn)
    attributes = {name: value for name, value in captured.items() if name not in itself}
    attributes |= {f"default_{place}": value for place, value in enumerate(fn.defaults)}
    attributes |= {f"default_{name}": value for name, value in fn.keyword_defaults.items()}
    make = partial(class_of_nested, fn, tuple(captured), itself)
    return made_of(lowering, (fn.node, itself, len(fn.defaults)), make, attributes, node)


def made_of(
    lowering: Lowering, key: Any, make: Callable[[], type], attributes: dict[str, Value], node: ast.AST | None
) -> Object:
    cls = lowering.program.sites.class_made(key, make)
    where = node or ast.Pass()
    made = new_record(lowering, cls, site_of_function(lowering, cls, node), where, cls.__name__)
    for name, value in attributes.items():
        if isinstance(value, Var) and value in lowering.made_at:  # what the function may write to
            lowering.follow(lowering.made_at[value])
        lowering.dispatch.set_attribute(lowering, made, name, value, where)
    return made


def site_of_function(lowering: Lowering, cls: type, node: ast.AST | None) -> frozenset[int]:
    """The site of the object that stands for a function: others of the same name may be made at the same node."""
    name, others = cls.__qualname__, 0
    while True:
        made = site(lowering, node, name)
        if all(lowering.program.sites.class_at.get(each, cls) is cls for each in made):
            return made
        others += 1
        name = f"{cls.__qualname__}_{others}"


def captured_value(lowering: Lowering, fn: Function, name: str) -> Value:
    """What a nested function reads by a name, which has to be what it reads whenever it is called."""
    assert fn.scope is not None
    holder = fn.scope.holder(name)
    assert holder is not None
    if name in names_assigned_outside(fn.node):
        reason = f"a nested function that is kept in a container or an attribute assigns `{name}` of the function around it"
        hint = f"keep it in a list, `{name} = [0.0]`, and write to `{name}[0]`"
        raise lowering.refusal(fn.node, reason, hint)
    value = look_in(lowering, fn.scope, name)
    is_later = holder.node is None or value == Const(UNDEFINED) or not is_settled(holder.node, name, fn.node)
    if is_later and value is not fn:
        reason = f"a nested function that is kept in a container or an attribute reads `{name}`, which is assigned in a loop around both, or later"
        hint = f"give it a parameter with a default, `{name}={name}`, or make it in a function that gets `{name}`"
        raise lowering.refusal(fn.node, reason, hint)
    return value


def class_of_nested(fn: Function, captured: tuple[str, ...], itself: tuple[str, ...]) -> type:
    """The class of the objects that stand for a nested function; `itself` are the names that it calls itself by."""
    own = free_name(fn.node)
    before = changed(ast.Pass(), lineno=fn.node.lineno, col_offset=fn.node.col_offset)
    before = changed(before, end_lineno=fn.node.lineno, end_col_offset=fn.node.col_offset)
    read = [assigned(n, load(own) if n in itself else attribute(own, n), before) for n in captured]
    of_lambda = isinstance(fn.node, ast.Lambda)
    body = [placed(ast.Return(fn.node.body), fn.node)] if of_lambda else fn.node.body
    tree = ast.FunctionDef(fn.name, with_first(fn.node.args, own), [*read, *body], [])
    function = replace(fn, node=placed(tree, fn.node), scope=None, defaults=(), keyword_defaults={})
    return class_of(function, len(fn.defaults), tuple(fn.keyword_defaults))


def object_of_bound(lowering: Lowering, bound: Bound, node: ast.AST | None) -> Value:
    """An object of a method's receiver, of what `functools.partial` holds, or of a function with nothing beside it."""
    held = {f"argument_{place}": value for place, value in enumerate(bound.args)}
    function = bound.function
    known = Same(function.value) if isinstance(function, Ref) else getattr(function, "node", type(function))
    key = known, tuple(held), tuple(bound.kwargs)
    make = partial(class_of_bound, lowering, tuple(held), tuple(bound.kwargs), node or ast.Pass())
    attributes = {_FUNCTION: function, **held, **{f"named_{n}": v for n, v in bound.kwargs.items()}}
    return made_of(lowering, key, make, attributes, node)


def class_of_bound(lowering: Lowering, held: tuple[str, ...], named: tuple[str, ...], node: ast.AST) -> type:
    """The class of objects that call a function with what they hold: `return holder.function(holder.argument_0, *rest)`"""
    own = "holder"
    args = [*(attribute(own, name) for name in held), ast.Starred(load("args"), ast.Load())]
    keywords = [ast.keyword(name, attribute(own, f"named_{name}")) for name in named]
    call = ast.Call(attribute(own, _FUNCTION), args, [*keywords, ast.keyword(None, load("kwargs"))])
    spec = ast.arguments([], [], ast.arg("args"), [], [], ast.arg("kwargs"), [])
    tree = ast.FunctionDef("method", with_first(spec, own), [ast.Return(call)], [])
    scope = lowering.scope
    return class_of(Function(placed(tree, node), None, scope.owner), 0, ())


def class_of(function: Function, defaults: int, keyword_defaults: tuple[str, ...]) -> type:
    contents = {
        "__call__": FunctionBody(function, defaults, keyword_defaults),
        "__module__": function.owner.__module__,
    }
    way_out = (
        "a function that reads active variables",
        "call it by its name, or where it was put into the container",
    )
    return type(function.name, (), {**contents, "s2sad_way_out": way_out})


def function_of_object(lowering: Lowering, base: Object, body: FunctionBody, node: ast.AST) -> Bound:
    """What an object that stands for a function does when it is called."""
    read = partial(lowering.dispatch.own_attribute, lowering, base)
    defaults = tuple(read(f"default_{place}") for place in range(body.defaults))
    named = {name: read(f"default_{name}") for name in body.keyword_defaults}
    return Bound(replace(body.function, defaults=defaults, keyword_defaults=named), (base,))


def free_name(node: ast.AST) -> str:
    """A name for the object itself that the function doesn't use."""
    nodes = all_nodes(node)
    used = {child.id for child in nodes if isinstance(child, ast.Name)}
    used |= {child.arg for child in nodes if isinstance(child, ast.arg)}
    return next(name for name in map("holder{}".format, ("", *range(len(used)))) if name not in used)


def with_first(spec: ast.arguments, name: str) -> ast.arguments:
    """Parameters with one before them."""
    if spec.posonlyargs:
        return changed(spec, posonlyargs=[ast.arg(name), *spec.posonlyargs])
    return changed(spec, args=[ast.arg(name), *spec.args])


def attribute(base: str, name: str) -> ast.expr:
    return ast.Attribute(load(base), name, ast.Load())
