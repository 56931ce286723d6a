"""Whole derivatives of a function: gradient, value and gradient, vector-Jacobian product, Jacobian-vector product.

f(x, y)      →      f_grad(x, y)           the gradient of a function with one real result
                    f_vjp(x, y, z_bar)     the value, and the adjoints of the arguments
                    f_jvp(x, y, x_dot)     the value, and its tangent
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from s2sad.ad.argument_copies import with_own_arguments
from s2sad.ad.array_shadows import with_shadows
from s2sad.ad.call_pairs import Pair
from s2sad.ad.context import Context
from s2sad.ad.contributions import contribute
from s2sad.ad.fan_out import fan_out
from s2sad.ad.forward import tangent_function
from s2sad.ad.known_numbers import known_numbers
from s2sad.ad.late_shadows import with_late_shadows
from s2sad.ad.outside_writes import check_outside_writes
from s2sad.ad.overwritten_items import with_old_items
from s2sad.ad.ownership import own_arrays
from s2sad.ad.restored_arrays import sooner_restored
from s2sad.ad.reverse import reverse_node
from s2sad.ad.reverse_branches import define_saved
from s2sad.ad.split import gradient_of, in_form_to_reverse, make_pair
from s2sad.ad.sweep import Sweep
from s2sad.ad.sweep_state import Restored
from s2sad.analysis.absent_numbers import may_compute_with_none
from s2sad.analysis.activity import active as active_vars
from s2sad.analysis.aliases import Fact
from s2sad.analysis.harmless import cannot_raise
from s2sad.analysis.item_lengths import lengths_of_params
from s2sad.errors import NotAScalar
from s2sad.ir import kinds as K
from s2sad.ir.argument_lengths import ArgumentLengths
from s2sad.ir.kind_names import spoken
from s2sad.ir.names import without_mark
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Param, Ref, Var, While
from s2sad.ir.operations import op
from s2sad.ir.rewrite import walk, with_body

_COPY, _DEEPCOPY = Ref("np.copy", np.copy), Ref("copy.deepcopy", copy.deepcopy)


@dataclass(frozen=True)
class Request:
    """What is asked for: facts of the parameters, and which of them are differentiated, in which order.

    In a `flat` derivative the adjoint of the result is a variable, though its value is 1. A derivative `of_loops` is one of loops over elements.
    With `probes` the list marks where the adjoint or tangent of each variable is complete. With `has_aux` the function
    returns a pair: the first item is differentiated, the second is returned as it is. `lengths` are those of the axes of the
    parameters.
    """

    facts: tuple[Fact, ...]
    wrt: tuple[int, ...]
    single: bool = False
    flat: bool = False
    of_loops: bool = False
    probes: bool = False
    has_aux: bool = False
    lengths: tuple[ArgumentLengths, ...] = ()


def functions_of(context: Context, main: Function, request: Request, what: str) -> list[Function]:
    """The functions of a derivative: one, or for a pair both sweeps."""
    if what in ("grad", "value_and_grad"):
        return [gradient(context, main, request, what == "value_and_grad")]
    if what == "vjp":
        return [vjp(context, main, request)]
    if what == "pair":
        return list(pair(context, main, request))
    context.many = what != "jvp"
    return [jvp(context, main, request)]


def gradient(context: Context, function: Function, request: Request, with_value: bool) -> Function:
    """The gradient of the one result by the chosen parameters; with the value before it if that is wanted.

    Where there is a value that isn't differentiated, both are always before it.
    """
    function = with_own_arguments(context, function, request.facts)
    return _with_least_memory(
        context, function, request, lambda sweep, body: _gradient(sweep, body, function, request, with_value)
    )


def _gradient(sweep: Sweep, body: Block, function: Function, request: Request, with_value: bool) -> Function:
    results = body.results
    check_scalar(sweep, function, *differentiated_result(function, request.has_aux))
    contribute(sweep, results[0], seed(sweep, results[0]) if request.flat else Const(1.0))
    entries = sweep.block(body)
    gradients = _gradients(sweep, function, request)
    entries, reverse = with_late_shadows(
        sweep, entries, Block(tuple(sweep.out), tuple(gradients)), results, True
    )
    forward = with_headings(sweep, define_saved(Block(tuple(entries)), set(sweep.saved)), request)
    structure: object = "one" if request.single else ("one",) * len(gradients)
    if with_value or request.has_aux:
        structure = (function.structure, structure)
        gradients = [*results, *gradients]
    name = f"{function.name}_value_and_grad" if with_value else f"{function.name}_grad"
    whole = (*forward.entries, *reverse.entries)
    return replace(
        with_body(function, whole, gradients), name=sweep.context.new_name(name), structure=structure, doc=""
    )


def without_value(function: Function) -> Function:
    """The gradient and what is handed on, of a function that gives ((value, handed on), gradient)."""
    (_, aux), own = function.structure
    count = 1 + leaf_count(aux)
    results = function.body.results
    made = with_body(function, function.body.entries, (*results[count:], *results[1:count]))
    return replace(made, structure=(own, aux))


def leaf_count(structure: Any) -> int:
    return 1 if structure == "one" else sum(map(leaf_count, structure))


def seed(sweep: Sweep, atom: Atom) -> Var:
    """The adjoint of the result as a variable."""
    bar = sweep.new(sweep.bar_hint(atom), K.FLOAT)
    sweep.out.append(Entry((bar,), Ref("float", float), (Const(1.0),), (), None, "the adjoint of the result"))
    return bar


def with_headings(sweep: Sweep, forward: Block, request: Request) -> Block:
    """The forward sweep between the headings of both sweeps, where there is something to tell apart."""
    if not request.flat and not any(isinstance(node, (For, While)) for node in sweep.out):
        return forward
    first, second = (Entry((), op("comment"), (Const(f"{name} sweep"),)) for name in ("forward", "reverse"))
    return Block((first, *forward.entries, second), forward.results)


def differentiated_result(function: Function, has_aux: bool) -> tuple[object, Atom]:
    """The structure of what is differentiated of a result, and its first atom."""
    structure = function.structure
    if has_aux:
        if structure == "one" or len(structure) != 2 or hasattr(structure, "cls"):
            reason = f"with has_aux `{function.name}` has to return a pair: the value, and what is handed on"
            raise NotAScalar(reason, "end it with `return value, aux`", function.loc)
        structure = structure[0]
    return structure, (*function.body.results, Const(None))[0]


def check_scalar(sweep: Sweep, function: Function, structure: object, atom: Atom) -> None:
    """A gradient is that of one real number; where the kind isn't known, or it comes of None, emitted code asks at run time."""
    name, loc = function.name, function.loc
    if structure != "one":
        reason = f"`{name}` returns a tuple, and `grad` needs one real number"
        raise NotAScalar(reason, "return one number, or use jacobian, vjp or jvp", loc)
    kind = sweep.facts.kind(atom)
    if kind == K.NONE:
        reason = f"`{name}` returns None, and `grad` needs one real number"
        raise NotAScalar(reason, "return a number", loc)
    if kind == K.UNKNOWN or kind.may_be_none or (K.is_array(kind) and kind.ndim is None):
        sweep.effect("check_real", atom)
    elif kind == K.FLOAT and may_compute_with_none(sweep.facts, function.body):
        sweep.effect("check_real", atom)
    elif K.is_array(kind) and kind.ndim == 0 and K.element(kind) == K.FLOAT:
        return
    elif kind == K.INT and isinstance(atom, Var) and not sweep.is_active(atom):
        reason = f"`{name}` returns an int that has no derivative, and `grad` needs one real number"
        raise NotAScalar(reason, "return a float that changes with the arguments", loc)
    elif kind not in (K.FLOAT, K.INT, K.BOTTOM):
        hint = "return one number, or use jacobian, vjp or jvp"
        if kind == K.BOOL:
            hint = "return what is compared, or a number that is chosen by it"
        if K.is_array(kind) and kind.ndim:
            hint = "sum it, or use jacobian"
        elif K.element(kind) == K.COMPLEX:
            hint = "return its real part, or its absolute value"
        reason = f"`{name}` returns {spoken(kind)}, and `grad` needs one real number"
        raise NotAScalar(reason, hint, loc)


