"""What the functions of a module do to the lists that they get, and how long the lists are that they give.

@slopes s                       it only reads s, and gives a list of two items
    x, y = unpack s 2 None
    rates = list_of y x
    return rates
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from s2sad.analysis.fixed_lists import Assumed, maker_of
from s2sad.analysis.list_changes import Calls, ListSummary, changed
from s2sad.analysis.list_families import families_of, flows
from s2sad.ir.nodes import Function
from s2sad.ir.rewrite import definitions_of, walk


def list_summaries(functions: Sequence[Function]) -> Calls:
    """What is known of each function by its name; nothing is taken for granted of those that call each other in a circle."""
    found: dict[str, ListSummary] = {}
    while True:
        again = {function.name: summary_of(function, found) for function in functions}
        if again == found:
            return found
        found = again


def summary_of(function: Function, calls: Calls) -> ListSummary:
    """What a function does, as far as that is known of those that it calls."""
    nodes = list(walk(function.body))
    given_away = {*changed(nodes, (), calls, stays=False), *function.body.results}
    given_away.update(source for node in nodes for _, sources in flows(node) for source in sources)
    reads = frozenset(i for i, param in enumerate(function.params) if param.var not in given_away)
    families = families_of(function, nodes, frozenset(), calls)
    assumed = Assumed(families, definitions_of(function))
    makers = (
        families.makers.get(families.of(function.body.results[0])) if function.structure == "one" else None
    )
    if makers is None or not assumed.settle():
        return ListSummary(reads)
    length = assumed.length(function.body.results[0])
    return ListSummary(reads, int(length) if 0 <= length < math.inf else None, maker_of(makers[0], calls))
