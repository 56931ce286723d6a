"""Random functions of arrays of several ranks: views of views, columns that are broadcast, parts that are written in place.

Every array is tracked with its shape, so that what is written has one; a class with overloaded operators holds some of them,
and a list others, which are read one by one and together.
"""

import random
from itertools import product

HEAD = """class Field:
    scale = 0.5

    def __init__(self, data):
        self.data = data

    def like(self, data):
        return type(self)(data)

    @staticmethod
    def raw(other):
        return other.data if isinstance(other, Field) else other

    def __add__(self, other):
        return self.like(self.data + self.raw(other))

    def __mul__(self, other):
        return self.like(self.data * self.raw(other) * self.scale)

    def __rsub__(self, other):
        return self.like(other - self.data)

    def __neg__(self):
        return self.like(-self.data)

    def __getitem__(self, index):
        return self.data[index]

    def __setitem__(self, index, value):
        self.data[index] = self.raw(value) * self.scale

    def __iadd__(self, other):
        self.data += self.raw(other)
        return self

    def total(self):
        return np.sum(np.tanh(self.data))


class Damped(Field):
    scale = 0.25

    def __init__(self, data, shift=0.1):
        super().__init__(data)
        self.shift = shift

    def total(self):
        self.shift = self.shift * 0.5 + super().total() * 0.1
        return self.shift


def f(x, A, c):
    B = np.stack([A, A * c, np.sin(A)]) * 0.5
    y = x * c
    z = np.zeros((3, 4))
    parts = [x * 0.7, x * x]
"""
PARTS = (
    *("parts[0]", "parts[1]", "parts[-1]", "sum(parts)", "np.concatenate(parts)[:4]", "np.stack(parts)[0]"),
    *("np.mean(parts, axis=0)", "np.maximum(*parts[:2])", "np.array(parts)[:, 1:3].ravel()[:4]"),
    *("(parts[0] / (1.5 + sum(parts) ** 2))", "np.vstack(parts)[::-1][1]", "max(parts, key=lambda v: v[0])"),
)
START = {"x": (4,), "A": (3, 4), "B": (3, 3, 4), "y": (4,), "z": (3, 4)}
ELEMENTWISE = (
    "np.tanh({})",
    "np.sin({})",
    "0.5 * {}",
    "{} ** 2",
    "np.sqrt(1.0 + {} ** 2)",
    "np.maximum({}, 0.1)",
)
BINARY = ("{} + {}", "{} - {}", "{} * {}", "{} / (1.5 + np.abs({}))", "np.where({0} > 0.2, {0}, {1})")
SAME = (
    "{}[::-1]",
    "np.copy({})",
    "np.cumsum({}, axis=0) * 0.3",
    "np.roll({}, 1, axis=-1)",
    "np.flip({}, -1)",
)


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.shapes, self.fields, self.indent, self.count = [], dict(START), {}, 1, 0

    def program(self):
        for _ in range(self.random.randint(3, 7)):
            self.statement(2)
        arrays = " + ".join(f"np.sum(np.tanh({name}))" for name in self.shapes)
        fields = "".join(f" + {name}.total()" for name in self.fields)
        parts = " + sum(np.sum(np.tanh(v)) for v in parts)"
        return HEAD + "\n".join([*self.lines, f"    return {arrays}{fields} * c{parts}", ""])

    def pick(self, options):
        return self.random.choice(list(options))

    def line(self, text):
        self.lines.append("    " * self.indent + text)

    def name(self, stem):
        self.count += 1
        return f"{stem}{self.count}"

    # ------------------------------------------------------------------------------------------- statements

    def statement(self, depth):
        ways = [self.new, self.view, self.view, self.write, self.write, self.write, self.increase, self.field]
        ways += [self.use_field] * 2 if self.fields else []
        ways += [self.use_parts]
        ways += [self.loop, self.branch] if depth else []
        way = self.pick(ways)
        way(depth) if way in (self.loop, self.branch) else way()

    def new(self):
        shape = self.pick(self.shapes.values())
        name = self.name("n")
        self.line(f"{name} = {self.expression(shape, 2)}")
        self.keep(name, shape)

    def keep(self, name, shape):
        if self.indent == 1:  # what only a loop or branch assigns isn't read after it
            self.shapes[name] = shape

    def view(self):
        base = self.pick(self.shapes)
        index, shape = self.part(self.shapes[base])
        texts = [(f"{base}[{index}]", shape)] if shape else []
        texts += [(f"{base}.T", self.shapes[base][::-1]), (f"{base}[..., None]", (*self.shapes[base], 1))]
        if len(self.shapes[base]) > 1:
            first, second, *rest = self.shapes[base]
            texts += [(f"{base}.reshape({first * second}, *{base}.shape[2:])", (first * second, *rest))]
        text, shape = self.pick(texts)
        name = self.name("v")
        self.line(f"{name} = {text}")
        self.keep(name, shape)

    def write(self):
        base = self.pick(self.shapes)
        index, shape = self.part(self.shapes[base])
        sign = self.pick(["=", "=", "+=", "-=", "*="])
        self.line(f"{base}[{index}] {sign} {self.expression(self.smaller(shape), 2)}")

    def increase(self):
        base = self.pick(self.shapes)
        sign = self.pick(["+=", "-=", "*="])
        self.line(f"{base} {sign} {self.expression(self.smaller(self.shapes[base]), 2)}")

    def field(self):
        name = self.name("f")
        shape = self.pick(self.shapes.values())
        data = self.pick([self.expression(shape, 1), *[n for n, s in self.shapes.items() if s == shape]])
        self.line(f"{name} = {self.pick(['Field', 'Damped'])}({data})")
        if self.indent == 1:
            self.fields[name] = shape

    def use_field(self):
        name = self.pick(self.fields)
        shape = self.fields[name]
        index, part = self.part(shape)
        other = self.expression(self.smaller(shape), 1)
        self.line(
            self.pick(
                [
                    f"{name}[{index}] = {self.expression(self.smaller(part), 1)}",
                    f"{name} += {other}",
                    f"{name} = {name} * ({other}) + {name}",
                    f"{name} = 1.0 - (-{name})",
                    f"c = c * 0.5 + {name}.total() * 0.1",
                ]
            )
        )

    def use_parts(self):
        one, other = self.expression((4,), 1), self.expression((4,), 1)
        lines = [
            f"parts.append({one})",
            f"parts = [{one}, {other}]",
            f"parts[{self.pick([0, 1, -1])}] = {one}",
        ]
        lines += [
            f"parts = [v * c + ({one}) for v in parts]",
            "parts = parts[:1] + [v / (2 + v * v) for v in parts]",
        ]
        self.line(self.pick(lines))

    def loop(self, depth):
        self.line(f"for i{depth} in range({self.pick([2, 3])}):")
        self.inside(depth)

    def branch(self, depth):
        self.line(f"if np.sum({self.pick(self.shapes)}) > 0.3:")
        self.inside(depth)
        if self.random.random() < 0.5:
            self.line("else:")
            self.inside(depth)

    def inside(self, depth):
        self.indent += 1
        for _ in range(self.random.randint(1, 2)):
            self.statement(depth - 1)
        self.indent -= 1

    # ------------------------------------------------------------------------------------- parts of arrays

    def part(self, shape):
        """An index into an array of this shape, and the shape of what it takes."""
        texts, taken = [], []
        for length in shape[: self.random.randint(1, len(shape))]:
            text, count = self.cut(length)
            texts.append(text)
            taken += [] if count is None else [count]
        taken += shape[len(texts) :]
        if self.random.random() < 0.15:
            texts, taken = ["...", "0"], list(shape[:-1])
        return ", ".join(texts), tuple(taken)

    def cut(self, length):
        """What one axis is indexed by, and how many items it takes; None for one without an axis."""
        options = [(":", length), (str(self.random.randrange(length)), None), ("-1", None), ("::-1", length)]
        if length > 1:
            options += [("1:", length - 1), (":-1", length - 1), ("::2", (length + 1) // 2)]
        return self.pick(options)

    def smaller(self, shape):
        """A shape that broadcasts to another one."""
        chance = self.random.random()
        if chance < 0.5:
            return shape
        if chance < 0.7:
            return shape[self.random.randint(0, len(shape)) :]
        return tuple(1 if self.random.random() < 0.4 else length for length in shape)

    # ----------------------------------------------------------------------------------------- expressions

    def expression(self, shape, depth):
        """An expression of just this shape."""
        if not depth:
            return self.leaf(shape)
        chance = self.random.random()
        if chance < 0.25:
            return f"({self.pick(ELEMENTWISE).format(self.expression(shape, depth - 1))})"
        if chance < 0.6:
            sides = [self.expression(shape, depth - 1), self.expression(self.smaller(shape), depth - 1)]
            return f"({self.pick(BINARY).format(*sides)})"
        if chance < 0.7 and len(shape) == 2:
            one, other = (self.expression((shape[0], 3), 0), self.expression((3, shape[1]), 0))
            return f"(0.3 * {one} @ {other})"
        if chance < 0.8 and shape:
            return self.pick(SAME).format(self.expression(shape, depth - 1))
        return self.leaf(shape)

    def leaf(self, shape):
        """What is there, brought to this shape."""
        found = [name for name, known in self.shapes.items() if known == shape]
        found += [
            f"{name}.T" for name, known in self.shapes.items() if known == shape[::-1] and len(shape) > 1
        ]
        found += [f"{name}.data" for name, known in self.fields.items() if known == shape]
        for (name, known), axis in product(self.shapes.items(), range(3)):
            if axis < len(known):
                rest = (*known[:axis], *known[axis + 1 :])
                kept = (*known[:axis], 1, *known[axis + 1 :])
                way = self.pick(["mean", "sum", "max"])
                found += [f"np.{way}({name}, axis={axis})"] * (rest == shape)
                found += [f"{name}.mean(axis={axis}, keepdims=True)"] * (kept == shape)
            opened = (*known[:axis], 1, *known[axis:])
            if axis <= len(known) and opened == shape:
                found.append(f"{name}[{', '.join([':'] * axis + ['None'])}]")
        if not shape:
            return self.pick(["c", "0.7", "x[1]", "A[1, -1]", "np.mean(y)"])
        if len(shape) == 1:
            found += [self.pick(PARTS)] * 2 if shape == (4,) else []
            found.append(f"x[{[self.random.randrange(4) for _ in range(shape[0])]}]")
        return self.pick(found or [f"np.full({shape}, c)", f"c * np.ones({shape})"])
