"""A run of a Wengert list, watched: every entry in the order in which it ran, with its values.

The list is the derivative as it was made, before the clean-up, with marks where each adjoint and tangent is complete
(`probe`). A reverse sweep meets the entries in the exact reverse order of the forward sweep, which is how the adjoints
are brought together with the values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from s2sad.backend.references import is_method
from s2sad.errors import TooLong
from s2sad.ir.evaluate import Environment, Evaluator
from s2sad.ir.nodes import Block, Const, Entry, For, Function, Module, Node, Ref, Var, While, targets_of
from s2sad.ir.operations import operation_of
from s2sad.show.values import is_number, kept
from s2sad.show.writing import blocks_by_name

MOST = 20_000


@dataclass(frozen=True)
class Event:
    """Something that happened in a run.

    `what` is "entry", "probe", "begin" of a block (`values` are those of the variables that it binds, `number` counts
    the iterations of a loop from 0), its "end", "after" all blocks of an entry (`values` are those of its targets), or
    "left out" (`number` iterations). `reads` are the values of an entry's arguments, if these are numbers.
    """

    what: str
    node: Node
    values: tuple[Any, ...] = ()
    reads: tuple[Any, ...] = ()
    number: int = 0
    block: str = ""


class Watcher(Evaluator):
    """Calls a method of the object at hand, as emitted code does."""

    def callee(self, fn: Any, env: Environment) -> Callable[..., Any]:
        if isinstance(fn, Ref) and is_method(fn):
            name = fn.value.__name__
            return lambda owner, *args, **kwargs: getattr(owner, name)(*args, **kwargs)
        return super().callee(fn, env)


class _Tracer(Watcher):
    """Takes down what happens in the function that is called first; what it calls is one entry."""

    def __init__(self, functions: dict[str, Function]) -> None:
        super().__init__(functions)
        self.events: list[Event] = []
        self.depth = 0
        self.nodes: list[Node] = []
        self.rounds: list[int] = []

    def call(self, function: Function, around: Environment, args: tuple, kwargs: dict[str, Any]) -> Any:
        self.depth += 1
        try:
            return super().call(function, around, args, kwargs)
        finally:
            self.depth -= 1

    def add(self, event: Event) -> None:
        if len(self.events) >= MOST:
            raise TooLong(
                f"the run has more than {MOST} steps", "look at fewer iterations, or a smaller problem"
            )
        self.events.append(event)

    def run(self, block: Block, env: Environment) -> None:
        if self.depth > 1:
            super().run(block, env)
            return
        for node in block.entries:
            if isinstance(node, Entry):
                self.watch(node, env)
                continue
            self.nodes.append(node)
            self.rounds.append(0)
            super().run(Block((node,)), env)
            self.nodes.pop()
            self.rounds.pop()
            self.add(Event("after", node, _values(targets_of(node), env)))

    def watch(self, node: Entry, env: Environment) -> None:
        values = [self.get(atom, env) for atom in node.args]
        if operation_of(node) == "probe":
            self.add(Event("probe", node, (kept(values[1]),)))
            return
        reads = tuple(values) if all(map(is_number, values)) else ()
        super().run(Block((node,)), env)
        self.add(Event("entry", node, _values(node.targets, env), reads))

    def results(self, block: Block, env: Environment) -> list[Any]:
        if self.depth > 1 or not self.nodes:
            return super().results(block, env)
        node = self.nodes[-1]
        name = next((name for name, one in blocks_by_name(node) if one is block), "")
        self.add(Event("begin", node, _values(bound_by(node), env), (), self.rounds[-1], name))
        self.rounds[-1] += 1
        found = super().results(block, env)
        self.add(Event("end", node))
        return found


def bound_by(node: Node) -> tuple[Var, ...]:
    """The variables that get a value when a block begins."""
    if isinstance(node, For):
        return (node.item, *node.params)
    if isinstance(node, While):
        return node.params
    return ()


def _values(variables: Sequence[Var], env: Environment) -> tuple[Any, ...]:
    return tuple(kept(env.get(var.name)) for var in variables)


def traced(module: Module, args: Sequence[Any]) -> tuple[Any, list[Event]]:
    """What the main function of a module returns for these arguments, one a parameter, and what happened on the way."""
    by_place, by_name = bound_arguments(module.main, args)
    tracer = _Tracer({function.name: function for function in module.functions})
    found = tracer.call(module.main, {}, by_place, by_name)
    return found, tracer.events


def bound_arguments(function: Function, args: Sequence[Any]) -> tuple[tuple, dict[str, Any]]:
    """One argument for each parameter, as they are passed: by place, and by name."""
    pairs = list(zip(function.params, args))
    by_name = {param.var.name: arg for param, arg in pairs if param.kind == "keyword"}
    return tuple(arg for param, arg in pairs if param.kind != "keyword"), by_name


def not_run(block: Block) -> list[Event]:
    """The entries in the order of the text, each once and without values."""
    events: list[Event] = []
    for node in block.entries:
        if isinstance(node, Entry):
            events.append(Event("probe" if operation_of(node) == "probe" else "entry", node))
        for name, inner in blocks_by_name(node):
            events += [Event("begin", node, block=name), *not_run(inner), Event("end", node)]
        if not isinstance(node, Entry):
            events.append(Event("after", node))
    return events


def rounds_of(events: Sequence[Event]) -> dict[int, int]:
    """How often a loop went round in all, by the places in a list of events where one of its iterations begins."""
    found: dict[int, int] = {}
    open_: list[list[int]] = []
    for place, event in enumerate(events):
        if event.what == "begin":
            if event.number == 0:
                open_.append([])
            open_[-1].append(place)
        elif event.what == "after" and open_ and events[open_[-1][0]].node is event.node:
            places = open_.pop()
            found.update(dict.fromkeys(places, len(places)))
    return found


def with_few_rounds(events: Sequence[Event], most: int) -> list[int]:
    """The places of the events that are shown: of a loop the first iterations, and the last one."""
    rounds, shown = rounds_of(events), []
    skipping: list[Node] = []
    for place, event in enumerate(events):
        count = rounds.get(place, 0)
        if event.what == "begin" and count > most and event.number >= most - 1:
            if skipping and skipping[-1] is event.node and event.number == count - 1:
                skipping.pop()
            elif not skipping and event.number < count - 1:
                skipping.append(event.node)
                shown.append(-1 - (count - most))
        if not skipping:
            shown.append(place)
    return shown


def probed(event: Event) -> str:
    """The variable whose adjoint or tangent an event tells."""
    assert isinstance(event.node, Entry)
    name = event.node.args[0]
    assert isinstance(name, Const)
    return name.value
