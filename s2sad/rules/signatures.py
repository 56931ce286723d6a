"""Which calls a derivative rule is for, by the parameters of the function that declares it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

_VARIADIC, _SPREAD = 0x04, 0x08  # CO_VARARGS and CO_VARKEYWORDS of a code object


@dataclass(frozen=True, slots=True)
class Signature:
    """The calls that a rule is for; `names` may be given by position or by name, `keywords` by name only.

    One that is `spread` takes any other by name as well.
    """

    names: tuple[str, ...]
    required: int
    variadic: bool
    keywords: frozenset[str]
    needed: frozenset[str]
    spread: bool = False

    def fits(self, positional: int | None, keywords: Collection[str] = ()) -> bool:
        """Whether a call with so many positional arguments (None: `*args`, any number) and these keywords fits."""
        if positional is None or positional > len(self.names):
            if not self.variadic:
                return False
            positional = len(self.names)
        if not keywords:
            return positional >= self.required and not self.needed
        open_names = self.names[positional:]
        if any(name not in keywords for name in self.names[positional : self.required]):
            return False
        known = all(self.spread or k in self.keywords or k in open_names for k in keywords)
        return self.needed.issubset(keywords) and known


def signature_of(define: Callable, first: str = "", out: bool = False) -> Signature:
    """The signature of a rule, without a leading parameter `first` and without the keyword `out`."""
    code = define.__code__
    names = code.co_varnames[: code.co_argcount]
    keywords = frozenset(code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount])
    if first and names[:1] != (first,):
        raise TypeError(f"the first parameter of the rule {define.__name__} must be {first}")
    if out and "out" not in keywords:
        raise TypeError(f"the rule {define.__name__} must take the keyword out")
    skipped = 1 if first else 0
    keywords -= {"out"} if out else set()
    return Signature(
        names=names[skipped:],
        required=len(names) - len(define.__defaults__ or ()) - skipped,
        variadic=bool(code.co_flags & _VARIADIC),
        keywords=keywords,
        needed=keywords.difference(define.__kwdefaults__ or ()),
        spread=bool(code.co_flags & _SPREAD),
    )
