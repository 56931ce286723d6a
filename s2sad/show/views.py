"""The ways to look at a derivative: functions that take a function, and arguments where there are some.

What they take is imported when they are called, since most derivatives are never looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from s2sad.errors import refuses

if TYPE_CHECKING:
    from s2sad.rules.declare import Rule
    from s2sad.show.beside import Beside
    from s2sad.show.explanation import Explanation
    from s2sad.show.graph_view import Graph
    from s2sad.show.report import Report
    from s2sad.show.stages import Shot
    from s2sad.show.wengert import Wengert


@refuses
def explain(
    fun: Callable,
    *args: Any,
    argnums: int | str | Sequence[int | str] | None = None,
    tangents: Sequence | None = None,
    cotangent: Any = None,
    rules: Iterable[Rule] = (),
    types: Mapping[str, str] | None = None,
    digits: int = 6,
    iterations: int = 3,
) -> Explanation:
    """The derivative of a function at these arguments, entry by entry; without arguments only its formulas.

    `argnums` says by which arguments, as that of `grad`; by all that can be differentiated if it isn't given. Without
    arguments `types` are annotations in the place of the function's own, as for `emit`.
    `tangents` has one for each of them; the first of them moves by 1 if they aren't given. `cotangent` is that of a
    result that isn't one number, in its structure; ones if it isn't given. Of a loop the first iterations and the last
    one are shown, `iterations` in all.

    Raises what `grad` raises, and TooLong (a ValueError) for a run of very many steps.
    """
    from s2sad.show.explain import explained, watched
    from s2sad.show.running import Subject

    subject = Subject.of(fun, args, argnums, rules, types)
    return explained(subject, watched(subject, tangents, cotangent, digits, iterations))


@refuses
def wengert(
    fun: Callable,
    *args: Any,
    argnums: int | str | Sequence[int | str] | None = None,
    tangents: Sequence | None = None,
    cotangent: Any = None,
    rules: Iterable[Rule] = (),
    types: Mapping[str, str] | None = None,
    digits: int = 6,
    iterations: int = 3,
) -> Wengert:
    """The Wengert list of a function: the table of `explain` alone.

    With arguments there are values in it, and without any formulas. `ir` of what is returned is the list in the text
    form of the compiler. Options and errors are those of `explain`.
    """
    from s2sad.show.running import Subject
    from s2sad.show.wengert import listed

    subject = Subject.of(fun, args, argnums, rules, types)
    return listed(subject, tangents, cotangent, digits, iterations)


@refuses
def graph(
    fun: Callable,
    *args: Any,
    argnums: int | str | Sequence[int | str] | None = None,
    cotangent: Any = None,
    rules: Iterable[Rule] = (),
    types: Mapping[str, str] | None = None,
    digits: int = 6,
) -> Graph:
    """The computation graph of a function; with arguments, value and adjoint are in every vertex.

    It prints as a tree. `mermaid()`, `dot()` and `svg()` are pictures, in which loops and branches are boxes. Options
    and errors are those of `explain`.
    """
    from s2sad.show.explain import graphed, watched
    from s2sad.show.running import Subject

    subject = Subject.of(fun, args, argnums, rules, types)
    return graphed(subject, watched(subject, None, cotangent, digits, 2))


@refuses
def beside(
    fun: Callable,
    *args: Any,
    mode: str = "reverse",
    argnums: int | str | Sequence[int | str] | None = None,
    style: str = "folded",
    rules: Iterable[Rule] = (),
    types: Mapping[str, str] | None = None,
) -> Beside:
    """The source of a function beside that of its derivative, each line with the line that it belongs to.

    By these arguments, or without any for the kinds that the annotations tell, as `emit`. It prints in two columns;
    `html()` is a page on which pointing at code marks what belongs to it on the other side. Raises what `emit` raises.
    """
    from s2sad.compile import compile_call
    from s2sad.errors import NotAScalar
    from s2sad.show.beside import side_by_side
    from s2sad.show.running import Subject

    subject = Subject.of(fun, args, argnums, rules, types)
    what = "jvp" if mode == "forward" else "grad"
    try:
        compiled = compile_call(fun, subject.call, what, subject.rules, style)
    except NotAScalar:
        compiled = compile_call(fun, subject.call, "vjp", subject.rules, style)
    return side_by_side(f"{subject.title} and its derivative", compiled)


@refuses
def report(
    fun: Callable,
    *args: Any,
    argnums: int | str | Sequence[int | str] | None = None,
    rules: Iterable[Rule] = (),
    types: Mapping[str, str] | None = None,
) -> Report:
    """What a gradient saves and for which adjoints, computes again, and leaves out; with arguments what it costs.

    The numbers of operations are counted in a run of the lists at these arguments. Raises what `grad` raises.
    """
    from s2sad.show.report import reported
    from s2sad.show.running import Subject, lists_of

    subject = Subject.of(fun, args, argnums, rules, types)
    return reported(subject, lists_of(subject, "grad", style="folded", probes=False))


@refuses
def stages(
    fun: Callable,
    *args: Any,
    mode: str = "reverse",
    argnums: int | str | Sequence[int | str] | None = None,
    style: str = "folded",
    rules: Iterable[Rule] = (),
    types: Mapping[str, str] | None = None,
    target: str = "python",
) -> list[Shot]:
    """What each stage of the compiler makes of a function, in order: a name and a text each.

    The Wengert lists after lowering, differentiating, and every pass of the clean-up that changed something; the
    emitted text at the end. Options are those of `beside`; with the `target` "numba" the loops are shown that Numba compiles.
    """
    from s2sad.pipeline import LOOPS
    from s2sad.show.running import Subject
    from s2sad.show.stages import stages_of

    subject = Subject.of(fun, args, argnums, rules, types)
    return stages_of(subject, "jvp" if mode == "forward" else "grad", LOOPS if target == "numba" else style)
