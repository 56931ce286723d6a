"""Random functions that ask what isn't differentiated: attributes of objects, globals, closures, which change between calls."""

import random

CLASSES = """class Plain:
    unit = 0.5

    def __init__(self, **fields):
        self.__dict__.update(fields)

    @property
    def doubled(self):
        return self.w * 2.0 if isinstance(self.w, float) else self.w

    def scaled(self, t):
        return t * self.k

    def __bool__(self):
        return self.flag


@dataclasses.dataclass
class Data:
    w: object
    k: float
    n: int
    flag: bool
    name: str
    hist: list
    table: dict
    fn: object
    inner: object

    def scaled(self, t):
        return t * self.k


def plain(t):
    return t * t


def sine(t):
    return math.sin(t)
"""
TRUTHS = (
    "{o}.w",
    "not {o}.w",
    "{o}.w is None",
    "{o}.w is not None",
    "{o}.w and x > 0.1",
    "{o}.flag or y > 0.3",
    "{o}.flag",
    "{o}.n > 1",
    "{o}.n",
    "{o}.name == 'fast'",
    "{o}.name",
    "{o}.hist",
    "len({o}.hist) > 1",
    "0.5 in {o}.hist",
    "'a' in {o}.table",
    "{o}.table",
    "isinstance({o}.w, float)",
    "{o}.inner is {o}",
    "{o}.inner is None",
    "hasattr({o}, 'extra')",
    "getattr({o}, 'extra', None) is None",
    "{o}.inner",
    "G is None",
    "G",
    "not G",
    "LIMIT > 1.0",
    "P",
    "len(P) > 2",
    "NAME == 'fast'",
    "isinstance(G, float)",
    "cell is None",
    "cell",
)
VALUES = (
    "x",
    "y",
    "v",
    "math.sin(v)",
    "x * {o}.k",
    "y * {o}.n",
    "{o}.scaled(x)",
    "{o}.fn(x)",
    "{o}.fn(v * 0.5)",
    "x * getattr({o}, 'extra', 2.0)",
    "(x * {o}.w if isinstance({o}.w, float) else y)",
    "(x * G if isinstance(G, float) else y)",
    "x * LIMIT",
    "helper(x)",
    "helper(v * 0.5) * y",
    "sum(x * h for h in {o}.hist)",
    "sum({o}.table.values()) * x",
    "sum(p * x for p in P)",
    "x * {o}.table.get('a', 0.3)",
    "x * TABLE['a']",
    "(cell * x if isinstance(cell, float) else y)",
    "x * SETTINGS.k",
    "(x if SETTINGS.flag else y)",
    "SETTINGS.fn(x)",
)
CHANGES = (
    "G = {w}",
    "LIMIT = {number}",
    "P.append({number})",
    "P[:1] = [{number}]",
    "P = [{number}]",
    "P.clear()",
    "NAME = {name!r}",
    "TABLE['a'] = {number}",
    "TABLE = {{'a': {number}}}",
    "def helper(t):\n    return t * {number} + t * t",
    "def helper(t):\n    return math.sin(t) * G if isinstance(G, float) else t * {number}",
    "SETTINGS.k = {number}",
    "SETTINGS.flag = {flag}",
    "SETTINGS.fn = {fn}",
    "SETTINGS = {made}",
    "Plain.scaled = lambda self, t: t * {number}",
    "set_cell({w})",
    "o.w = {w}",
    "o.flag = {flag}",
    "o.n = {n}",
    "o.name = {name!r}",
    "o.fn = {fn}",
    "o.hist.append({number})",
    "o.hist.clear()",
    "o.table['a'] = {number}",
    "o.table.clear()",
    "o.inner = {inner}",
    "o.extra = {number}",
    "o = {made}",
)


