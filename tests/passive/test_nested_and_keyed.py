"""Lists within lists that a function goes down by itself, and dicts that are gone through by their keys."""

from collections import OrderedDict, defaultdict

import pytest


def total(v):
    if isinstance(v, list):
        return sum(total(item) for item in v)
    return v * v


def by_loop(v):
    if isinstance(v, (list, tuple)):
        found = 0.0
        for item in v:
            found += by_loop(item)
        return found
    return v * v


def product(v):
    if not isinstance(v, list):
        return v
    found = 1.0
    for item in v:
        found *= product(item)
    return found


def flat(v):
    out = []
    for item in v:
        if isinstance(item, list):
            out.extend(flat(item))
        else:
            out.append(item)
    return out


def mapped(f, v):
    if isinstance(v, list):
        return [mapped(f, item) for item in v]
    return f(v)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: total([x, [x * x, [x, 2.0]], 3.0]),
        lambda x: by_loop([x, (x * x, [x, 2.0]), [], 3.0]),
        lambda x: product([x, [x * x, [x, 2.0]], 3.0]),
        lambda x: sum(flat([x, [x * x, [x, 2.0]], 3.0])) * x,
        lambda x: total(mapped(lambda v: v * x, [x, [x * x, [2.0]]])),
    ],
)
def test_lists_within_lists(f, any_order):
    any_order(f)


@pytest.mark.parametrize("items", [[1.0, [2.0, [3.0]], 4.0], [], [[], [[]]], [1, 2, [3]]])
def test_lists_within_lists_as_arguments(items, any_order):
    any_order(lambda x, v: x * total(v) * x + x * sum(flat(v)), items)


def by_names(x, names):
    d = {}
    for i, name in enumerate(names):
        d[name] = d.get(name, 0.0) + x * (i + 1)
    return sum(d[k] * len(k) for k in sorted(d)) * x + x


def by_default(x, names):
    d = defaultdict(list)
    for i, name in enumerate(names):
        d[name].append(x * (i + 1))
    return sum(sum(d[k]) * len(d[k]) for k in sorted(d)) * x


def by_pairs(x, names):
    d = {}
    for i in range(len(names)):
        d[i, i % 2] = x * i
    found = x
    for i, j in sorted(d, reverse=True):
        found = found + d[i, j] * (i + j)
    return found


def moved_to_the_end(x, names):
    d = OrderedDict(b=x, a=x * x)
    d.move_to_end("b")
    return sum(v * (i + 1) for i, v in enumerate(d.values()))


def chosen_by_value(x, names):
    d = {name: x * (i + 1) for i, name in enumerate(names)}
    return d[max(d, key=d.get)] * d[min(d, key=lambda k: d[k])]


@pytest.mark.parametrize(
    "f",
    [
        lambda x, names: sum({"b": x, "a": x * x}[k] for k in sorted({"b": 1, "a": 2})) * x,
        lambda x, names: (lambda d: sum(d[k] for k in sorted(d)) * x)({"b": x, "a": x * x}),
        lambda x, names: (lambda d: sum(d[k] * k for k in sorted(d)))({2: x, 1: x * x}),
        lambda x, names: (lambda d: sum(d[k] * k[0] for k in sorted(d)))({(2, 1): x, (1, 2): x * x}),
        lambda x, names: (lambda d: sum(d[k] * i for i, k in enumerate(reversed(list(d)))))(
            {"b": x, "a": x * x}
        ),
        lambda x, names: (lambda d: sum(d[k][j] for k in sorted(d) for j in sorted(d[k])))(
            {"b": {"q": x, "p": 2.0}, "a": {"r": x * x}}
        ),
        lambda x, names: (lambda d: sum(map(lambda k: d[k] * x, d)))({"b": x, "a": 2.0}),
        by_names,
        by_default,
        by_pairs,
        moved_to_the_end,
        chosen_by_value,
    ],
)
def test_dicts_by_their_keys(f, any_order):
    any_order(f, ["b", "a", "b"])


@pytest.mark.parametrize("d", [{"b": 1.0, "a": 2.0}, {}, {2: 1.0, 1: 3}, {(2, 1): 1.0, (1, 0): 0.5}])
def test_dicts_as_arguments(d, first_order):
    first_order(lambda x, d: sum(d[k] * x for k in sorted(d)) * x + x * len(d), d)
    first_order(lambda x, d: sum(d[k] * x * i for i, k in enumerate(reversed(list(d)))) + x, d)


@pytest.mark.parametrize("key", [0.5, 2, "q", None, (1, 2)])
def test_keys_that_the_program_knows(key, by_gradient):
    def f(x, k):
        d = {k: x, "other": x * x}
        d[k] = d[k] * x
        return d[k] * d["other"]

    by_gradient(f, key)
