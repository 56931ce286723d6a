"""What is done to indexed containers, as Python that is lowered like the user's own."""

from typing import Any

import numpy as np

from s2sad.runtime.operations import dict_with


def frozen(value: Any) -> Any:
    """Stands for an indexed container as the list or dict of what it holds."""
    return value


def at_key(table: Any, key: Any) -> Any:
    """Stands for what a dict holds, where it is known that the key is in it: nothing is filled in."""
    return table[key]


def list_frozen(items: Any) -> Any:
    return [frozen(item) for item in items]


def tuple_frozen(items: Any) -> Any:
    return tuple([frozen(item) for item in items])


def either_frozen(items: Any) -> Any:
    made = [frozen(item) for item in items]
    return tuple(made) if isinstance(items, tuple) else made


def dict_frozen(table: Any) -> Any:
    return dict_with(list(table), [frozen(table[key]) for key in table])


def holds(items: Any, wanted: Any) -> Any:
    """`wanted in items`, of objects: those that are the same, or equal by a method of theirs."""
    for item in items:
        if item is wanted or item == wanted:
            return True
    return False


def check_count(items: Any, before: Any, least: Any, most: Any, function: Any) -> None:
    """`function(…, *items)` of a function that takes so many arguments by position; some are given `before`"""
    count = before + len(items)
    if not least <= count <= most:
        raise TypeError(
            f"{function}() takes from {least} to {most} positional arguments but {count} were given"
        )


def check_names(table: Any, allowed: Any, function: Any) -> None:
    """`function(**table)` of a function that has no other parameters"""
    for name in table:
        if name not in allowed:
            raise TypeError(f"{function}() got an unexpected keyword argument '{name}'")


def other_names(table: Any, allowed: Any, taken: Any, function: Any) -> Any:
    """What `function(**table)` gives to `**named`: what no parameter takes; those that are `taken` have a value"""
    for name in table:
        if name in taken:
            raise TypeError(f"{function}() got multiple values for keyword argument '{name}'")
    return {name: table[name] for name in table if name not in allowed}


def place_of(items: Any, wanted: Any) -> Any:
    """`items.index(wanted)`, of objects"""
    for place, item in enumerate(items):
        if item is wanted or item == wanted:
            return place
    raise ValueError("the object is not in the list")


def count_of(items: Any, wanted: Any) -> Any:
    """`items.count(wanted)`, of objects"""
    found = 0
    for item in items:
        if item is wanted or item == wanted:
            found += 1
    return found


def copies_of_arrays(items: Any) -> Any:
    """`copy.deepcopy(items)` of a list of arrays: one that stands there twice is copied once."""
    made: list[Any] = []
    for i in range(len(items)):
        made.append(np.copy(items[i]))
        for j in range(i):
            if items[j] is items[i]:
                made[i] = made[j]
    return made


def put_items(container: Any, items: Any) -> None:
    """`container.extend(items)`"""
    for item in items:
        container.append(item)


def repeated(items: Any, count: Any) -> Any:
    """`items * count`, of arrays and other lists"""
    return [item for _ in range(count) for item in items]


def put_left(container: Any, items: Any) -> None:
    """`container.extendleft(items)`"""
    for item in items:
        container.appendleft(item)


def put_table(container: Any, table: Any) -> None:
    """`container.update(table)`"""
    for key in table:
        container[key] = table[key]


def put_pairs(container: Any, pairs: Any) -> None:
    """`container.update(pairs)`"""
    for key, value in pairs:
        container[key] = value


def put_same(container: Any, keys: Any, value: Any) -> None:
    """`container = dict.fromkeys(keys, value)`"""
    for key in keys:
        container[key] = value


def sort_in_place(items: Any, *, key: Any = None, reverse: Any = False) -> None:
    """`items.sort(key=key, reverse=reverse)`"""
    for place, item in enumerate(sorted(items, key=key, reverse=reverse)):
        items[place] = item


def in_order(items: Any, reverse: Any) -> Any:
    """`sorted(items, reverse=reverse)` of objects that have a `<` of their own"""
    ordered: list = []
    for item in items:
        place = len(ordered)
        while place > 0 and (ordered[place - 1] < item if reverse else item < ordered[place - 1]):
            place -= 1
        ordered.insert(place, item)
    return ordered


def smallest(items: Any) -> Any:
    """`min(items)` of objects that have a `<` of their own"""
    found = items[0]
    for item in items[1:]:
        if item < found:
            found = item
    return found


def largest(items: Any) -> Any:
    """`max(items)` of objects that have a `<` of their own"""
    found = items[0]
    for item in items[1:]:
        if item > found:
            found = item
    return found


def added(items: Any, start: Any) -> Any:
    """`sum(items, start)` of objects that have a `+` of their own"""
    total = start + items[0]
    for item in items[1:]:
        total = total + item
    return total


def added_to(items: Any, start: Any) -> Any:
    """The same where `start` is an object too: the items are gone through as they come"""
    total = start
    for item in items:
        total = total + item
    return total


def joined(lists: Any, start: Any) -> Any:
    """`sum(lists, start)` of lists"""
    return [*start, *(item for items in lists for item in items)]


def joined_tuples(tuples: Any, start: Any) -> Any:
    """`sum(tuples, start)` of tuples"""
    return (*start, *(item for items in tuples for item in items))


def fill_in(table: Any, key: Any, make: Any) -> None:
    """What reading a `defaultdict` does before"""
    if key not in table:
        table[key] = make()


def remove_item(items: Any, item: Any) -> None:
    """`items.remove(item)`"""
    del items[items.index(item)]


def values_of(table: Any) -> Any:
    """`dict.values` as a list"""
    return [table[key] for key in table]


def itself(items: Any) -> Any:
    """What isn't a view of a dict, where a view may come in its place."""
    return items


def items_of(table: Any) -> Any:
    """`dict.items` as a list"""
    return [(key, table[key]) for key in table]


METHODS: dict[str, Any] = {
    "extendleft": put_left,
    "remove": remove_item,
    "sort": sort_in_place,
    "get": lambda table, key, default=None: at_key(table, key) if key in table else default,
    "pop": lambda table, key, default: table.pop(key) if key in table else default,
}
"""Methods that are written in Python, in terms of others."""
