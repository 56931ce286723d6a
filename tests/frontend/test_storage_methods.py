"""Methods of lists, dicts and deques that are written: each does what Python's does, to values and to slopes."""

from collections import OrderedDict, defaultdict, deque

import pytest


def of_lists(x):
    xs = [x, x * x]
    xs.insert(1, 3.0 * x)
    xs.extend([5.0, x])
    xs.reverse()
    last = xs.pop(0)
    xs.remove(5.0)
    place = xs.index(3.0 * x)
    xs.sort(key=lambda v: -v)
    ys = xs.copy()
    xs.clear()
    return last * ys[0] + ys[2] * (1 + place) + xs.count(1.0) + 10.0 * ys[1]


def of_dicts(x):
    table = {"a": x, "b": x * x}
    other = table.get("z", 2.0) * table.get("b")
    made = table.setdefault("c", 3.0 * x) * table.setdefault("a", 100.0)
    gone = table.pop("b") + table.pop("b", 7.0)
    table.update({"d": x**3}, e=x)
    key, value = table.popitem()
    return other + made + gone + value * len(key) + sum(table.values()) * len(list(table.keys()))


def of_deques(x):
    queue = deque([x, 2.0], maxlen=3)
    queue.appendleft(x * x)
    queue.append(3.0 * x)
    queue.rotate(1)
    first = queue.popleft()
    queue.extendleft([x, 5.0])
    return first * queue[0] + queue[1] * queue[-1]


def of_defaults(x):
    table = defaultdict(list)
    for i in range(4):
        table[i % 2].append(x ** (i + 1))
    counts = defaultdict(float)
    counts["a"] += x
    return table[1][1] * len(table[5]) + table[0][1] + counts["a"] * (1.0 + counts["b"])


def of_orders(x):
    table = OrderedDict(a=x, b=x * x)
    table.move_to_end("a")
    key, value = table.popitem(last=False) if False else table.popitem()
    return value * 3.0 + len(key)


def from_classes(x):
    xs = [x]
    list.append(xs, x * x)
    add = xs.append
    add(3.0)
    table = dict.fromkeys("ab", x)
    table["a"] = x * xs[1]
    return xs[1] * len(xs) + table["a"] + table["b"]


@pytest.mark.parametrize("x", [0.7, 1.9])
@pytest.mark.parametrize(
    "function",
    [of_lists, of_dicts, of_deques, of_defaults, of_orders, from_classes],
    ids=lambda f: f.__name__,
)
def test_as_python_has_it(check, function, x):
    check(function, x)


def test_slopes_that_are_known(check):
    assert check(of_defaults, 0.7) == pytest.approx([3.0 * 0.49 + 1.0])
    assert check(from_classes, 0.7) == pytest.approx([6.0 * 0.7 + 3.0 * 0.49 + 1.0])
    assert check(of_orders, 0.7) == pytest.approx([3.0])
