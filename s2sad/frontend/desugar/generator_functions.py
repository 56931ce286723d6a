"""Generator expressions as the generator functions that Python makes of them.

(f(x) for x in xs if c)      →      def items():
                                        for x in xs:
                                            if c: yield f(x)
"""

from __future__ import annotations

import ast
from functools import lru_cache

from s2sad.frontend.desugar.building import changed, filled, load, placed


@lru_cache(maxsize=1024)
def function_of(node: ast.GeneratorExp) -> ast.FunctionDef:
    """A generator expression as a generator function without parameters."""
    body = filled("yield ITEM", node.elt, ITEM=node.elt)
    for generator in reversed(node.generators):
        for condition in reversed(generator.ifs):
            body = filled("if TEST: BODY", condition, TEST=condition, BODY=body)
        text, head = "for TARGET in ITEMS: BODY", generator.iter
        body = filled(text, head, TARGET=generator.target, ITEMS=head, BODY=body)
    outside = [child.target.id for child in ast.walk(node) if isinstance(child, ast.NamedExpr)]
    if outside:
        body = [placed(ast.Nonlocal(outside), node), *body]
    made: ast.FunctionDef = filled("def items(): BODY", node, BODY=body)[0]
    return made


@lru_cache(maxsize=1024)
def over_kept_name(node: ast.GeneratorExp) -> ast.GeneratorExp:
    """A generator expression over a name of its own, in the place of a name that is assigned before it is gone through."""
    first, *others = node.generators
    kept = ast.copy_location(load(f"<over {node.lineno}:{node.col_offset}>"), first.iter)
    return changed(node, generators=[changed(first, iter=kept), *others])