def vjp(context: Context, function: Function, request: Request) -> Function:
    """Value and adjoints, from the arguments and a cotangent for every result that varies."""
    function = with_own_arguments(context, function, request.facts)
    return _with_least_memory(
        context, function, request, lambda sweep, body: _vjp(sweep, body, function, request)
    )


def _vjp(sweep: Sweep, body: Block, function: Function, request: Request) -> Function:
    cotangents = []
    for atom in body.results:
        bar = sweep.new(without_mark(sweep.bar_hint(atom)), sweep.facts.kind(atom))
        cotangents.append(Param(bar))
        contribute(sweep, atom, bar, own=False)
    entries = sweep.block(body)
    gradients = _gradients(sweep, function, request)
    reverse = Block(tuple(sweep.out), tuple(gradients))
    entries, reverse = with_late_shadows(sweep, entries, reverse, body.results, True)
    forward = with_headings(sweep, define_saved(Block(tuple(entries)), set(sweep.saved)), request)
    structure = (function.structure, "one" if request.single else ("one",) * len(gradients))
    params = tuple(replace(param, default=None, kind="either") for param in function.params)
    whole = with_body(function, (*forward.entries, *reverse.entries), (*body.results, *gradients))
    name = sweep.context.new_name(f"{function.name}_vjp")
    return replace(whole, name=name, params=(*params, *cotangents), structure=structure, doc="")


