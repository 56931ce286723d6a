"""What the functions of a module do to the lists that they get, and how long the lists are that they give.

@slopes s                       it only reads s, and gives a list of two items
    x, y = unpack s 2 None
    rates = list_of y x
    return rates
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from s2sad.analysis.fixed_lists import Assumed, maker_of
from s2sad.analysis.list_changes import Calls, ListSummary, changed
from s2sad.analysis.list_families import families_of, flows
from s2sad.ir.nodes import Function, Node
from s2sad.ir.operations import functions_named
from s2sad.ir.rewrite import walk


def list_summaries(functions: Sequence[Function]) -> Calls:
    """What is known of each function by its name; nothing is taken for granted where functions call each other in a circle."""
    by_name = {function.name: function for function in functions}
    found: dict[str, ListSummary] = {}
    for function in functions:
        add_summary(function, by_name, found)
    return found


def add_summary(function: Function, by_name: Mapping[str, Function], found: dict[str, ListSummary]) -> None:
    """Find what a function does, after those that it calls."""
    if function.name in found:
        return
    found[function.name] = ListSummary()
    nodes = list(walk(function.body))
    for name in dict.fromkeys(name for node in nodes for name in functions_named(node)):
        if name in by_name:
            add_summary(by_name[name], by_name, found)
    found[function.name] = summary_of(function, nodes, found)


def summary_of(function: Function, nodes: list[Node], calls: Calls) -> ListSummary:
    """What a function does, as far as that is known of those that it calls."""
    params = [param.var for param in function.params]
    given_away = {*changed(nodes, params, (), calls, strict=True), *function.body.results}
    given_away.update(source for node in nodes for _, sources in flows(node) for source in sources)
    reads = frozenset(i for i, param in enumerate(params) if param not in given_away)
    families = families_of(function, nodes, frozenset(), calls)
    result = function.body.results[0] if function.structure == "one" else None
    makers = None if result is None else families.makers.get(families.of(result))
    assumed = Assumed(families)
    if result is None or makers is None or not assumed.settle():
        return ListSummary(reads)
    length = assumed.length(result)
    return ListSummary(reads, int(length) if 0 <= length < math.inf else None, maker_of(makers[0], calls))
