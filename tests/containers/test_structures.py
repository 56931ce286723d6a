"""What is done to lists, dicts and deques under several names, in all modes against differences."""

import bisect
import collections
import copy
import functools
import itertools
import math

import numpy as np
import pytest


def grouped(xs):
    groups = collections.defaultdict(list)
    for i, x in enumerate(xs):
        groups["even" if i % 2 == 0 else "odd"].append(x)
    return sum(math.prod(items) * len(items) for items in groups.values())


def counted(xs):
    totals = collections.defaultdict(float)
    for i, x in enumerate(xs):
        totals[i % 3] += x * x
    return max(totals.values()) + totals[1] * totals[2]


def two_names(x, y):
    one = [x, y]
    other = one
    other[0] *= y
    one.append(other[0])
    return other[2] * one[1] + sum(other)


def table_filled_through_its_list(x):
    """What is read of `table[0]` was put there through the list, at first without anything that varies."""
    table = [{}]
    table[0]["first"] = {"value": 2.0, "before": None}
    table.append({})
    table[1]["next"] = {"value": table[0]["first"]["value"] * x, "before": "first"}
    return table[1]["next"]["value"] * x


def row_seven_times(x):
    """Each row is the same list."""
    rows = [[x, 1.0]] * 3
    rows[0][1] = x * x
    return sum(row[1] for row in rows)


def scale_in_place(items, factor):
    for i in range(len(items)):
        items[i] *= factor


def helper_writes(x, y):
    items = [x, y, 1.0]
    scale_in_place(items, x)
    scale_in_place(items, math.sin(y))
    return items[0] + items[1] * items[2]


class Recorder:
    def __init__(self):
        self.history = []
        self.best = {}

    def record(self, name, value):
        self.history.append(value)
        self.best[name] = max(value, self.best.get(name, value))


def list_of_an_object(x):
    recorder = Recorder()
    for k in range(4):
        recorder.record("ab"[k % 2], math.sin(x * (k + 1)))
    recorder.history[0] = recorder.history[-1] * x
    return sum(recorder.history) * recorder.best["a"] + recorder.best["b"]


def enclosing_list(x):
    trace = [x]

    def step(v):
        trace.append(v * trace[-1])
        trace[0] += v
        return len(trace)

    for k in range(3):
        step(math.cos(x + k))
    return trace[0] * trace[-1]


def slices(x, y):
    items = [x, y, x * y, 1.0, 2.0, x + y]
    items[1:3] = [items[2] * x]
    items[::2] = [y, y * y, x]
    items[:0] = (x, 3.0)
    del items[-1:]
    return sum((i + 1) * v * v for i, v in enumerate(items))


def deleted_and_inserted(x, y):
    items = [x, y, x * y]
    items.insert(1, math.sin(x))
    del items[0]
    items.insert(0, items.pop())
    items.remove(y)
    items.extend(v * v for v in (x, y))
    items.reverse()
    return sum((i + 1) * v * v for i, v in enumerate(items)) + items.index(x * x)


def sorted_by_key(xs):
    pairs = [(i, x * math.cos(3.0 * x)) for i, x in enumerate(xs)]
    pairs.sort(key=lambda pair: pair[1], reverse=True)
    return sum(k * value * (i + 1) for k, (i, value) in enumerate(pairs))


def merged_dicts(x, y):
    defaults = {"rate": x, "bound": 1.0}
    given = {"rate": y * y}
    both = {**defaults, **given, "more": x * y}
    both.update(bound=both["bound"] * x)
    both |= {"last": both["rate"] * x}
    third = defaults | both
    third.update({"rate": third["rate"] + 1.0})
    return sum(v * v for v in third.values()) + len(third) * defaults["rate"]


def dict_methods(x, y):
    d = dict(a=x, b=y)
    d.setdefault("c", x * y)
    d.setdefault("a", 100.0)
    d["a"] += d.pop("b") * 3.0
    key, value = d.popitem()
    del d["a"]
    e = {name: x * k for k, name in enumerate(["p", "q", "r"])}
    e[key] = value + e.get("zz", y)
    e.pop("none", None)
    return sum(e.values()) * value + len(d)


def dict_comprehension(xs):
    squares = {i: x * x for i, x in enumerate(xs) if i != 1}
    inverse = {k: v for k, v in sorted(squares.items(), key=lambda kv: -kv[1])}
    return sum((n + 1) * v for n, v in enumerate(inverse.values()))


def argument_is_written(xs):
    xs[0] = xs[1] * xs[2]
    xs.append(xs[0] ** 2)
    xs.sort()
    return xs[0] * xs[-1] + xs[1]


def dict_is_written(params):
    params["a"] = params["a"] * params["b"]
    params["c"] = math.sin(params["a"])
    return sum(params.values())


def arrays_in_a_list(x):
    layers = [x, 2.0 * x]
    for k in range(3):
        layers[k % 2] = np.tanh(layers[(k + 1) % 2]) + 0.1 * layers[k % 2]
        layers.append(layers[-1] * x)
    return np.sum(np.stack(layers) ** 2)


