"""Text in, derivative out: Wengert lists are parsed, differentiated, verified, and looked at or evaluated."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from s2sad.dynamic import AT_RUN_TIME
from s2sad.ir import kinds as K
from s2sad.ir.evaluate import evaluate
from s2sad.ir.parser import parse_module
from s2sad.ir.printer import print_module
from s2sad.ir.verify import verify
from s2sad.pipeline import Compiler, Request
from s2sad.rules.book import STANDARD
from s2sad.rules.view import View


class Derived:
    """A derivative as a module: `text` is its Wengert list, calling it evaluates its main function."""

    def __init__(self, module):
        self.module = module
        self.text = print_module(module)
        self.names = [function.name for function in module.functions]

    def __call__(self, *args):
        return evaluate(self.module.main, args, module=self.module)

    def function(self, name):
        return lambda *args: evaluate(self.module[name], args, module=self.module)


def derive(text, what="grad", kinds=None, *, fixed="n k c", scope=None, clean=False, style="folded"):
    """The derivative of the first function of a text. Parameters are floats that are differentiated, but for those
    in `fixed` (ints) and those whose kind is given by name."""
    module = parse_module(text, scope or {})
    known = {**dict.fromkeys(fixed.split(), K.INT), **(kinds or {})}
    params = [param.var.name for param in module.main.params]
    kinds_of = [known.get(name, K.FLOAT) for name in params]
    facts = tuple((kind, K.differentiable(kind) and kind != K.FUNCTION) for kind in kinds_of)
    wrt = tuple(i for i, (_, varied) in enumerate(facts) if varied)
    stages = []
    compiler = Compiler(View(STANDARD), AT_RUN_TIME, style, stages.append)
    compiler.differentiated(module, Request(facts, wrt), what)
    raw, cleaned = (stage.module for stage in stages[-2:])
    for function in (*raw.functions, *cleaned.functions):
        verify(function)
    return Derived(cleaned if clean else raw)


def differences(text, args, step=1e-4, **options):
    """The gradient of a function of floats alone, by extrapolated central differences."""
    module = parse_module(text, options.get("scope") or {})

    def at(i, offset):
        moved = [x + offset if k == i else x for k, x in enumerate(args)]
        return evaluate(module.main, moved, module=module)

    def slope(i, h):
        return (at(i, h) - at(i, -h)) / (2.0 * h)

    floats = [i for i, x in enumerate(args) if isinstance(x, float)]
    return [(4.0 * slope(i, step) - slope(i, 2.0 * step)) / 3.0 for i in floats]


def slopes(fun, x, step=1e-4):
    """The gradient of a function of one array, by extrapolated central differences; the array stays as it is."""

    def slope(place, h):
        ahead, behind = x.copy(), x.copy()
        ahead[place] += h
        behind[place] -= h
        return (fun(ahead) - fun(behind)) / (2.0 * h)

    found = np.empty_like(x)
    for place in np.ndindex(x.shape):
        found[place] = (4.0 * slope(place, step) - slope(place, 2.0 * step)) / 3.0
    return found


@pytest.fixture(scope="session")
def ad():
    """What the tests of this folder work with."""
    return SimpleNamespace(derive=derive, differences=differences, slopes=slopes, close=close)


def close(found, wanted, tolerance=1e-8):
    """Whether two nested tuples or lists of numbers agree."""
    if isinstance(wanted, (tuple, list)):
        return len(found) == len(wanted) and all(close(a, b, tolerance) for a, b in zip(found, wanted))
    return math.isclose(found, wanted, rel_tol=tolerance, abs_tol=tolerance)
