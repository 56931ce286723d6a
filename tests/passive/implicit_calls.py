"""Functions of objects whose class runs code where something is read, asked or gone through; LOG has what was run."""

import math

import numpy as np

LOG = []


class Counter:
    """Reading changes what is read next."""

    def __init__(self):
        self.n = 1.0
        self.buffer = np.array([1.0, 2.0])

    @property
    def w(self):
        self.n += 1.0
        LOG.append("w")
        return self.n

    @property
    def twice(self):
        return self.n * 2.0

    @property
    def grown(self):
        self.buffer[0] += 1.0
        return self.buffer

    def grow(self):
        self.n += 1.0


class Stage:
    """A descriptor that counts."""

    def __get__(self, o, cls):
        o.n += 1.0
        LOG.append("get")
        return o.n

    def __set__(self, o, value):
        LOG.append("set")
        o.n = value


class Staged:
    stage = Stage()

    def __init__(self):
        self.n = 1.0

    def applied(self, x):
        return x * self.stage * x + self.stage * x


class Lazy:
    """Attributes that are made when they are asked for, and written as twice what is given."""

    def __init__(self):
        object.__setattr__(self, "n", 1.0)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        object.__setattr__(self, "n", self.n + 1.0)
        LOG.append(name)
        return self.n

    def __setattr__(self, name, value):
        LOG.append(("set", name))
        object.__setattr__(self, name, value * 2.0)


class Asked:
    """Every question changes the answer to the next one."""

    def __init__(self):
        self.n = 0
        self.v = [1.0, 2.0, 3.0]

    def count(self, what):
        self.n += 1
        LOG.append(what)
        return self.n

    def __len__(self):
        return self.count("len") + 1

    def __bool__(self):
        return self.count("bool") % 2 == 1

    def __eq__(self, other):
        return self.count("eq") % 2 == 1

    __hash__ = None

    def __lt__(self, other):
        return self.count("lt") % 2 == 1

    def __contains__(self, value):
        return self.count("in") % 2 == 1

    def __float__(self):
        return float(self.count("float"))

    def __index__(self):
        return self.count("index") % 2

    def __abs__(self):
        return float(self.count("abs"))

    def __neg__(self):
        return float(self.count("neg"))

    def __mul__(self, other):
        return float(self.count("mul"))

    def __str__(self):
        return "a" * self.count("str")

    def __getitem__(self, i):
        if i >= 3:
            raise IndexError
        return self.v[i] * self.count(("item", i))

    def __setitem__(self, i, value):
        self.count(("set", i))
        self.v[i] = value


class Stream:
    """What it gives depends on how often it was asked."""

    def __init__(self):
        self.n = 0

    def __iter__(self):
        LOG.append("iter")
        for v in (1.0, 2.0):
            self.n += 1
            LOG.append(v)
            yield v * self.n


class Endless:
    def __init__(self):
        self.n = 0

    def __iter__(self):
        LOG.append("iter")
        return self

    def __next__(self):
        self.n += 1
        if self.n > 3:
            raise StopIteration
        return float(self.n)


class Outer:
    def __init__(self):
        self.inner = Counter()
        self.items = [Counter(), Counter()]
        self.table = {"a": Counter()}


def read_twice(x, o):
    return x * o.w + x * x * o.w


def read_for_its_effect(x, o):
    _ = o.w
    return x * x * o.n


def read_in_a_loop(x, o):
    y = x
    for _ in range(3):
        y = y * o.w + x
    return y


def around_a_read(x, o):
    return x * o.n * x + o.w * x * o.n


def derived(x, o):
    return x * o.twice * x + o.w * x * o.twice


def read_around_a_method(x, o):
    y = x * x * o.twice
    o.grow()
    return y * o.twice


def buffer_before(x, o):
    a = o.buffer
    y = np.sum(x * a * x)
    b = o.grown
    return y + np.sum(b * x)


def truth_of_an_attribute(x, o):
    return x * x if o.w > 1.5 and o.w > 3.5 else x


def by_name(x, o):
    return x * x * getattr(o, "".join("w")) * o.n


def within_try(x, o):
    y = x * x
    try:
        y = y * o.w
    except ValueError:
        y = x
    return y * o.n


