"""Random functions that write lists by their places, and the attributes of objects in lists.

What is written has one name mostly, so that a derivative may write its shadow as it is; second names, copies, swaps, `pop`, and
functions that write to what they get come between.
"""

import random

HEAD = """class Body:
    def __init__(self, p, v, m=1.0):
        self.p, self.v, self.m = p, v, m

    def kick(self, force):
        self.v += force / self.m

    def energy(self):
        return 0.5 * self.m * self.v * self.v + self.p

    def moved(self, h):
        return Body(self.p + h * self.v, self.v, self.m)


def pushed(body, h):
    body.p += h * body.v
    return body.p


def shifted(items, z):
    for k in range(len(items) - 1):
        items[k] += z * items[k + 1]
    return items[-1]


def f(x, y, z):
    s = 0.1
    given = [z, x * 0.3, -0.63, z * z]
"""
NUMBERS = (
    "a = [x, y, x * y, 0.5]",
    "a = [0.0] * 5",
    "a = [x * k for k in range(5)]",
    "a = list(given)",
    "a = given",
)
BODIES = (
    "b = [Body(x, y), Body(y, x, 2.0), Body(0.5, x * y)]",
    "b = [Body(z, x) for z in given[:3]]",
    "b = [Body(0.0, 1.0), Body(0.5, 0.2), Body(1.0, x)]",
)
OTHERS = ("{0}", "list({0})", "{0}[:]", "[v * 0.7 for v in {0}]", "[0.0] * len({0})", "{0} + [x]")
OTHER_BODIES = ("{0}", "list({0})", "[c.moved(0.3) for c in {0}]")
OF_LISTS = (
    "sum({0}) * 0.1",
    "len({0})",
    "{0}[-1]",
    "sum([v * v for v in {0}]) * 0.1",
    "sum(u * v for u, v in zip({0}, a)) * 0.1",
)
RANGES = ("range(3)", "range(2, -1, -1)", "range(1, 4)")


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.depth = 1
        self.counters = []
        self.lists, self.bodies, self.single = ["a"], ["b"], []

    def program(self):
        choice = self.random.choice
        self.lines = [f"    {choice(NUMBERS)}", f"    {choice(BODIES)}"]
        for _ in range(self.random.randint(5, 9)):
            self.statement()
        ends = [f"sum([w * (k + 1) for k, w in enumerate({name})])" for name in self.lists]
        ends += [f"sum([c.p * (k + 1) + c.v * c.m for k, c in enumerate({name})])" for name in self.bodies]
        return HEAD + "\n".join([*self.lines, f"    return s + {' + '.join(ends)}", ""])

    def write(self, line):
        self.lines.append("    " * self.depth + line)

    def index(self, length="3"):
        known = ["0", "1", "-1", "2"] + [f"{k} % {length}" for k in self.counters] * 3
        return self.random.choice(known + [f"({k} + 1) % {length}" for k in self.counters])

    def item(self):
        name = self.random.choice(self.lists)
        return f"{name}[{self.index(f'len({name})')}]"

    def body(self):
        places = [f"{self.random.choice(self.bodies)}[{self.index()}]"]
        return self.random.choice(places + self.single)

    def value(self, depth=0):
        choice = self.random.choice
        if depth > 2 or self.random.random() < 0.2:
            return choice(["x", "y", "s", f"{self.random.uniform(0.3, 1.5):.2f}", *self.counters])
        return choice(
            [
                self.item,
                self.item,
                lambda: f"{self.body()}.{choice('pvm')}",
                lambda: f"{self.body()}.energy()",
                lambda: f"({self.value(depth + 1)} {choice('+-*')} {self.value(depth + 1)})",
                lambda: f"math.{choice(['sin', 'cos', 'tanh'])}({self.value(depth + 1)})",
                lambda: choice(OF_LISTS).format(choice(self.lists)),
            ]
        )()

    def statement(self):
        simple = [self.store, self.store, self.change, self.change, self.set_attribute, self.set_attribute]
        others = [self.add, self.call, self.swap, self.grow, self.put_body]
        outer = [self.another_list, self.another_body] if self.depth == 1 else []
        blocks = [self.loop, self.loop, self.branch] if self.depth < 3 else []
        self.random.choice([*simple, *others, *outer, *blocks])()

    def store(self):
        self.write(f"{self.item()} = {self.value()}")

    def change(self):
        self.write(f"{self.item()} {self.random.choice(['+=', '-=', '*='])} {self.value()}")

    def set_attribute(self):
        sign = self.random.choice(["=", "+=", "-=", "*="])
        self.write(f"{self.body()}.{self.random.choice('pv')} {sign} {self.value()}")

    def add(self):
        self.write(f"s = s + {self.value()}")

    def call(self):
        calls = (
            f"{self.body()}.kick({self.value(2)})",
            f"s += pushed({self.body()}, {self.value(2)})",
            f"s = s + shifted({self.random.choice(self.lists)}, {self.value(2)})",
        )
        self.write(self.random.choice(calls))

    def swap(self):
        one, other = self.item(), self.item()
        self.write(f"{one}, {other} = {other}, {one}")

    def grow(self):
        name = self.random.choice(self.lists)
        self.write(
            self.random.choice([f"{name}.append({self.value()})", f"if len({name}) > 4: s += {name}.pop()"])
        )

    def put_body(self):
        name = self.random.choice(self.bodies)
        taken = self.random.choice([self.body(), f"{self.body()}.moved({self.value(2)})"])
        self.write(f"{name}[{self.index()}] = {taken}")

    def another_list(self):
        made = self.random.choice(OTHERS).format(self.random.choice(self.lists))
        self.lists.append(f"a{len(self.lists)}")
        self.write(f"{self.lists[-1]} = {made}")

    def another_body(self):
        if self.random.random() < 0.5:
            taken = self.body()
            self.single.append(f"c{len(self.single)}")
            self.write(f"{self.single[-1]} = {taken}")
            return
        made = self.random.choice(OTHER_BODIES).format(self.random.choice(self.bodies))
        self.bodies.append(f"b{len(self.bodies)}")
        self.write(f"{self.bodies[-1]} = {made}")

    def loop(self):
        if self.random.random() < 0.6:
            name = "ijk"[self.depth - 1]
            self.write(f"for {name} in {self.random.choice(RANGES)}:")
            self.within(self.counters, name)
        else:
            name = f"each{self.depth}"
            self.write(f"for {name} in {self.random.choice(self.bodies)}:")
            self.within(self.single, name)

    def within(self, names, name):
        """Statements in a loop, which know its variable."""
        names.append(name)
        self.block()
        names.remove(name)

    def branch(self):
        self.write(f"if {self.value()} > {self.random.uniform(-1.0, 1.0):.2f}:")
        self.block()

    def block(self):
        self.depth += 1
        for _ in range(self.random.randint(1, 3)):
            self.statement()
        self.depth -= 1
