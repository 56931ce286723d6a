"""Powers of floats, which are complex for a negative base: looked at where their size is taken, or a complex number meets them.

    abs((-x) ** p)      →      t = pow (neg x) p
                               t_1 = not_complex t             raises, where the running program finds it complex
                               abs t_1

Anywhere else nothing is emitted: a comparison, a function of `math` and the result raise by themselves.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Ref
from s2sad.ir.operations import operation_named
from s2sad.runtime.operations import not_complex

NOT_COMPLEX = Ref("not_complex", not_complex)
_POWERS = (operator.pow, operator.ipow, pow)
_OF_COMPLEX = (abs, complex, np.absolute, np.real, np.imag, np.angle)


def may_be_complex(fn: Any, args: tuple[Atom, ...], kind: Callable[[Atom], K.Kind], powers: set) -> bool:
    """Whether a float that is computed may be complex, if those in `powers` may be."""
    if not isinstance(fn, Ref):
        return False
    if len(args) == 2 and any(fn.value is power for power in _POWERS):
        base, exponent = args
        if kind(exponent) != K.FLOAT or not may_be_fractional(fn, exponent):
            return False
        return not isinstance(base, Const) or base.value < 0
    return operation_named(fn.path).arithmetic and not powers.isdisjoint(args)


def is_power(fn: Ref) -> bool:
    """Whether it is the operator `**`, or the builtin."""
    return any(fn.value is power for power in _POWERS)


def may_be_fractional(fn: Ref, exponent: Atom) -> bool:
    """Whether it is a power with a float as the exponent that isn't known to be a whole number."""
    if not is_power(fn):
        return False
    return not isinstance(exponent, Const) or not exponent.value.is_integer()


def looks_into(fn: Any, args: tuple[Atom, ...], kind: Callable[[Atom], K.Kind]) -> bool:
    """Whether it makes a real number of complex ones, or reckons with complex ones."""
    known = isinstance(fn, Ref) and any(fn.value is function for function in _OF_COMPLEX)
    return known or any(kind(atom) == K.COMPLEX for atom in args)
