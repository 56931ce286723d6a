"""`with` statements as what Python says that they are, once it is known what manages them.

    with a as x, b:                     with a as x:
        body                     →          with b: body

    with suppress(E): body       →      try: body
                                        except E: pass

    with m as x: body            →      x = m.__enter__()
                                        try: body
                                        except BaseException as error:
                                            m.__exit__(type(error), error, error.__traceback__)
                                            raise
                                        m.__exit__(None, None, None)

A manager whose `__exit__` may return something true ends the exception then.
"""

from __future__ import annotations

import ast
from functools import lru_cache

from s2sad.frontend.desugar.building import filled

ERROR = "%error"
_RAISING = """
try: BODY
except BaseException as error:
    leave(type(error), error, error.__traceback__)
    raise
"""
_ENDING = """
try: BODY
except BaseException as error:
    if not leave(type(error), error, error.__traceback__): raise
else: leave(None, None, None)
"""


@lru_cache(maxsize=1024)
def inner_body(node: ast.With) -> list[ast.stmt]:
    """What stands within the first manager of a statement."""
    rest = node.items[1:]
    return [ast.copy_location(ast.With(rest, node.body), node)] if rest else node.body


@lru_cache(maxsize=1024)
def suppressed(node: ast.With, call: ast.Call) -> ast.stmt:
    """A body whose exceptions of some classes are ended."""
    kinds = ast.copy_location(ast.Tuple(call.args, ast.Load()), node)
    return _one("try: BODY\nexcept KINDS: pass", node, inner_body(node), KINDS=kinds)


@lru_cache(maxsize=1024)
def raising(node: ast.With, leave: str) -> ast.stmt:
    """A body after whose exception something is called, and the exception goes on."""
    return _one(_RAISING, node, inner_body(node), leave=leave)


@lru_cache(maxsize=1024)
def ending(node: ast.With, leave: str) -> ast.stmt:
    """A body after which something is called that may end its exception."""
    return _one(_ENDING, node, inner_body(node), leave=leave)


@lru_cache(maxsize=1024)
def left(node: ast.With, leave: str) -> ast.stmt:
    """The call after a body that raised no exception."""
    return _one("leave(None, None, None)", node, [], leave=leave)


def _one(text: str, node: ast.With, body: list[ast.stmt], **parts: object) -> ast.stmt:
    known = {"BODY": body, "error": ERROR, "BaseException": BaseException, "type": type}
    statement: ast.stmt = filled(text, node, **{**known, **parts})[0]
    return statement
