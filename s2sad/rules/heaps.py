"""`heapq`, and the insertions of `bisect`: the algorithms of the library, as Python that is differentiated.

A heap is a list; what is pushed and popped moves its items around and computes nothing.
"""

import bisect
import heapq

from s2sad.rules.declare import program

_HEAP = [0.2, 0.5, 0.3, 0.9]


def sifted_up(heap, first, place):
    """Move the item at a place towards the root until its parent is no larger (`heapq._siftdown`)."""
    item = heap[place]
    while place > first:
        parent = (place - 1) >> 1
        if not item < heap[parent]:
            break
        heap[place] = heap[parent]
        place = parent
    heap[place] = item


def sifted_down(heap, place):
    """Move the smaller child up until a leaf is reached, and the item from there to its place (`heapq._siftup`)."""
    end = len(heap)
    first = place
    item = heap[place]
    child = 2 * place + 1
    while child < end:
        right = child + 1
        if right < end and not heap[child] < heap[right]:
            child = right
        heap[place] = heap[child]
        place = child
        child = 2 * place + 1
    heap[place] = item
    sifted_up(heap, first, place)


@program(heapq.heappush, at=[(_HEAP, 0.1)])
def push(heap, item):
    """The item goes to the end, and up from there"""
    heap.append(item)
    sifted_up(heap, 0, len(heap) - 1)


@program(heapq.heappop, at=[(_HEAP,)])
def pop(heap):
    """The last item takes the place of the smallest, and goes down"""
    last = heap.pop()
    if not heap:
        return last
    smallest = heap[0]
    heap[0] = last
    sifted_down(heap, 0)
    return smallest


@program(heapq.heapreplace, at=[(_HEAP, 0.4)])
def replace(heap, item):
    """The smallest item, in whose place another one is put"""
    smallest = heap[0]
    heap[0] = item
    sifted_down(heap, 0)
    return smallest


@program(heapq.heappushpop, at=[(_HEAP, 0.4), (_HEAP, 0.1), ([], 0.3)])
def push_and_pop(heap, item):
    """The smaller one of an item and the smallest in the heap, which the other one stays in"""
    if not heap or not heap[0] < item:
        return item
    smallest = heap[0]
    heap[0] = item
    sifted_down(heap, 0)
    return smallest


@program(heapq.heapify, at=[([0.9, 0.2, 0.5, 0.3],)])
def heapify(heap):
    """Every item that has children goes down, from the last one on"""
    for place in reversed(range(len(heap) // 2)):
        sifted_down(heap, place)


@program(heapq.nsmallest, at=[(2, _HEAP), (9, _HEAP)])
def smallest_items(n, items, key=None):
    """The first items in order"""
    return sorted(items, key=key)[:n]


@program(heapq.nlargest, at=[(2, _HEAP), (9, _HEAP)])
def largest_items(n, items, key=None):
    """The first items in the reverse order"""
    return sorted(items, key=key, reverse=True)[:n]


@program(bisect.insort, bisect.insort_right, at=[([0.2, 0.5, 0.9], 0.3)])
def insert_after(a, x, *, key=None):
    """An item goes after those that are no larger"""
    keys = list(a) if key is None else [key(item) for item in a]
    a.insert(bisect.bisect_right(keys, x if key is None else key(x)), x)


@program(bisect.insort_left, at=[([0.2, 0.5, 0.9], 0.3)])
def insert_before(a, x, *, key=None):
    """An item goes before those that are no smaller"""
    keys = list(a) if key is None else [key(item) for item in a]
    a.insert(bisect.bisect_left(keys, x if key is None else key(x)), x)
