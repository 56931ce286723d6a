"""What operators give of lists has the items of these.

    t = add a b             an item of t is one of a, or of b
    u = add t c             … and so of u
    r = getitem u 0         an item has a name
    setitem r 0 x           it is written, and with it that of a, b or c: all these are one class

That is so only where an item has a name and is written: most sums are sums of numbers.
"""

from __future__ import annotations

from collections.abc import Iterable

from s2sad.transform.object_classes import ObjectClasses

Joined = list[tuple[int, int]]
"""The classes of what an operator gives, and of an operand, in the order of the program."""


def share_items(objects: ObjectClasses, joined: Joined, writes: Iterable[int]) -> None:
    """Let the items of what operators give be those of the operands, where they are among the classes that are written."""
    pairs = named_items(objects, joined)
    written = {objects.find(one) for one in writes}
    growing = bool(pairs)
    while growing:
        growing = False
        for one, other in pairs:
            if objects.find(one) != objects.find(other):
                met = written.intersection((*objects.chain(one), *objects.chain(other)))
                if met:
                    objects.unify(one, other)
                    written.update(map(objects.find, met))
                    growing = True
        pairs.reverse()  # it spreads from operands to what they give, and back


def named_items(objects: ObjectClasses, joined: Joined) -> Joined:
    """The classes of the items, where they have a name by what an operator gives, or by what that gives in turn."""
    pairs: Joined = []
    open_ = joined[::-1]
    size = -1
    while size != (size := len(pairs)):
        rest: Joined = []
        for one, other in open_:
            if objects.held[objects.find(one)] == -1:
                rest.append((one, other))
            else:
                pairs.append((objects.contents(one), objects.contents(other)))
        open_ = rest
    return pairs
