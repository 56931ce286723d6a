"""Random functions of two numbers that put lists into tuples, dicts, objects and calls, copy these, and write by one of the ways to a list.

What is read at the end is read by every way, so that two ways to one list, or two lists at one place, show.
"""

import random

HEAD = """import copy
from typing import NamedTuple


class Row(NamedTuple):
    p: list
    q: list


class Pair:
    def __init__(self, p, q=None):
        self.p, self.q = p, q


@dataclasses.dataclass
class Data:
    p: list
    q: list = dataclasses.field(default_factory=lambda: [0.25])


def named(**items):
    return items


def several(*items):
    return items


def both(p, q):
    return p, q


def one_by_one(p, q):
    yield p
    yield q


def filled(items, value):
    items.append(value)
    return items


def f(x, y):
    xs, ys = [x, y], [0.5, 1.0]
"""
BY_PLACE = (".p", ".q"), ("[0]", "[1]"), ("['p']", "['q']")
WAYS = (
    ("({0}, {1})", 1),
    ("[{0}, {1}]", 1),
    ("several({0}, {1})", 1),
    ("both({0}, {1})", 1),
    ("collections.deque([{0}, {1}])", 1),
    ("list(one_by_one({0}, {1}))", 1),
    ("functools.partial(both, {0})({1})", 1),
    ("dict(p={0}, q={1})", 2),
    ("{{'p': {0}, 'q': {1}}}", 2),
    ("{{**{{'p': {0}}}, 'q': {1}}}", 2),
    ("({{'p': {0}}} | {{'q': {1}}})", 2),
    ("dict(zip('pq', ({0}, {1})))", 2),
    ("named(q={1}, p={0})", 2),
    ("Row({0}, {1})", 0),
    ("Row({0}, [0.5])._replace(q={1})", 0),
    ("Row._make([{0}, {1}])", 0),
    ("Pair({0}, {1})", 0),
    ("Data({0}, {1})", 0),
    ("dataclasses.replace(Data({0}), q={1})", 0),
    ("types.SimpleNamespace(p={0}, q={1})", 0),
)
NEW = (
    "[{v}]",
    "[{v}, {v}]",
    "[0.3, {v}]",
    "[0.0] * 2",
    "[v * {v} for v in xs]",
    "[{v}] + ys",
    "filled([{v}], y)",
    "xs[:]",
)
VALUES = ("x", "y", "x * y", "xs[0]", "ys[-1]", "sum(xs)", "0.7", "math.sin(x)")
WRITES = (
    "{0}[0] = {1}",
    "{0}[-1] *= {1}",
    "{0}.append({1})",
    "{0}[:1] = [{1}, 0.4]",
    "filled({0}, {1})",
    "{0}.insert(0, {1})",
)


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.paths, self.holders, self.lines = ["xs", "ys"], [], []

    def line(self, text, depth=1):
        self.lines.append("    " * depth + text)

    def value(self):
        return self.random.choice(VALUES)

    def new_list(self):
        return self.random.choice(NEW).replace("{v}", self.value(), 1).replace("{v}", self.value())

    def item(self):
        return self.random.choice(self.paths) if self.random.random() < 0.6 else self.new_list()

    def hold(self):
        """A new name for what holds two lists, or a copy of such."""
        name = f"h{len(self.holders)}"
        if self.holders and self.random.random() < 0.4:
            other, ends = self.random.choice(self.holders)
            self.line(
                f"{name} = {self.random.choice(('copy.deepcopy({})', 'copy.copy({})', '{}')).format(other)}"
            )
        else:
            way, kind = self.random.choice(WAYS)
            ends = BY_PLACE[kind]
            self.line(f"{name} = {way.format(self.item(), self.item())}")
        self.holders.append((name, ends))
        self.paths += [name + end for end in ends]

    def write(self, depth=1):
        path = self.random.choice(self.paths)
        self.line(self.random.choice(WRITES).format(path, self.value()), depth)

    def step(self):
        chance = self.random.random()
        if chance < 0.55:
            self.write()
        elif chance < 0.7:
            self.line(f"if {self.value()} > {self.value()}:")
            self.write(2)
        elif chance < 0.85:
            self.line("for _ in range(2):")
            self.write(2)
        else:
            self.line(
                self.random.choice(("xs, ys = ys, xs", "xs = {0}", "ys = {0}[:]")).format(
                    self.random.choice(self.paths)
                )
            )

    def program(self):
        for _ in range(self.random.randint(1, 3)):
            self.hold()
            for _ in range(self.random.randint(1, 2)):
                self.step()
        parts = [f"{0.3 + 0.1 * k:.1f} * math.tanh(sum({path}))" for k, path in enumerate(self.paths)]
        self.line("return " + " + ".join(parts))
        return HEAD + "\n".join(self.lines) + "\n"
