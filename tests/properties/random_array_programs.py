"""Random functions of a vector and a number that write to arrays: by items, slices, masks, views and second names."""

import random

VECTORS = (
    "x y z w A[1] A[:,2] A.T[3] y[::-1] np.sin(x) (A@y*0.1) x[[0,0,2,3,1]] (z*s) np.where(y>1,y,0.5) "
    "(np.cumsum(z)*0.1) y.copy() v (1-y) (1-z*z) (2*(1-v)) -w bent(y,z) cell.buffer"
).split()
NUMBERS = "s x[1] y[i%5] z[2] A[1,2] (np.sum(y)*0.1) A[i%5,0] w[1] 0.7 cell.total() (1-s) cell.gain".split()
HEAD = """def bent(a, b):
    p = 1 - a
    return np.tanh(3 * p + 2 * (1 - p) * b)


def shifted(u, c):
    u[1:] = u[:-1] * c
    return u


class Cell:
    def __init__(self, buffer, gain):
        self.buffer = buffer
        self.gain = gain

    def push(self, value):
        self.buffer[1:] = self.buffer[:-1]
        self.buffer[0] = value * self.gain

    def total(self):
        return np.sum(self.buffer) * 0.1


def f(x, s):
    y = x * 1.5
    z = np.zeros(5)
    A = np.outer(x, y) * 0.1
    w = np.ones(5)
    i = 1
    v = y
    cell = Cell(np.ones(5), s)
"""
END = (
    "    return np.sum(y * z) + np.sum(A * A) * 0.1 + s * v[0] + np.sum(w * y) * 0.2 + cell.total() * y[1]\n"
)
OVERLAPPING = (
    "y[1:] = y[:-1]",
    "y[:-1] = y[1:] * s",
    "y[:] = y[::-1]",
    "y[::-1] = y",
    "y[:] = y",
    "y[1:] += y[:-1]",
    "y[:3] -= y[2:] * 0.5",
    "y *= y[::-1]",
    "z[:3] = z[::2]",
    "A[1:] = A[:-1]",
    "A[:] = A.T",
    "A += A.T * 0.5",
    "A[:, 1:] = A[:, :-1] * s",
    "A[:2], A[2:4] = A[2:4], A[:2]",
    "A[0], A[1] = A[1], A[0]",
    "A[[0, 1]] = A[[1, 0]]",
    "A[:, [1, 0, 3]] = A[:, :3]",
    "np.copyto(y, y[::-1])",
    "np.copyto(A, A.T)",
    "y[[0, 2, 1, 3]] = y[:4]",
    "y[y > 0.9] = y[y > 0.9] * s",
    "A[A > 0.1] = A[A > 0.1]",
    "np.add(y[:-1], z[1:], out=y[1:])",
    "np.multiply(y, y[::-1], out=y)",
    "v[1:] = y[:-1]",
    "y[1:4] = v[:3]",
    "A.reshape(-1)[5:] = A.ravel()[:-5]",
    "A[1] = A[:, 1]",
    "y[:] = shifted(y, s)",
    "z = shifted(y[::-1], 0.5) + shifted(z, s)",
    "cell.push(s)",
    "cell.push(y[i%5])",
    "cell.buffer[:] = cell.buffer[::-1] * s",
    "cell = Cell(y, 0.5)",
)


