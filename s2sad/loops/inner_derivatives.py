"""Derivatives that are taken inside of a function are functions of the module, made before anything becomes loops.

g = %grad_of_f x          →         g = f_grad x          whose entries are written out, and become loops as others do
"""

from __future__ import annotations

from dataclasses import replace

from s2sad.ad.context import Context
from s2sad.ad.injections import changed_adjoints
from s2sad.ad.nested import install_nested
from s2sad.errors import UnsupportedSyntax
from s2sad.frontend.derivatives import Nested
from s2sad.ir.nodes import Module
from s2sad.loops.state import WITHOUT


def with_inner_derivatives(module: Module, context: Context, nested: dict[str, Nested]) -> Module:
    """The module with the functions that are derivatives of others."""
    if not nested:
        return module
    install_nested(context, nested)
    for inner in nested.values():
        for node in changed_adjoints(context, context.functions[inner.base], set()):
            raise UnsupportedSyntax(
                "an adjoint is changed in a derivative that is taken inside", WITHOUT, node.loc
            )
    return replace(module, functions=tuple(context.functions.values()))
