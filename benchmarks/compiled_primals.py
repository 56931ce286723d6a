"""The kernels themselves as loops that Numba compiles: what a gradient is measured against.

They are the loops that the gradient was made from: arrays taken apart, expressions without temporaries.
"""

from __future__ import annotations

import numba

from s2sad.arguments import describe
from s2sad.compile import compiler_for
from s2sad.loops.code_cache import load_text
from s2sad.loops.numba_module import numba_text
from s2sad.pipeline import LOOPS, all_variables
from s2sad.transform.module_cleanup import Known, clean_module


def text_of(fun, args, places):
    """The text of a module with the function as loops."""
    compiler = compiler_for((), LOOPS)
    lowered = compiler.lowered(fun, describe(fun, args, {}, places).arguments)
    assert not lowered.outside, f"{fun.__name__} reads from outside"
    nothing = frozenset()
    exact = frozenset(all_variables(lowered.module))
    known = Known(exact, nothing, nothing, nothing, nothing, nothing)
    module = clean_module(lowered.module, known, fold=True, ranges=True, observe=None)
    kinds = tuple(kind for kind, _ in lowered.facts)
    return numba_text(compiler.for_numba(compiler.finished(module), kinds, lowered.lengths))


def compiled(fun, args, places):
    """The function that Numba makes of the loops."""
    return getattr(load_text(text_of(fun, args, places), fun.__name__, (numba.__version__,)), fun.__name__)
