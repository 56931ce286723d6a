"""Random Python programs: smooth where they are differentiated, and bounded, so that they can be compared.

Every float variable stays within [-2, 2] and every list holds such floats: the writer bounds each expression, and
squashes it before it is assigned where it could get larger. Every program ends.
"""

from random_expressions import SQUASHES
from random_functions import Functions

PARAMETERS = "x: float, y: float, items: list[float], n: int"
STRAIGHT = ("assign", "assign", "assign", "update", "swap", "pair")
BRANCHES = ("branch", "branch", "leave", "both", "attempt")
LOOPS = ("count", "count", "over_list", "wait", "enumerated", "jump")
FUNCTIONS = ("helper", "nested", "counter", "recursive")
LISTS = ("comprehension", "append", "grow", "take_apart", "rows", "alias", "dictionary", "couples")
GROUPS = {
    "straight": (),
    "shared": ("spend", "inner"),
    "branches": BRANCHES,
    "loops": LOOPS,
    "functions": FUNCTIONS,
    "lists": LISTS,
}


class Writer(Functions):
    """Writes one module with a function `f`; `groups` says which sorts of statements there are."""

    def __init__(self, random, groups, size=10):
        super().__init__(random, STRAIGHT + tuple(kind for group in groups for kind in GROUPS[group]), size)

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
        """An exception on the way. What is assigned in the `try` is assigned by simple statements."""
        name = self.name()
        with self.inside("try:"):
            for _ in range(self.random.randrange(3)):
                self.assign()
            self.line(f"{name} = {self.bounded()}")
            with self.inside(f"if {self.condition()}:"):
                self.line("raise ValueError")
        with self.inside("except ValueError:"):
            self.block(2)
            self.line(f"{name} = {self.bounded()}")
        self.floats.append(name)

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
        trips = self.pick(
            ["3", "1, 4", "4, 0, -1", "2", "0"]
            + (["n", "n", "1, n + 1", "n - 2"] if "n" in self.ints else [])
        )
        with self.inside(f"for {index} in range({trips}):"):
            self.ints.append(index)
            self.body()
        self.otherwise()

    def over_list(self):
        if not self.may_loop():
            return
        item = self.name("e")
        over = self.pick(["{}", "{}", "reversed({})", "list({})", "{}[1:]", "{}[::-1]"]).format(
            self.pick(self.lists)
        )
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
                (
                    f"for {index}, ({one}, {other}) in enumerate(zip(list({items}), {items}[1:])):",
                    [one, other],
                ),
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