def pair(context: Context, function: Function, request: Request) -> tuple[Function, Function]:
    """The forward sweep, which returns the value and what it saved, and the reverse sweep for every cotangent."""
    function = with_own_arguments(context, function, request.facts)
    count = len(function.body.results)
    wanted = tuple(i in request.wrt for i in range(len(function.params)))
    names = context.new_name(f"{function.name}_fwd"), context.new_name(f"{function.name}_rev")
    made = Pair(*names, (True,) * count, wanted)
    fwd, rev = make_pair(context, function, request.facts, made, request.lengths)
    return replace(fwd, structure=(function.structure, "one")), rev


def jvp(context: Context, function: Function, request: Request) -> Function:
    """Value and tangent, from the arguments and a tangent for each of the chosen parameters."""
    function = with_own_arguments(context, function, request.facts)
    name = context.new_name(f"{function.name}_jvp")
    differentiated = set(request.wrt)
    made = tangent_function(
        context,
        function,
        request.facts,
        name,
        differentiated,
        probing=request.probes,
        lengths=request.lengths,
    )
    return replace(made, doc="")


def _with_least_memory(
    context: Context, function: Function, request: Request, made: Callable[[Sweep, Block], Function]
) -> Function:
    """A derivative by a reverse sweep that restores overwritten values where this takes less memory than to save what is read.

    Which arrays these are is known only after a first sweep; a second one is made then.
    """
    function, new_sweep = _sweeps(context, function, request)
    sweep = new_sweep(None)
    found = made(sweep, function.body)
    restored = sooner_restored(sweep, function)
    if restored is not None:
        other = new_sweep(restored)
        shorter = made(other, function.body)
        if sorted(other.undone) == sorted(restored.writes):
            sweep, found = other, shorter
    context.replayed |= sweep.replayed_vars
    context.replayed.update(cannot_raise(function, sweep.facts, sweep.shapes))
    kinds = sweep.facts.kinds.items()
    context.sequences.update(
        [v for v, kind in kinds if kind.name in ("list", "tuple") and not kind.may_be_none]
    )
    if not context.arrays:
        context.numbers.update(known_numbers(function, sweep.facts, found))
    return found


def _sweeps(
    context: Context, function: Function, request: Request
) -> tuple[Function, Callable[[Restored | None], Sweep]]:
    """The function in the form that is reversed, and what makes a reverse sweep of it."""
    function = in_form_to_reverse(context, function, request.facts)
    names = context.names_for(function)
    facts = context.facts_of(function, request.facts)
    check_outside_writes(context, function, facts)
    active = active_vars(function, facts, function.body.results[:1] if request.has_aux else None)
    function, objects = with_shadows(function, facts, active, names, context.summary)
    context.ranked |= {shadow for var, shadow in objects.shadows.items() if facts.kind(var).ndim}
    function = fan_out(function, active, facts, names)
    active |= _copies(function)
    function, old_items = with_old_items(function, facts, names, context.in_place, active)
    lengths = lengths_of_params(function, request.lengths)

    def new_sweep(restored: Restored | None) -> Sweep:
        sweep = Sweep(context, function, facts, active, names, reverse_node, objects, lengths, True, restored)
        sweep.probing, sweep.flat, sweep.of_loops = request.probes, request.flat, request.of_loops
        sweep.old_items = old_items
        return sweep

    return function, new_sweep


def _copies(function: Function) -> set[Var]:
    dups = op("dup")
    return {
        t for node in walk(function.body) if isinstance(node, Entry) and node.fn == dups for t in node.targets
    }


def _gradients(sweep: Sweep, function: Function, request: Request) -> list[Atom]:
    sweep.loc = None
    if request.probes:
        sweep.probe(param.var for param in function.params)
    variables = [function.params[i].var for i in request.wrt]
    arrays = [var for var in dict.fromkeys(variables) if K.is_array(sweep.facts.kind(var))]
    found = dict(zip(arrays, own_arrays(sweep, arrays)))
    found.update((var, as_number(sweep, var)) for var in dict.fromkeys(variables) if var not in found)
    return [
        found[var] if var not in variables[:i] else another(sweep, var, found[var])
        for i, var in enumerate(variables)
    ]


def another(sweep: Sweep, var: Var, bar: Atom) -> Atom:
    """The adjoint of a parameter that is asked for twice: in memory of its own."""
    kind = sweep.facts.kind(var)
    if kind in K.NUMBERS:
        return bar
    return sweep.emit(_COPY if K.is_array_always(kind) else _DEEPCOPY, (bar,), sweep.bar_hint(var), kind)


def as_number(sweep: Sweep, var: Var) -> Atom:
    """The adjoint of a parameter that is no array; zeros in the structure of its value if nothing depends on it."""
    kind = sweep.facts.kind(var)
    if kind.name in (*K.CONTAINERS, "float", "complex", "int", "bool"):
        bar = gradient_of(sweep, var)
        whole = kind == K.FLOAT and sweep.facts.kind(bar) in (K.INT, K.BOOL, K.UNKNOWN)
        return sweep.emit(Ref("float", float), (bar,), sweep.bar_hint(var)) if whole else bar
    found = sweep.take(var)
    return sweep.emit("zeros_like", (var,), sweep.bar_hint(var), kind) if found is None else found
