"""Random Python programs: smooth where they are differentiated, and bounded, so that they can be compared.

Every float variable stays within [-2, 2] and every list holds such floats: the writer bounds each expression, and
squashes it before it is assigned where it could get larger. Every program ends.
"""

from contextlib import contextmanager

PARAMETERS = "x: float, y: float, items: list[float], n: int"
BOUND = 2.0
SQUASHES = ("math.sin({})", "2.0 * math.tanh({})", "math.atan({})", "math.cos({})")
UNARY = {
    "math.sin({})": lambda b: 1.0,
    "math.cos({})": lambda b: 1.0,
    "math.tanh({})": lambda b: 1.0,
    "math.atan({})": lambda b: 1.6,
    "math.exp(-({0}) * ({0}))": lambda b: 1.0,
    "math.sqrt(1.0 + ({}) ** 2)": lambda b: 1.0 + b,
    "math.log(1.5 + math.sin({}))": lambda b: 0.95,
    "-({})": lambda b: b,
    "({}) ** 2": lambda b: b * b,
    "({}) ** 3": lambda b: b**3,
    "1.0 / (1.5 + ({}) ** 2)": lambda b: 0.7,
}
BINARY = {
    "{} + {}": lambda a, b: a + b,
    "{} - {}": lambda a, b: a + b,
    "{} * {}": lambda a, b: a * b,
    "({}) * ({})": lambda a, b: a * b,
    "({}) * math.sin({})": lambda a, b: a,
    "({}) / (1.5 + ({}) ** 2)": lambda a, b: a,
}
STRAIGHT = ("assign", "assign", "assign", "update", "swap", "pair")
BRANCHES = ("branch", "branch", "leave", "both", "attempt")
LOOPS = ("count", "count", "over_list", "wait", "enumerated", "jump")
FUNCTIONS = ("helper", "nested", "counter", "recursive")
LISTS = ("comprehension", "append", "grow", "take_apart", "rows", "alias", "dictionary", "couples")
GROUPS = {"straight": (), "branches": BRANCHES, "loops": LOOPS, "functions": FUNCTIONS, "lists": LISTS}


