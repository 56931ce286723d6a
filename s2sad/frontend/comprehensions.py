"""Comprehensions: a list that a loop appends to.

    [f(x) for x in xs if c]   →   found = []
                                  for x in xs:
                                      if c: found.append(f(x))

A generator expression is such a list where all of its items are taken at once.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Any

from s2sad.frontend.abstract_values import Function, Object, Scope, Sequence, Value
from s2sad.frontend.attributes import named_function
from s2sad.frontend.call import Call
from s2sad.frontend.container_literals import known_items
from s2sad.frontend.desugar.generator_functions import function_of
from s2sad.frontend.expressions import expr, known_truth
from s2sad.frontend.generators import add_item, begun, run_generator
from s2sad.frontend.known_functions import is_iterator, is_of_the_book
from s2sad.frontend.loops import in_scope
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.object_records import holds_records
from s2sad.frontend.queries import holds_objects
from s2sad.frontend.statements import bind_target
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.stores import put_item
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Ref
from s2sad.ir.tree_walks import names_in

_FEW = 16
_SET = Ref("set", set)


def expr_SetComp(lowering: Lowering, node: ast.SetComp, hint: str) -> Value:
    collected = collect(lowering, node, "t")
    if holds_records(lowering, collected):
        return lowering.dispatch.call_value(lowering, _SET, Call(node, [collected], hint=hint))
    items = materialise(lowering, collected, node)
    if lowering.varies(items):
        raise lowering.refusal(node, "a set of active values", "use a list: a set merges equal numbers")
    return emit(lowering, _SET, (items,), node, hint)


def expr_DictComp(lowering: Lowering, node: ast.DictComp, hint: str) -> Value:
    found = emit(lowering, "dict_of", (), node, hint, kind=K.dict_kind(K.BOTTOM))

    def put(item: Value) -> None:
        assert isinstance(item, Sequence)
        key, value = item.items
        put_item(lowering, found, materialise(lowering, key, node), value, node)

    run_here(lowering, node, put)
    return found


def collect(lowering: Lowering, node: Any, hint: str) -> Value:
    of_functions = makes_function_or_iterator(lowering, node) and len(node.generators) == 1
    if (of_functions and not node.generators[0].ifs) or is_of_the_book(lowering.scope.owner):
        items = written_out_from(lowering, list(node.generators), node)
        if items is not None:
            return Sequence(tuple(items), "list")
    found = emit(lowering, "list_of", (), node, hint if hint != "t" else "items", kind=K.list_kind(K.BOTTOM))
    run_here(lowering, node, lambda item: add_item(lowering, found, item, node.elt))
    return found


def run_here(lowering: Lowering, node: Any, take: Callable[[Value], None]) -> None:
    """Go through a comprehension at once, as through the generator that it is."""
    scope, node = lowering.scope, begun(lowering, node)
    run_generator(lowering, Function(function_of(node), scope, scope.owner), {}, take, False, node)


def written_out(lowering: Lowering, node: ast.GeneratorExp | ast.ListComp) -> list[Value] | None:
    """The items of a comprehension that is spread, one by one, where it goes through few items that are known."""
    return (
        written_out_from(lowering, node.generators, node, is_spread=True)
        if len(node.generators) == 1
        else None
    )


def written_out_from(
    lowering: Lowering, generators: list[ast.comprehension], node: Any, is_spread: bool = False
) -> list[Value] | None:
    """The items one by one, where all are known that are gone through: of functions, and in rules, as of several matrices."""
    generator, *rest = generators
    known = is_spread or makes_function_or_iterator(lowering, node)
    items = few_items(lowering, generator.iter, is_spread) if known else None
    items = items_in_rule(lowering, generator.iter, node) if items is None else items
    if items is None:
        return None
    made: list[Value] = []
    scope = inner_scope(lowering, generator)
    for item in items:
        if isinstance(node, ast.GeneratorExp):  # each function is called before the next one is made
            scope = inner_scope(lowering, generator)
        found = in_scope(lowering, scope, partial(written_out_for_item, lowering, generators, item, node))
        if found is None:
            return None
        made += found
    return made


def makes_function_or_iterator(lowering: Lowering, node: Any) -> bool:
    """Whether items are functions, or can be gone through only once: these aren't kept in a list that is made in a loop."""
    item = node.elt
    if not isinstance(item, ast.Call):
        return isinstance(item, (ast.Lambda, ast.GeneratorExp))
    bound = names_in([part for generator in node.generators for part in (generator.target, *generator.ifs)])
    function = None if set(bound) & set(names_in([item.func])) else named_function(lowering, item.func)
    return function is not None and is_iterator(function.value)


def written_out_for_item(
    lowering: Lowering, generators: list[ast.comprehension], item: Value, node: Any
) -> list[Value] | None:
    generator, *rest = generators
    bind_target(lowering, generator.target, item, node)
    truths = [known_truth(lowering, expr(lowering, condition)) for condition in generator.ifs]
    if None in truths:
        return None
    if not all(truths):
        return []
    return written_out_from(lowering, rest, node) if rest else [expr(lowering, node.elt)]


def items_in_rule(lowering: Lowering, iterable: ast.expr, node: Any) -> list[Value] | None:
    """The items of a list of a rule's, which only reads it."""
    own = is_of_the_book(lowering.scope.owner) and isinstance(iterable, ast.Name)
    value = expr(lowering, iterable) if own else None
    if not isinstance(value, Sequence) or not (holds_objects(value) or len(node.generators) > 1):
        return None
    return list(value.items)


def few_items(lowering: Lowering, iterable: ast.expr, also_zipped: bool = False) -> list[Value] | None:
    """The items of a range of known ends, or of a sequence of known length; of several sequences, or of an object."""
    if isinstance(iterable, ast.Call):
        return few_of_call(lowering, iterable, also_zipped)
    value = expr(lowering, iterable) if isinstance(iterable, (ast.Name, ast.Tuple, ast.List)) else None
    items = list(value.items) if isinstance(value, Sequence) else None
    if also_zipped and isinstance(value, Object):
        items = known_items(lowering, lowering.dispatch.iterated(lowering, value, iterable))
    return items if items is not None and len(items) <= _FEW else None


def few_of_call(lowering: Lowering, call: ast.Call, also_zipped: bool) -> list[Value] | None:
    ends: list[Any] = [argument.value for argument in call.args if isinstance(argument, ast.Constant)]
    function = named_function(lowering, call.func)
    name = None if function is None or call.keywords else function.value
    if name is range and len(ends) == len(call.args):
        numbers = range(*ends)
        return [Const(number) for number in numbers] if len(numbers) <= _FEW else None
    if not also_zipped or name not in (zip, enumerate) or (name is enumerate and len(call.args) > 1):
        return None
    columns = [few_items(lowering, argument, True) for argument in call.args]
    known = [column for column in columns if column is not None]
    if len(known) < len(columns):
        return None
    if name is enumerate:
        known = [[Const(i) for i in range(len(known[0]))], *known]
    return [Sequence(row) for row in zip(*known)]


def inner_scope(lowering: Lowering, generator: ast.comprehension) -> Scope:
    names = frozenset(names_in([generator.target]))
    outer = lowering.scope
    return Scope(outer.owner, outer.source, outer, names, readonly=names, node=outer.node)
