"""Random functions within the module and within its function, and calls of them."""

from contextlib import contextmanager

from random_containers import Containers


class Functions(Containers):
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
            self.indent, self.floats, self.ints, self.lists, self.pairs = (
                0,
                list(parameters),
                [],
                ["TABLE"],
                [],
            )
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
