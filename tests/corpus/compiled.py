"""The corpus with `jit=True`: every case passes, or is refused with a reason on a list.

`expected_refusals.txt` has one "group/case mode: reason" a line; `python tests/corpus/run.py --jit --write-expected`
writes it. The group `errors` isn't among them: it has to be refused anyway.
"""

import contextlib
import functools
import pathlib
import re

import checks
import corpus
import numpy as np

FILE = pathlib.Path(__file__).with_name("expected_refusals.txt")
HEADER = "# Cases that are refused with `jit=True`; `python tests/corpus/run.py --jit --write-expected` writes this.\n"
WAY_OUT = "leave `jit=True` away"


class Compiled:
    """The library, whose derivatives are compiled; values are within rounding of the function's own."""

    def __init__(self, library, item):
        self.library = library
        single = any(
            getattr(leaf, "dtype", None) == np.float32 for _, leaf in corpus.leaves(corpus.fresh(item.args))
        )
        self.rounding = 1e-6 if single else 1e-9  # what is single is computed in double precision
        for name in ("grad", "value_and_grad", "jvp", "vjp", "hvp"):
            setattr(self, name, functools.partial(getattr(library, name), jit=True))

    def __getattr__(self, name):
        return getattr(self.library, name)


def outcome(item, mode, library, seconds=60):
    """("passed", ""), ("refused", reason) or ("failed", reason)."""
    try:
        checks.check(item, mode, Compiled(library, item), seconds)
    except checks.Failure as failure:
        error = failure.__cause__
        if isinstance(error, library.DifferentiationError) and WAY_OUT in str(error):
            return "refused", reason_of(str(error))
        return "failed", str(failure)
    return "passed", ""


def reason_of(message):
    """The first line of a message without the place."""
    return re.sub(r"^.*?:\d+:\d+: ", "", message.splitlines()[0])


def read():
    """The expected refusals: reasons by ("group/case", mode)."""
    found = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            where, _, reason = line.partition(": ")
            found[tuple(where.split())] = reason
    return found


def write(refused):
    """Expect just these refusals."""
    lines = [f"{case} {mode}: {reason}\n" for (case, mode), reason in sorted(refused.items())]
    FILE.write_text(HEADER + "".join(lines), encoding="utf-8")


def run_in_python():
    """Let the loops run as Python, not as machine code: quicker for one call of each."""
    from s2sad.loops import numba_module

    class Never(Exception):
        pass

    def as_python(module):
        names = {"objmode": contextlib.nullcontext}
        text = re.sub(r"^(from numba import njit.*|@njit\(.*\))\n", "", module.text, flags=re.MULTILINE)
        exec(compile(text, "<loops>", "exec"), names)
        return names[module.module.main.name]

    compiled = functools.cached_property(as_python)
    compiled.__set_name__(numba_module.NumbaModule, "compiled")
    numba_module.NumbaModule.compiled = compiled
    numba_module.errors = lambda: (Never,)
