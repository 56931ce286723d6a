"""Heaps, sorted lists, groups and counters of Python's own library, in all modes against differences."""

import bisect
import collections
import heapq
import itertools

import pytest


def shortest_path(graph):
    queue, seen = [(0, "a")], set()
    found = {"a": 0}
    while queue:
        length, node = heapq.heappop(queue)
        if node in seen:
            continue
        seen.add(node)
        if node == "d":
            return length * length
        for other, weight in graph[node].items():
            if other not in found or length + weight < found[other]:
                found[other] = length + weight
                heapq.heappush(queue, (length + weight, other))
    return 0.0


def heaps(xs, y):
    heap = []
    for x in xs:
        heapq.heappush(heap, x * x)
    first = heapq.heappop(heap)
    second = heapq.heapreplace(heap, first + y)
    third = heapq.heappushpop(heap, second * y)
    xs = list(xs)
    heapq.heapify(xs)
    return first + 2.0 * second + 3.0 * third + heapq.nlargest(1, heap)[0] * heapq.heappop(xs)


def queueing(times, service):
    numbers = itertools.count()
    events = []
    for time in times:
        heapq.heappush(events, (time, next(numbers), "comes"))
    now, waited, present = 0.0, 0.0, 0
    while events:
        time, _, what = heapq.heappop(events)
        waited += present * (time - now)
        now = time
        if what == "comes":
            present += 1
            heapq.heappush(events, (time + service * present, next(numbers), "goes"))
        else:
            present -= 1
    return waited


def insorted(xs, y):
    items = []
    for x in xs:
        bisect.insort(items, x * y)
    bisect.insort_left(items, y)
    return items[0] + 2.0 * items[1] * items[3]


def groups_in_order(xs):
    groups = collections.defaultdict(list)
    for i, x in enumerate(xs):
        groups[i % 2].append(x)
    total = 0.0
    for key, x in sorted(groups.items()):  # a name that held a number before
        total += (key + 1) * sum(x) ** 2
    _, best = max(groups.items(), key=lambda pair: sum(pair[1]))
    return total + best[0] * best[-1]


def endless_iterators(x):
    signs = itertools.cycle([1.0, -x, 2.0])
    numbers = itertools.count(1, 2)
    steps = itertools.count(x, 0.5)
    total = 0.0
    for _ in range(5):
        total += next(signs) * x ** next(numbers) + next(steps)
    for step in steps:
        total += step
        if step > 6.0:
            break
    return total


GRAPH = {"a": {"b": 1.0, "c": 4.0}, "b": {"c": 2.0, "d": 5.0}, "c": {"d": 1.5}, "d": {"a": 9.0}}
CASES = [
    (shortest_path, (GRAPH,)),
    (heaps, ([3.0, 1.2, 2.1], 0.5)),
    (queueing, ([3.0, 1.2, 2.1], 2.6)),
    (insorted, ([3.0, 1.2, 2.1], 2.6)),
    (groups_in_order, ([0.3, 1.2, -0.4, 0.8],)),
    (endless_iterators, (1.3,)),
]


@pytest.mark.parametrize(("function", "args"), CASES)
def test_all_modes(function, args, all_modes):
    all_modes(function, args)
