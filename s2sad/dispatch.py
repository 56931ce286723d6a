"""The quick way into a derivative: a `__call__` made for the kind of call that came first.

    def __call__(self, x, n):
        try:
            right = type(x) is float and type(n) is int and <what was looked at is as it was>
        except Exception:
            right = False
        if right:
            return main(x, n)
        return general(self, …)

A derivative of a few operations takes half a microsecond, so that looking up what to run must take less.
"""

from __future__ import annotations

import builtins
import inspect
import itertools
import re
from collections.abc import Callable, Sequence
from types import CellType, CodeType, FunctionType
from typing import Any

import numpy as np

from s2sad.errors import refuses
from s2sad.ir.class_code import Condition
from s2sad.results import Finish, is_alone
from s2sad.trees import is_floats, is_of_several_ranks, is_record

MISSING = object()
ONE = "1"
"""Stands for an axis of one item in a key."""


class Run:
    """How calls of one kind are done: `main`, `finish` after it if there is something to do, while `holds`.

    `within` is that of its plan.
    """

    def __init__(
        self,
        main: Callable,
        finish: Finish | None,
        holds: FunctionType | None,
        within: Condition | None = None,
    ) -> None:
        self.main, self.finish, self.holds, self.within = main, finish, holds, within
        self.whole = main if finish is None else finish.after(main)
        self.count = 0

    def is_right(self) -> bool:
        return self.holds is None or self.holds()


_BUILTINS = {"type": type, "float": float, "list": list, "len": len, "Exception": Exception}
_PREFIX = "_s2sad_"
_RESERVED = frozenset(
    "self main general missing is_floats type float float64 list len quick_key ndarray is_alone finish found right Exception holds STILL within".split()
)
_CONSTANT = "_key"
_OWN = re.compile(rf"(?<![.\w])(?:{'|'.join(_RESERVED - {'self'})}|_key\w*)\b")
_FEW = 4
_SCALARS = frozenset((float, int, bool, str, complex, type(None)))


def plain_names(fun: Callable) -> list[str] | None:
    """The parameters of a function, if all can be given by position and by name; else None."""
    try:
        parameters = list(inspect.signature(fun).parameters.values())
    except (TypeError, ValueError):
        return None
    names = [parameter.name for parameter in parameters]
    either = inspect.Parameter.POSITIONAL_OR_KEYWORD
    if any(parameter.kind is not either for parameter in parameters):
        return None
    return None if any(name in _RESERVED or name.startswith(_CONSTANT) for name in names) else names


def quick_key(args: Sequence) -> tuple | None:
    """What tells the kind of a call at little cost; None for a call with functions, or with objects of some classes."""
    lengths: dict[int, int] = {}
    try:
        return tuple([key_of(arg, lengths) for arg in args])
    except (NoKey, RecursionError):  # a container may hold itself
        return None


_BY_CONTENT = (float, tuple, list, dict, np.ndarray)


class NoKey(Exception):
    """A value whose kind isn't told by its type."""


def key_of(value: Any, lengths: dict[int, int] | None = None) -> Any:
    """What tells the kind of a value: its type, dtype and axes of an array, the keys of what a container holds.

    Values with equal keys have equal kinds. Of an array's shape it counts which lengths are 1, and which are the same as
    others: these are numbered as they come, in `lengths`, and anew in each item of a list. Of a list of arrays of one rank only
    that counts, as without `lengths`.
    """
    kind = type(value)
    if kind in _SCALARS:
        return kind
    if kind is np.ndarray:
        if lengths is None:
            return value.dtype, value.ndim
        return value.dtype, *[ONE if n == 1 else lengths.setdefault(n, len(lengths)) for n in value.shape]
    if kind is list:
        if is_floats(value):
            return list
        if is_of_several_ranks(value):
            return list, *[key_of(item, lengths) for item in value]
        return list, frozenset([key_of(item, None if type(item) is np.ndarray else {}) for item in value])
    if kind is tuple:
        return tuple, *[key_of(item, lengths) for item in value]
    if kind is dict:
        return dict, tuple([(key, key_of(item, lengths)) for key, item in value.items()])
    if isinstance(value, np.generic):
        return kind
    if callable(value) or isinstance(value, _BY_CONTENT) or is_record(value):
        raise NoKey
    return kind  # any other object is one, whatever it holds


