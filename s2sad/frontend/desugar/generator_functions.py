"""Comprehensions and generator expressions as the generator functions that Python makes of them.

(f(x) for x in xs if c)      →      def <genexpr>():
                                        for x in xs:
                                            if c: yield f(x)

A list or dict comprehension is such a generator that is gone through at once.
"""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import Any

from s2sad.frontend.desugar.building import changed, filled, load, placed
from s2sad.ir.tree_walks import names_in

NAME = "<genexpr>"


@lru_cache(maxsize=1024)
def function_of(node: Any) -> ast.FunctionDef:
    """A comprehension or generator expression as a generator function without parameters; a dict's yields keys and values."""
    if isinstance(node, ast.DictComp):
        body = filled("yield KEY, VALUE", node, KEY=node.key, VALUE=node.value)
    else:
        body = filled("yield ITEM", node.elt, ITEM=node.elt)
    for generator in reversed(node.generators):
        for condition in reversed(generator.ifs):
            body = filled("if TEST: BODY", condition, TEST=condition, BODY=body)
        text, head = "for TARGET in ITEMS: BODY", generator.iter
        body = filled(text, head, TARGET=generator.target, ITEMS=head, BODY=body)
    outside = [child.target.id for child in ast.walk(node) if isinstance(child, ast.NamedExpr)]
    if outside:
        body = [placed(ast.Nonlocal(outside), node), *body]
    made: ast.FunctionDef = filled("def items(): BODY", node, items=NAME, BODY=body)[0]
    return made


@lru_cache(maxsize=1024)
def over_own_name(node: Any) -> Any:
    """A generator expression over a name of its own, in the place of a name that is assigned before it is gone through."""
    first, *others = node.generators
    kept = ast.copy_location(load(f"<over {node.lineno}:{node.col_offset}>"), first.iter)
    return changed(node, generators=[changed(first, iter=kept), *others])


def is_hidden(generator: ast.comprehension) -> bool:
    """Whether what is gone through reads a name that is also given to the items, which is another one."""
    return not set(names_in([generator.iter])).isdisjoint(names_in([generator.target]))