class Writer:
    """Writes one module with a function `f`; `random` decides, `groups` says which sorts of statements there are."""

    def __init__(self, random, groups, size=10):
        self.random = random
        self.kinds = STRAIGHT + tuple(kind for group in groups for kind in GROUPS[group])
        self.left = size
        self.number = 0
        self.heads = []
        self.lines = []
        self.indent = 1
        self.floats, self.ints, self.lists, self.pairs = ["x", "y"], ["n"], ["items"], []
        self.functions = []
        self.fixed = set()
        self.loops = []
        self.result = 1

    # ---------------------------------------------------------------------------------------------- choosing

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, options):
        return options[self.random.randrange(len(options))]

    def name(self, stem="v"):
        self.number += 1
        return f"{stem}{self.number}"

    def line(self, text):
        self.lines.append("    " * self.indent + text)

    @contextmanager
    def inside(self, header):
        """A block; what is assigned in it for the first time is forgotten after it."""
        kept = self.floats, self.ints, self.lists, self.pairs, self.functions
        self.floats, self.ints, self.lists, self.pairs, self.functions = map(list, kept)
        self.line(header)
        self.indent += 1
        start = len(self.lines)
        yield
        if len(self.lines) == start:
            self.line("pass")
        self.indent -= 1
        self.floats, self.ints, self.lists, self.pairs, self.functions = kept

    # ------------------------------------------------------------------------------------------- expressions

    def leaf(self):
        kind = self.random.randrange(12)
        if kind == 0:
            return self.pick([("0.5", 0.5), ("1.5", 1.5), ("-0.7", 0.7), ("2", 2.0), ("1", 1.0)])
        if kind == 1 and self.ints:
            return f"0.25 * {self.pick(self.ints)}", 2.0
        if kind == 2:
            items = self.pick(self.lists)
            index = self.pick(["0", "-1", f"{self.pick(self.ints)} % len({items})" if self.ints else "0"])
            return f"{items}[{index}]", BOUND
        if kind == 3 and self.pairs:
            return f"{self.pick(self.pairs)}[{self.random.randrange(2)}]", BOUND
        return self.pick(self.floats), BOUND

    def expression(self, depth=2):
        """The text of an expression, and a bound of its absolute value."""
        kind = self.random.randrange(10) if depth else 9
        if kind <= 2:
            shape = self.pick(list(UNARY))
            inner, bound = self.expression(depth - 1)
            return shape.format(inner), UNARY[shape](bound)
        if kind <= 5:
            shape = self.pick(list(BINARY))
            (one, a), (other, b) = self.expression(depth - 1), self.expression(depth - 1)
            if shape == "{} * {}":
                one, other = f"({one})", self.pick(self.floats)
                b = BOUND
            return f"({shape.format(one, other)})", BINARY[shape](a, b)
        if kind == 6:
            (one, a), (other, b) = self.expression(depth - 1), self.expression(depth - 1)
            return f"({one} if {self.condition()} else {other})", max(a, b)
        if kind == 7 and self.functions:
            return self.call()
        if kind == 8 and self.lists:
            return self.aggregate()
        return self.leaf()

    def aggregate(self):
        items = self.pick(self.lists)
        term, bound = self.pick([("v", BOUND), ("v * v", BOUND**2), ("math.sin(v)", 1.0), (f"v * {self.pick(self.floats)}", BOUND**2)])
        shape = self.pick(
            [
                "sum({term} for v in {items}) / len({items})",
                "sum([{term} for v in {items}]) / len({items})",
                "math.fsum([{term} for v in {items}]) / len({items})",
                "max({items})",
                "min({term} for v in {items})",
            ]
        )
        return shape.format(term=term, items=items), max(bound, BOUND)

    def bounded(self, depth=2):
        text, bound = self.expression(depth)
        return text if bound <= BOUND else self.pick(SQUASHES).format(text)

    def call(self):
        name, count = self.pick(self.functions)
        arguments = ", ".join(self.bounded(1) for _ in range(count))
        return f"{name}({arguments})", BOUND

    def condition(self):
        kind = self.random.randrange(6)
        if kind == 0:
            return f"{self.pick(self.floats)} > {self.pick(['0.1', '-0.3', '0.7'])}"
        if kind == 1:
            return f"{self.pick(self.floats)} < {self.pick(self.floats)} + 0.05"
        if kind == 2 and self.ints:
            return f"{self.pick(self.ints)} > 1 and {self.pick(self.floats)} < 0.4"
        if kind == 3:
            return f"-0.5 < {self.pick(self.floats)} < 0.8"
        if self.ints:
            return f"{self.pick(self.ints)} % {self.pick([2, 3])} == {self.pick([0, 1])}"
        return f"not {self.pick(self.floats)} > 0.2"

    # -------------------------------------------------------------------------------------------- statements

    def block(self, most):
        for _ in range(self.random.randrange(1, most + 1)):
            if self.left <= 0:
                break
            self.left -= 1
            getattr(self, self.pick(self.kinds))()

    def target(self):
        """A variable to assign: a new one, or one that is there."""
        free = [name for name in self.floats if name not in self.fixed]
        if not free or self.chance(0.4):
            return self.name()
        return self.pick(free)

    def known(self, name):
        if name not in self.floats:
            self.floats.append(name)

    def assign(self):
        text, name = self.bounded(3), self.target()
        self.line(f"{name} = {text}")
        self.known(name)

    def update(self):
        free = [name for name in self.floats if name not in self.fixed]
        if free:
            name = self.pick(free)
            self.line(f"{name} {self.pick(['+=', '-=', '*='])} {self.bounded(1)}")
            self.line(f"{name} = {self.pick(SQUASHES).format(name)}")

    def swap(self):
        free = [name for name in self.floats if name not in self.fixed]
        if len(free) >= 2:
            one, other = self.pick(free), self.pick(free)
            if one != other:
                self.line(f"{one}, {other} = {other}, {self.bounded(1)}")

    def pair(self):
        text = f"({self.bounded(1)}, {self.bounded(1)})"
        if self.pairs and self.chance(0.5):
            one, other = self.name(), self.name()
            self.line(f"{one}, {other} = {self.pick([*self.pairs, text])}")
            self.floats += [one, other]
        else:
            own = [name for name in self.pairs if name not in self.fixed]
            name = self.pick(own) if own and self.chance(0.4) else self.name("p")
            self.line(f"{name} = {text}")
            self.pairs = [*[p for p in self.pairs if p != name], name]

    # ---------------------------------------------------------------------------------------------- branches

    def branch(self):
        with self.inside(f"if {self.condition()}:"):
            self.block(3)
        while self.chance(0.25):
            with self.inside(f"elif {self.condition()}:"):
                self.block(2)
        if self.chance(0.6):
            with self.inside("else:"):
                self.block(3)

    def leave(self):
        """An early return."""
        with self.inside(f"if {self.condition()}:"):
            self.block(2)
            self.returning()

    def returning(self):
        self.line("return " + ", ".join(self.bounded() for _ in range(self.result)))

    def both(self):
        """A new variable that both branches assign."""
        name = self.name()
        for header in (f"if {self.condition()}:", "else:"):
            with self.inside(header):
                self.block(2)
                self.line(f"{name} = {self.bounded()}")
        self.floats.append(name)

    def attempt(self):
        name = self.name()
        with self.inside("try:"):
            self.block(2)
            self.line(f"{name} = {self.bounded()}")
            with self.inside(f"if {self.condition()}:"):
                self.line("raise ValueError")
        with self.inside("except ValueError:"):
            self.block(2)
            self.line(f"{name} = {self.bounded()}")
        self.floats.append(name)

    # ------------------------------------------------------------------------------------------------- loops

    def body(self, most=4):
        self.loops.append(True)
        self.block(most)
        if self.chance(0.35):
            with self.inside(f"if {self.condition()}:"):
                self.block(2)
                self.line(self.pick(["break", "continue"]))
            self.block(2)
        self.loops.pop()

    def may_loop(self):
        return len(self.loops) < 2

    def jump(self):
        if self.loops and self.loops[-1]:
            with self.inside(f"if {self.condition()}:"):
                self.block(2)
                self.line(self.pick(["break", "continue"]))

    def otherwise(self):
        if self.chance(0.15):
            with self.inside("else:"):
                self.block(2)

    def count(self):
        if not self.may_loop():
            return
        index = self.name("i")
        trips = self.pick(["3", "1, 4", "4, 0, -1", "2", "0"] + (["n", "n", "1, n + 1", "n - 2"] if "n" in self.ints else []))
        with self.inside(f"for {index} in range({trips}):"):
            self.ints.append(index)
            self.body()
        self.otherwise()

    def over_list(self):
        if not self.may_loop():
            return
        item = self.name("e")
        over = self.pick(["{}", "{}", "reversed({})", "list({})", "{}[1:]", "{}[::-1]"]).format(self.pick(self.lists))
        if not over.startswith(("list", "reversed")) and "[" not in over:
            over = f"list({over})"  # a list may grow while it is iterated over
        with self.inside(f"for {item} in {over}:"):
            self.floats.append(item)
            self.body()
        self.otherwise()

    def enumerated(self):
        if not self.may_loop():
            return
        index, one, other = self.name("i"), self.name("e"), self.name("e")
        items = self.pick(self.lists)
        header, floats = self.pick(
            [
                (f"for {index}, {one} in enumerate(list({items})):", [one]),
                (f"for {index}, ({one}, {other}) in enumerate(zip(list({items}), {items}[1:])):", [one, other]),
            ]
        )
        with self.inside(header):
            self.ints.append(index)
            self.floats += floats
            self.body(3)

    def wait(self):
        if not self.may_loop():
            return
        index = self.name("k")
        self.line(f"{index} = 0")
        extra = self.pick(["", f" and {self.condition()}"])
        limit = self.pick(["3", "n", "n + 1"] if "n" in self.ints else ["3"])
        with self.inside(f"while {index} < {limit}{extra}:"):
            self.line(f"{index} += 1")
            self.ints.append(index)
            self.body()
        self.ints.append(index)
        self.otherwise()

    # --------------------------------------------------------------------------------------------- functions

    @contextmanager
    def separate(self, parameters, closed):
        """The body of a function that sees its parameters only, or (`closed` over) all that is around it."""
        kept = self.lines, self.indent, self.floats, self.ints, self.lists, self.pairs, self.functions
        around = self.loops, self.fixed, self.result
        self.loops, self.result, self.lines = [False], 1, []
        if closed:
            self.fixed = {*self.fixed, *self.floats, *self.pairs}
            self.floats = [*self.floats, *parameters]
        else:
            self.fixed = set()
            self.indent, self.floats, self.ints, self.lists, self.pairs = 0, list(parameters), [], ["TABLE"], []
            self.functions = [entry for entry in self.functions if entry[0].startswith("h")]
        yield
        lines = self.lines
        self.lines, self.indent, self.floats, self.ints, self.lists, self.pairs, self.functions = kept
        self.loops, self.fixed, self.result = around
        (self.lines if closed else self.heads).extend(lines)

    def define(self, name, parameters, closed):
        with self.separate(parameters, closed):
            with self.inside(f"def {name}({', '.join(parameters)}):"):
                self.block(3)
                self.returning()
        self.functions = [*self.functions, (name, len(parameters))]

    def helper(self):
        self.define(self.name("h"), [self.name("a") for _ in range(self.random.randrange(1, 4))], False)

    def nested(self):
        if self.chance(0.3):
            name, parameter = self.name("l"), self.name("a")
            kept, self.floats = self.floats, [*self.floats, parameter]
            self.line(f"{name} = lambda {parameter}: {self.bounded()}")
            self.floats = kept
            self.functions = [*self.functions, (name, 1)]
        else:
            self.define(self.name("g"), [self.name("a") for _ in range(self.random.randrange(1, 3))], True)

    def counter(self):
        """A nested function that writes a variable of the function around it."""
        free = [name for name in self.floats if name not in self.fixed]
        if not free or self.loops:
            return
        state, name, parameter = self.pick(free), self.name("g"), self.name("a")
        with self.inside(f"def {name}({parameter}):"):
            self.line(f"nonlocal {state}")
            self.line(f"{state} = math.sin({state} + {parameter})")
            self.line(f"return {state} * {parameter} * 0.5")
        self.functions = [*self.functions, (name, 1)]

    def recursive(self):
        name, a, k = self.name("r"), self.name("a"), self.name("k")
        with self.separate([a], False):
            with self.inside(f"def {name}({a}, {k}):"):
                self.ints.append(k)
                with self.inside(f"if {k} <= 0:"):
                    self.line(f"return {self.bounded()}")
                self.block(2)
                self.line(f"return math.sin({name}({self.bounded(1)}, {k} - 1) + {self.bounded(1)})")
        wrapper = self.name("h")
        self.heads += [f"def {wrapper}({a}):", f"    return {name}({a}, 2)"]
        self.functions = [*self.functions, (wrapper, 1)]

    # ------------------------------------------------------------------------------------------------- lists

    def comprehension(self):
        name, item = self.name("xs"), self.name("e")
        kept, self.floats = self.floats, [*self.floats, item]
        text = self.bounded()
        self.floats = kept
        over = self.pick(self.lists)
        condition = self.pick(["", "", f" if {item} < 0.9 or {item} >= 0.9"])
        self.line(f"{name} = [{text} for {item} in {over}{condition}]")
        self.lists.append(name)

    def append(self):
        own = [name for name in self.lists if name.startswith("xs")]
        if own:
            self.line(f"{self.pick(own)}.append({self.bounded()})")
        else:
            name = self.name("xs")
            self.line(f"{name} = [{self.bounded()}, {self.bounded(1)}]")
            self.lists.append(name)

    def grow(self):
        """A list that a loop builds."""
        if not self.may_loop():
            return
        name, index = self.name("xs"), self.name("i")
        self.line(f"{name} = [{self.bounded()}]")
        self.lists.append(name)
        with self.inside(f"for {index} in range({self.pick(self.ints) if self.ints else 3}):"):
            self.ints.append(index)
            self.line(f"{name}.append({self.bounded()} + 0.5 * math.sin({name}[-1]))")
            self.body(2)
        self.line(f"{name} = [math.sin(v) for v in {name}]")

    def take_apart(self):
        items, one, rest = self.pick(self.lists), self.name(), self.name("xs")
        shape = self.pick(["{one}, *{rest} = {items}", "*{rest}, {one} = [*{items}, 0.5]"])
        self.line(shape.format(one=one, rest=rest, items=items))
        self.line(f"{rest} = {rest} + [{self.bounded(1)}]")
        self.floats.append(one)
        self.lists.append(rest)

    def rows(self):
        if not self.may_loop():
            return
        rows, row, item, total = self.name("rows"), self.name("row"), self.name("e"), self.name()
        one, other = self.pick(self.lists), self.pick(self.lists)
        self.line(f"{rows} = [{one}, [{self.bounded()}], {other}]")
        self.line(f"{total} = 0.0")
        with self.inside(f"for {row} in {rows}:"):
            with self.inside(f"for {item} in {row}:"):
                self.floats += [item, total]
                self.line(f"{total} = math.sin({total} + {self.bounded()})")
        self.floats.append(total)

    def alias(self):
        own = [name for name in self.lists if name.startswith("xs")]
        if own:
            name = self.name("xs")
            self.line(f"{name} = {self.pick(own)}")
            self.lists.append(name)

    def couples(self):
        """A list of pairs."""
        if not self.may_loop():
            return
        name, one, other, total = self.name("ps"), self.name("e"), self.name("e"), self.name()
        self.line(f"{name} = [({one}, {one} * {self.bounded(1)}) for {one} in {self.pick(self.lists)}]")
        self.line(f"{name}.append(({self.bounded(1)}, {self.bounded(1)}))")
        self.line(f"{total} = {self.bounded(1)}")
        with self.inside(f"for {one}, {other} in {name}:"):
            self.floats += [one, total]
            self.line(f"{total} = math.sin({total} + {other}) * {self.bounded()} * 0.5")
            self.body(2)
        self.floats.append(total)

    def dictionary(self):
        name, one, other = self.name("d"), self.name(), self.name()
        self.line(f"{name} = {{'a': {self.bounded(1)}, 'b': {self.bounded(1)}}}")
        self.line(f"{one} = {name}['a'] * 0.5 + {name}['b'] * 0.5")
        self.line(f"{other} = sum([v * v for v in {name}.values()]) * 0.25")
        self.floats += [one, other]

    # ------------------------------------------------------------------------------------------------- whole

    def module(self, results=1):
        """The text of a module with a function `f` that returns one number, or a tuple of several."""
        self.result = results
        self.line(f"def f({PARAMETERS}):")
        self.lines, self.indent = [], 1
        while self.left > 0:
            self.block(4)
        self.returning()
        head = ["import math", "", "TABLE = [0.3, -0.8]", *self.heads]
        return "\n".join([*head, f"def f({PARAMETERS}):", *self.lines]) + "\n"
