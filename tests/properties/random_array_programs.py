"""Random functions of a vector and a number that write to arrays: by items, slices, masks, views and second names."""

import random

VECTORS = (
    "x y z w A[1] A[:,2] A.T[3] y[::-1] np.sin(x) (A@y*0.1) x[[0,0,2,3,1]] (z*s) np.where(y>1,y,0.5) "
    "(np.cumsum(z)*0.1) y.copy() v"
).split()
NUMBERS = "s x[1] y[i%5] z[2] A[1,2] (np.sum(y)*0.1) A[i%5,0] w[1] 0.7".split()
HEAD = """def f(x, s):
    y = x * 1.5
    z = np.zeros(5)
    A = np.outer(x, y) * 0.1
    w = np.ones(5)
    i = 1
    v = y
"""
END = "    return np.sum(y * z) + np.sum(A * A) * 0.1 + s * v[0] + np.sum(w * y) * 0.2\n"


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
        kinds += [self.overlapping, self.overlapping]
        kinds += [self.loop, self.branch] if depth < 3 else []
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

    def overlapping(self, depth):
        """What is written may be a part of where it is written to."""
        name = self.one("y z v A[1] A[:,2] A.T[3] A.reshape(-1)[:5]")
        part, source = self.one("1:/:-1 :-1/1: :/::-1 ::2/[4,0,1] 2:/:-2 [0,2,1]/1:4 :3/2 1:4/y[1:4]").split(
            "/"
        )
        source = source if "[" in source[1:] else f"{name}[{source}]"
        shapes = "A[:] = A.T;A[1:] = A[:-1];A[:,1:] = A[:,:-1]*s;A[0], A[1] = A[1], A[0];A += A.T*0.5"
        return [
            self.choice.choice(
                [
                    f"{name}[{part}] {self.one('= = += *=')} {source}",
                    f"{name}[{part}] = {source} * {self.number()}",
                    f"np.copyto({name}, {name}[::-1])",
                    f"np.multiply({name}[1:], {name}[:-1], out={name}[:-1])",
                    self.choice.choice(shapes.split(";")),
                ]
            )
        ]

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

    def loop(self, depth):
        return [f"for i in range({self.one('2 3')}):", *self.inside(depth)]

    def branch(self, depth):
        head = f"if {self.number()} > {self.one('0.5 1.0 -1')}:"
        return [head, *self.inside(depth), "else:", *self.inside(depth)]

    def inside(self, depth):
        lines = [line for _ in range(self.choice.randrange(1, 3)) for line in self.statement(depth + 1)]
        return [line[4 * depth :] for line in lines]