class Maker:
    def __init__(self, seed):
        self.choice = random.Random(seed)

    def one(self, text):
        return self.choice.choice(text.split())

    def vector(self):
        return self.choice.choice(VECTORS)

    def number(self):
        return self.choice.choice(NUMBERS)

    def program(self):
        lines = [line for _ in range(self.choice.randrange(2, 8)) for line in self.statement(1)]
        return HEAD + "\n".join(lines) + "\n" + END

    def statement(self, depth):
        kinds = [self.items, self.slices, self.whole, self.rows, self.names, self.numbers, self.scattered]
        kinds += [self.overlap, self.within, self.formula, self.alike, self.listed, self.gone_through]
        kinds += [self.loop, self.branch, self.attempt] if depth < 3 else []
        return ["    " * depth + line for line in self.choice.choice(kinds)(depth)]

    def items(self, depth):
        part = self.one("1:4 ::2 i%5 -2: [1,1,3] y>2")
        return [f"y[{part}] {self.one('= += *= -=')} {self.number()}"]

    def slices(self, depth):
        return [f"z[1:] {self.one('= += -=')} {self.one('y[:-1]*s z[:-1]+x[1:] A[0,1:]*y[1:]')}"]

    def whole(self, depth):
        return [f"{self.one('y z w')} {self.one('+= *= -= =')} {self.vector()} * 0.5"]

    def rows(self, depth):
        return [f"A[{self.one('0 i%5 :,0 :,i%5')}] {self.one('= += *=')} {self.vector()} * 0.3"]

    def names(self, depth):
        first = f"v = {self.one('y z A[2] A[:,1] y[::-1] z[:]')}"
        other = f"v = y if {self.number()} > 0.8 else z"
        return [self.choice.choice([first, other, "y, z = z, y"])]

    def numbers(self, depth):
        first = f"v[{self.one('0 1:3 i%5')}] {self.one('= += *=')} {self.number()}"
        other = f"s = s * 0.5 + {self.number()} * 0.2"
        return [self.choice.choice([first, other, f"w[i%5] = {self.one('0.0 2.0')}"])]

    def scattered(self, depth):
        first = f"np.add.at(z, [0, 0, 3], {self.vector()}[:3])"
        other = f"y = {self.vector()} + {self.vector()} * {self.number()} * 0.3"
        return [self.choice.choice([first, other, f"z = np.tanh({self.vector()}) + z * 0.5"])]

    def overlap(self, depth):
        """What is written is read by the same statement, or is seen under another name."""
        return [self.choice.choice(OVERLAPPING)]

    def within(self, depth):
        """What is written may be a part of where it is written to."""
        name = self.one("y z v A[1] A[:,2] A.T[3] A.reshape(-1)[:5]")
        parts = "1:/:-1 :-1/1: :/::-1 ::2/[4,0,1] 2:/:-2 [0,2,1]/1:4 :3/2 1:4/y[1:4]"
        part, source = self.one(parts).split("/")
        source = source if "[" in source[1:] else f"{name}[{source}]"
        by = self.choice.choice(["", f" * {self.number()}"])
        return [f"{name}[{part}] {self.one('= = += *=')} {source}{by}"]

    def formula(self, depth):
        """What is read several times, also with its sign turned."""
        p = f"p = 1 - {self.vector()} * 0.3"
        used = self.choice.choice(
            [
                "3 * p + 2 * (1 - p)",
                "p * p - (-p) * (1 - p)",
                "np.sin(p) * (1 - p) + np.sin(p) * p",
                "-p + 0.5 * -p",
                "(p - s) * (p - s) - (s - p)",
                "np.sqrt(1 + p * p) / (1 + (1 - p) ** 2)",
            ]
        )
        return [p, f"{self.one('y z')} {self.one('= +=')} ({used}) * 0.4"]

    def alike(self, depth):
        """Arrays that are made alike and written apart, by one of their views."""
        made = self.one("np.zeros((2,5)) np.ones((2,5)) np.full((2,5),0.3) A[:2].copy() A[:2]*1.0")
        part = self.one("[0][i%5] [0] [:1] .T[1] .reshape(-1)[2:4] [...][1] [:,i%5]")
        lines = [f"one, two = {made}, {made}"]
        if self.choice.random() < 0.5:
            lines += [f"one{part} = {self.number()}", f"two{part} = {self.number()} * 3.0"]
        elif part != "[0][i%5]":
            lines += [f"t, u = one{part}, two{part}", f"t[...] = {self.number()}", "u[...] = 3.0 * s"]
        return [*lines, f"{self.one('y z')} += (one * one)[{self.one('0 1')}] * 0.3 + two[0] * 0.1"]

    def listed(self, depth):
        """Arrays in lists and dicts, which get another one at an index."""
        lines = [f"held = [{self.vector()} * 1.0, np.ones(5), {self.number()}]"]
        lines += [
            self.choice.choice(
                [
                    f"held[1] = {self.number()} * held[1]",
                    "held[0], held[1] = held[1], held[0]",
                    f"held[1] = held[1] + {self.vector()}",
                    "held[2] = held[0] * 0.5",
                    f"held[1] = {self.number()}",
                ]
            )
            for _ in range(self.choice.randrange(1, 3))
        ]
        return [
            *lines,
            f"{self.one('y z')} = {self.one('y z x')} * 0.5 + held[0] * held[1] * 0.2 + held[2] * 0.1",
        ]

    def gone_through(self, depth):
        """The helpers by which people go through arrays and lists."""
        head = self.choice.choice(
            [
                "for a, b in zip(y, z[::-1]):",
                "for a, b in zip(map(np.sin, z), x):",
                "for a, b in zip(y.tolist(), (t * s for t in x)):",
                "for k, (a, b) in enumerate(zip(y[1:], y[:-1]), 1):",
                "for a, b in itertools.chain(zip(x, y), [(s, 0.5)]):",
                "for a, b in itertools.product(x[:2], z[1:3]):",
                "for a, b in zip(itertools.accumulate(y * 0.3), itertools.repeat(s)):",
                "for a, b in itertools.islice(zip(A[0], A[1]), 1, 4):",
                "for a, b in (A[i%5, :2], x[2:4], y[:2]):",
            ]
        )
        pair = self.choice.choice(
            ["s = s * 0.7 + a * b * 0.1", "s, t = s * 0.5, a * s * 0.3", "s = s * 0.5 + sum((a, b)) * 0.1"]
        )
        return [head, f"    {pair}", "    z[2] += s * 0.1"]

    def loop(self, depth):
        return [f"for i in range({self.one('2 3')}):", *self.inside(depth)]

    def branch(self, depth):
        head = f"if {self.number()} > {self.one('0.5 1.0 -1')}:"
        return [head, *self.inside(depth), "else:", *self.inside(depth)]

    def attempt(self, depth):
        """An exception between effects."""
        raised = f"    if {self.number()} > {self.one('0.5 1.0')}:"
        lines = ["try:", *self.inside(depth), raised, "        raise ValueError", *self.inside(depth)]
        return [*lines, "except ValueError:", *self.inside(depth)]

    def inside(self, depth):
        lines = [line for _ in range(self.choice.randrange(1, 3)) for line in self.statement(depth + 1)]
        return [line[4 * depth :] for line in lines]