def quick_class(
    base: type,
    names: list[str],
    keys: Sequence,
    run: Run,
    args: Sequence,
) -> type:
    """A subclass whose instances, called with arguments of the kinds of `args`, are done at once as `run` does them."""
    main, finish, holds = run.main, run.finish, run.holds
    space: dict[str, Any] = {"main": main, "general": _general, "missing": MISSING, "is_floats": is_floats}
    space.update(
        ndarray=np.ndarray, float64=np.float64, quick_key=quick_key, is_alone=is_alone, finish=finish
    )
    tests = _tests(names, keys, space) + [f"{name} is missing" for name in names[len(keys) :]]
    if run.within is not None:
        tests += _tests_within(run.within, names, args, space)
    given = ", ".join(names[: len(keys)])
    every = "".join(f"({name!r}, {name}), " for name in names)
    text = (
        f"def __call__({', '.join(['self', *names])}):\n"
        f"    try:\n"
        f"        right = {' and '.join([*tests, _STILL])}\n"
        f"    except Exception:\n"
        f"        right = False\n"
        f"    if right:\n"
        f"{_finished(given, names, keys, finish)}"
        f"    return general(self, ({every}))\n"
    )
    call = _in_globals_of(holds, text, space, names)
    return type(base.__name__, (base,), {"__call__": call, "__module__": base.__module__})


def _tests_within(within: Condition, names: list[str], args: Sequence, space: dict[str, Any]) -> list[str]:
    """The conditions that parts of the arguments are of the right classes."""
    given = names[: len(args)]
    parts = within.tests(given, args)
    if parts is None:
        space["within"] = within.holds
        return [f"within(({''.join(f'{name}, ' for name in given)}))"]
    constants = [f"{_CONSTANT}within{k}" for k in range(len(parts))]
    space.update((constant, cls) for constant, (_, cls) in zip(constants, parts))
    return [f"type({text}) is {constant}" for constant, (text, _) in zip(constants, parts)]


_STILL = "STILL"


def _in_globals_of(
    holds: FunctionType | None, text: str, space: dict[str, Any], names: list[str]
) -> FunctionType:
    """The function of a text, in which the comparisons of a guard stand; it runs where the guard does.

    The names in `space`, and the builtins, are closure variables of it, so that none is one of the user's.
    """
    text = _OWN.sub(lambda found: f"{_PREFIX}{found[0]}", text)
    cells = {f"{_PREFIX}{name}": CellType(value) for name, value in {**space, **_BUILTINS}.items()}
    still = f"{_PREFIX}{_STILL}"
    if holds is None:
        text = text.replace(still, "True")
    elif not set(names).isdisjoint(holds.__code__.co_names):
        cells[f"{_PREFIX}holds"] = CellType(holds)
        text = text.replace(still, f"{_PREFIX}holds()")
    else:
        cells.update(zip(holds.__code__.co_freevars, holds.__closure__ or ()))
        text = text.replace(still, holds.__dict__["tests"])
    factory = f"def factory({', '.join(cells)}):\n" + "".join(f" {line}\n" for line in text.splitlines())
    code: Any = compile(f"{factory} return __call__\n", "<s2sad dispatch>", "exec")
    for _ in ("factory", "__call__"):
        code = next(const for const in code.co_consts if isinstance(const, CodeType))
    closure = tuple([cells[name] for name in code.co_freevars])
    own = {"__builtins__": builtins} if holds is None else holds.__globals__
    return FunctionType(code, own, "__call__", (MISSING,) * len(names), closure)


