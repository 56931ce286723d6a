"""Keys of dicts: numbers with a derivative are none, since equal ones would be one.

table[x] = y                            →      refused, where x varies
for k, v in best(pairs): table[k] = v   →      table[settled_key(k)] = v, where only the running program knows what k is
"""

from __future__ import annotations

import ast

from s2sad.frontend.lowering import Lowering
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Ref
from s2sad.runtime.operands import settled_key

_SETTLED_KEY = Ref("settled_key", settled_key)


def key_of(lowering: Lowering, key: Atom, node: ast.AST) -> Atom:
    """What stands as a key of a dict, or as a place in a list: the running program tells whether it has a derivative, or it is known."""
    kind = lowering.kind(key)
    if K.holds_indexed(kind):
        reason = "an object that holds active values is the key of a dict"
        raise lowering.refusal(node, reason, "use a name, a number, or `id(v)` as the key")
    if not lowering.varies(key) or kind in (K.INT, K.BOOL, K.TEXT, K.NONE):
        return key
    if has_derivative(kind):
        reason = "an active value is the key of a dict"
        raise lowering.refusal(node, reason, "use keys that don't depend on it")
    return lowering.plain_entry(_SETTLED_KEY, (key,), node, "key", kind=kind, varied=False)


def has_derivative(kind: K.Kind) -> bool:
    """Whether a value of this kind, or a part of it, is a number with a derivative."""
    if kind.fields is not None:
        return any(map(has_derivative, kind.fields))
    return K.element(kind) in (K.FLOAT, K.COMPLEX)