class Maker:
    def __init__(self, seed):
        self.choice = random.Random(seed)

    def pick(self, *options):
        return self.choice.choice(options)

    def parts(self, depth=1):
        """What fills in the fields of the templates."""
        return {
            "w": self.pick("None", "True", "False", "0.0", "1.7", "-0.4", "2"),
            "number": self.pick("0.3", "1.4", "-0.8", "2.5"),
            "name": self.pick("fast", "slow", ""),
            "flag": self.pick("True", "False"),
            "n": self.pick("0", "1", "3"),
            "fn": self.pick("math.sin", "plain", "sine", "lambda t: t * 1.5"),
            "inner": self.pick("None", "o", self.made(depth - 1) if depth else "None"),
        }

    def made(self, depth=1):
        """An object with all the attributes."""
        parts = self.parts(depth)
        fields = {key: parts[key] for key in ("w", "n", "flag", "fn", "inner")}
        fields["inner"] = "None" if fields["inner"] == "o" else fields["inner"]
        fields |= {"k": parts["number"], "name": repr(parts["name"])}
        fields["hist"] = self.pick("[]", "[0.5]", "[0.5, 1.5, -0.2]")
        fields["table"] = self.pick("{}", "{'a': 0.9}", "{'a': 0.4, 'b': 1.1}")
        maker = self.pick("Plain", "Data", "types.SimpleNamespace")
        if maker == "types.SimpleNamespace":
            fields["scaled"] = "(lambda t: t * 0.6)"
        return f"{maker}({', '.join(f'{key}={text}' for key, text in fields.items())})"

    def condition(self):
        return self.pick(*TRUTHS).format(o="o")

    def value(self):
        return self.pick(*VALUES).format(o="o")

    def statement(self, depth=1):
        inside = [f"    v = math.tanh({self.value()})"]
        kinds = [
            [f"v = math.tanh(v + {self.value()})"],
            [f"v = {self.value()} if {self.condition()} else v * {self.value()}"],
            [f"if {self.condition()}:", *inside, "else:", f"    v = v * 0.5 + {self.value()}"],
            [f"if {self.condition()} and {self.condition()}:", *inside],
            [f"while {self.condition()}:", *inside, "    break"],
            ["for h in o.hist:", "    v = math.tanh(v * h + x)"],
            ["for k, h in enumerate(P):", "    v = v + x * h * 0.1 * k"],
            ["for key, h in o.table.items():", "    v = math.tanh(v + h * y)"],
            [f"v = v + sum([x * h for h in P if {self.condition()}])"],
            ["if o.inner is not None:", "    v = v * 0.5 + x * o.inner.k"],
            ["for q in (o, SETTINGS):", "    v = math.tanh(v + x * q.k) if q.flag else v"],
            [f"assert x or {self.condition()} or True"],
        ]
        return self.choice.choice(kinds)

    def program(self):
        """A module with `made(o)`, the function that is differentiated for an object, and what else it reads."""
        lines = [line for _ in range(self.choice.randrange(1, 5)) for line in self.statement()]
        parts = self.parts()
        head = [
            CLASSES,
            f"G = {self.parts()['w']}",
            f"LIMIT = {parts['number']}",
            f"P = {self.pick('[]', '[0.4]', '[0.4, -1.1, 0.7]')}",
            f"NAME = {parts['name']!r}",
            "TABLE = {'a': 0.6}",
            f"SETTINGS = {self.made()}",
            f"o = {self.made()}",
            "def helper(t):\n    return t * 0.9",
            "def enclosing():",
            f"    cell = {self.parts()['w']}",
            "    def f(x, y, o):",
            "        v = x * y",
            *(f"        {line}" for line in lines),
            "        return v + x",
            "    def set_cell(value):",
            "        nonlocal cell",
            "        cell = value",
            "    return f, set_cell",
            "f, set_cell = enclosing()",
        ]
        return "\n".join(head) + "\n"

    def change(self):
        """A statement that changes something that the function reads."""
        return self.pick(*CHANGES).format(**self.parts(), made=self.made())