def _finished(given: str, names: list[str], keys: Sequence, finish: Finish | None) -> str:
    """What is done with the result; a few arrays are looked at here, since mostly they are as they should be."""
    if finish is None:
        return f"        return main({given})\n"
    chosen = [names[i] for i in finish.wrt]
    text = f"        found = main({given})\n"
    if (
        not finish.has_aux
        and 0 < len(chosen) <= _FEW
        and all(_is_array(keys[i]) or keys[i] is float for i in finish.wrt)
    ):
        part = "found[1]" if finish.with_value else "found"
        own = [f"{_CONSTANT}found{k}" for k in range(len(chosen))]
        text += f"        {', '.join(own)}{'' if finish.single else ','} = {part}\n"
        tests = [_is_own(o, x, keys[i]) for o, x, i in zip(own, chosen, finish.wrt)]
        arrays = [k for k, i in enumerate(finish.wrt) if _is_array(keys[i])]
        tests += [f"{own[k]} is not {chosen[other]}" for k in arrays for other in arrays]
        tests += [f"{own[k]} is not {own[other]}" for k in arrays for other in arrays if k < other]
        text += f"        if {' and '.join(tests)}:\n            return found\n"
    return text + f"        return finish(found, ({''.join(f'{name}, ' for name in chosen)}))\n"


def _is_own(found: str, primal: str, key: Any) -> str:
    """The condition that a gradient owns its memory and has the dtype and shape of its primal, or is a float."""
    if key is float:
        return f"(type({found}) is float or type({found}) is float64)"
    same = f"{found}.dtype == {primal}.dtype and {found}.shape == {primal}.shape"
    return f"type({found}) is ndarray and is_alone({found}) and {same}"


def _tests(names: Sequence[str], keys: Sequence[Any], space: dict[str, Any]) -> list[str]:
    """The conditions that arguments have these keys; what they compare with goes to `space`."""
    tests: list[str] = []
    together: list[int] = (
        []
    )  # containers, and beside these the arrays, whose lengths may be those of arrays in them
    holds = any(isinstance(key, tuple) and not _is_array(key) for key in keys)
    first: dict[Any, str] = {}
    for i, (name, key) in enumerate(zip(names, keys)):
        constant = f"{_CONSTANT}{i}"
        space[constant] = key
        if isinstance(key, tuple) and (holds or not _is_array(key)):
            together.append(i)
        elif _is_array(key):
            space[constant] = key[0]
            tests.append(f"type({name}) is ndarray and {name}.dtype is {constant}")
            tests += _tests_of_shape(name, f"{constant}shape", key[1:], first)
        elif key is list:
            tests.append(f"type({name}) is list and is_floats({name})")
        else:
            tests.append(f"type({name}) is {constant}")
    if together:
        space[f"{_CONSTANT}s"] = tuple([keys[i] for i in together])
        tests.append(f"quick_key(({''.join(f'{names[i]}, ' for i in together)})) == {_CONSTANT}s")
    return tests


def _tests_of_shape(name: str, shape: str, lengths: Sequence[Any], first: dict[Any, str]) -> list[str]:
    """The conditions that the axes of an array have such lengths: what is derived from is that some are equal, or 1.

    That others differ is of no account. `first` says where each length was met.
    """
    tests = [f"len({shape} := {name}.shape) == {len(lengths)}"]
    for axis, length in enumerate(lengths):
        here = f"{shape}[{axis}]"
        if length == ONE:
            tests.append(f"{here} == 1")
        elif length in first:
            tests.append(f"{here} == {first[length]}")
        else:
            first[length] = here
            tests.append(f"{here} != 1")
    return tests


def _is_array(key: Any) -> bool:
    return isinstance(key, tuple) and isinstance(key[0], np.dtype)


@refuses
def _general(self: Any, given: tuple[tuple[str, Any], ...]) -> Any:
    """Any other call: by position as far as there are values, the rest by name."""
    args = list(itertools.takewhile(lambda value: value is not MISSING, (value for _, value in given)))
    rest = {name: value for name, value in given[len(args) :] if value is not MISSING}
    return self.call(*args, **rest)