def arrays_in_a_dict(w, x):
    cache = {}
    cache["h"] = np.tanh(w @ x)
    for k in range(2):
        cache[f"h{k}"] = np.tanh(w @ cache["h"])
        cache["h"] = cache["h"] + cache[f"h{k}"]
    return np.sum(cache["h"] ** 2) + np.sum(cache["h0"])


def accumulated(xs):
    sums = [0.0]
    for x in xs:
        sums.append(sums[-1] + x)
    sums[0] = sums[-1]
    return sum(a * b for a, b in zip(sums, sums[1:])) + sum(itertools.accumulate(sums))


def in_try(x, key):
    table = {"a": x}
    try:
        y = table[key]
    except KeyError:
        y = x * x
        table[key] = y
    return table.get("b", 1.0) * y + table["a"]


def game_of_heat(x):
    """A copy of a grid, deep and shallow."""
    grid = [[x, 1.0], [0.5, x * x]]
    new = copy.deepcopy(grid)
    shallow = grid.copy()
    new[0][0] = grid[0][0] * grid[1][1]
    shallow[0] = [x * 3.0, 1.0]
    shallow[1][0] = x
    return sum(map(sum, new)) * grid[1][0] + grid[0][0] * shallow[0][0]


def unrolled_while(x):
    values = [x]
    while values[-1] < 5.0:
        values.append(values[-1] * 1.5 + 0.1 * values[0])
    while len(values) > 2:
        last = values.pop()
        values[-1] += 0.2 * last * last
    return values[0] * values[1]


def choose_a_list(x, y):
    small, large = [x], [y, x * y]
    for k in range(5):
        target = small if k * x % 0.55 < 0.25 else large
        target.append(target[-1] * x + k)
    return sum(small) * sum(large)


def reduce_into_a_list(xs):
    def step(acc, x):
        acc.append(acc[-1] * x + 1.0)
        return acc

    return sum(functools.reduce(step, xs, [1.0]))


def bisected(x):
    """A table of constants is looked up; the values beside them are written."""
    grid, values = [0.0, 1.0, 2.0, 3.0], [x * x * k for k in range(4)]
    i = bisect.bisect(grid, 1.4)
    values[i] += x
    t = 1.4 - grid[i - 1]
    return (1.0 - t) * values[i - 1] + t * values[i]


def ordered_dict(x):
    d = collections.OrderedDict()
    for k in "cab":
        d[k] = x * ord(k) / 100.0
    d.move_to_end("c")
    d["a"] *= x
    return sum((i + 1) * v for i, v in enumerate(d.values()))


def star_and_unpacking(x, y):
    first, *rest = [x, y, x * y]
    rest.append(first)
    rest[0] = rest[-1] * rest[0]
    a, b, c = rest
    items = [*rest, *[a, b]]
    items[1] = c * c
    return sum((i + 1) * v for i, v in enumerate(items))


def rotated(xs):
    ring = collections.deque(xs)
    ring.rotate(2)
    ring[0] = ring[1] * ring[-1]
    ring.extendleft([1.0, ring[0]])
    ring.appendleft(ring.pop())
    return sum((i + 1) * v * v for i, v in enumerate(ring))


CASES = [
    (grouped, ([0.3, 1.2, -0.4, 0.8, 0.5],)),
    (counted, ([0.3, 1.2, -0.4, 0.8, 0.5],)),
    (two_names, (0.7, 1.3)),
    (row_seven_times, (0.7,)),
    (helper_writes, (0.7, 1.3)),
    (list_of_an_object, (0.7,)),
    (enclosing_list, (0.7,)),
    (slices, (0.7, 1.3)),
    (deleted_and_inserted, (0.7, 1.3)),
    (sorted_by_key, ([0.3, 1.2, -0.4, 0.8],)),
    (merged_dicts, (0.7, 1.3)),
    (dict_methods, (0.7, 1.3)),
    (dict_comprehension, ([0.3, 1.2, -0.4, 0.8],)),
    (argument_is_written, ([0.3, 1.2, 0.8],)),
    (dict_is_written, ({"a": 0.3, "b": 1.2},)),
    (arrays_in_a_list, (np.array([0.3, 0.8]),)),
    (arrays_in_a_dict, (np.array([[0.3, 0.8], [0.2, -0.5]]), np.array([0.3, 0.8]))),
    (accumulated, ([0.3, 1.2, -0.4],)),
    (lambda x: in_try(x, "a") + in_try(x, "b"), (0.7,)),
    (game_of_heat, (0.7,)),
    (unrolled_while, (0.7,)),
    (table_filled_through_its_list, (0.7,)),
    (choose_a_list, (0.7, 1.3)),
    (reduce_into_a_list, ([0.3, 1.2, -0.4],)),
    (bisected, (0.7,)),
    (ordered_dict, (0.7,)),
    (star_and_unpacking, (0.7, 1.3)),
    (rotated, ([0.3, 1.2, -0.4, 0.8],)),
]


@pytest.mark.parametrize(("function", "args"), CASES, ids=lambda value: getattr(value, "__name__", ""))
def test_all_modes(function, args, all_modes):
    all_modes(function, args)