def inner_twice(x, o):
    return x * o.inner.w + x * x * o.inner.w


def inner_buffer(x, o):
    a = o.inner.buffer
    y = np.sum(x * a * x)
    b = o.inner.grown
    return y + np.sum(b * x)


def of_items(x, o):
    y = x
    for p in o.items:
        y = y * p.w + x * p.w
    return y


def of_an_entry(x, o):
    return x * o.table["a"].w * x + o.table["a"].w * x


def summed(x, o):
    return sum(p.w for p in o.items) * x * x * o.items[0].n


def largest_of_items(x, o):
    return max(o.items, key=lambda p: p.w).n * x * x * o.items[1].w


def sorted_items(x, o):
    for p in sorted(o.items, key=lambda p: -p.w):
        x = x * p.n + p.w
    return x


def descriptor(x, o):
    return x * o.stage + x * x * o.stage


def descriptor_written(x, o):
    o.stage = 5.0
    return x * o.n * x


def descriptor_in_a_method(x, o):
    return o.applied(x) * o.n


def made_attribute(x, o):
    return x * o.one + x * x * o.two


def written_attribute(x, o):
    y = x * o.n * x
    o.n = 4.0
    return y * o.n


def length(x, o):
    for _ in range(len(o)):
        x = x * x * len(o)
    return x


def item(x, o):
    return x * o[0] * x + x * o[0]


def items(x, o):
    for v in o:
        x = x * v + 0.1 * x * x * v
    return x


def truths(x, o):
    if o:
        x = x * x
    return x * 3.0 if o else x


def truth_in_a_loop(x, o):
    k = 0
    while o and k < 3:
        x = x * x
        k += 1
    return x


def negated(x, o):
    return x * x * (not o) + x * (not o)


def chosen(x, o):
    r = o or 2.0
    return x * x if r is o else x


def equal(x, o):
    return x * x * (o == 1) + x * (o != 1) + x**3 * (o < 1)


def contained(x, o):
    return x * x * (1 in o) + x * (1 in o) * o.n


def number(x, o):
    return x * x * float(o) + x * float(o) + x * math.sqrt(o) + x * abs(o) + x * [1.0, 2.0][o]


def arithmetic(x, o):
    return x * x * (-o) + x * (-o) + x * (o * 2) + x * (o * 2)


def text(x, o):
    return x * x * len(str(o)) + x * len(f"{o}")


def item_written(x, o):
    y = x * x * o.v[0]
    o[0] = 4.0
    return y * o.v[0] * o.n


def streamed(x, o):
    for v in o:
        x = x * v + 0.1 * x * x * v
    return x * o.n


def stream_summed(x, o):
    return sum(o) * x * x + sum(o) * x * max(o)


def stream_unpacked(x, o):
    a, b = o
    return x * x * a + x * b * o.n


def stream_left(x, o):
    for v in o:
        x = x * v * o.n
        if v > 1.0:
            break
    return x * x


def stream_zipped(x, o):
    for i, (a, b) in enumerate(zip(o, o)):
        x = x * a + b * x * x * i
    return x


def taken(x, o):
    return next(o) * x * x + next(o) * x


def all_taken(x, o):
    for v in o:
        x = x * v + 0.1 * x * x * v
    return x


CASES = {
    Counter: (
        read_twice,
        read_for_its_effect,
        read_in_a_loop,
        around_a_read,
        derived,
        read_around_a_method,
        buffer_before,
        truth_of_an_attribute,
        by_name,
        within_try,
    ),
    Outer: (inner_twice, inner_buffer, of_items, of_an_entry, summed, largest_of_items, sorted_items),
    Staged: (descriptor, descriptor_written, descriptor_in_a_method),
    Lazy: (made_attribute, written_attribute),
    Asked: (
        length,
        item,
        items,
        truths,
        truth_in_a_loop,
        negated,
        chosen,
        equal,
        contained,
        number,
        arithmetic,
        text,
        item_written,
    ),
    Stream: (streamed, stream_summed, stream_unpacked, stream_left, stream_zipped),
    Endless: (taken, all_taken),
}
