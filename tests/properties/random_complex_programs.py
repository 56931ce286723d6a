"""Random programs in which real and complex numbers and arrays meet, made from a seed.

def f(x, z, a, c):              x is a float, z a complex number, a an array of floats, c one of complex numbers
    w1 = helper(z, x) * (c @ a)
    ...                         branches that are real or complex, loops, lists, dicts, arrays that are written
    return a real number
"""

import cmath
import linecache
import random
import re

import numpy as np

# What makes a value of a kind: real or complex numbers (r, c), real or complex arrays (R, C); i is an index.
TEMPLATES = {
    "r": """abs({c}) | {c}.real | {c}.imag | ({r} + {r}) | ({r} * {r}) | ({r} - {r}) | np.sin({r}) | np.sum({R}) |
        np.abs({C}[{i}]) | {R}[{i}] | np.linalg.norm({C}) | np.real(np.vdot({C}, {C})) | {C}[{i}].imag | np.mean({R}) |
        np.angle({c} + 3.0) | float({r})""",
    "c": """({c} + {r}) | ({c} * {c}) | ({r} - {c}) | ({r} * {c}) | {c}.conjugate() | np.exp(0.3j * {r}) | complex({r}, {r}) |
        np.conj({c}) | ({c} * (0.7 - 0.4j)) | {C}[{i}] | np.sum({C}) | ({R} @ {C}) | ({c} / (2.0 + abs({c}))) |
        cmath.exp(1j * {r}) | ({r} + 1j * {r}) | np.dot({C}, {C}) | helper({c}, {r}) | helper({c}, {c}) | phase({c}) |
        np.sqrt({c} + 4.0) | ({c} ** 2)""",
    "R": """np.abs({C}) | {C}.real | {C}.imag | np.imag({C}) | ({R} + {r}) | ({R} * {R}) | np.cos({R}) | np.real({C}) |
        {R}[::-1] | np.cumsum({R}) | np.where({R} > 0.1, {R}, {R}) | (np.abs({C}) ** 2) | np.fft.irfft({C}, 3)""",
    "C": """({C} + {R}) | ({C} * {c}) | ({C} - {C}) | ({R} * {C}) | ({R} * {c}) | np.exp(0.2j * {R}) | {C}.conj() | np.conj({C}) |
        ({C} * 1j) | np.fft.fft({C}) | np.fft.fft({R}) | ({C} / (2.0 + np.abs({C}))) | {C}[::-1] |
        np.where({R} > 0.2, {C}, {R}) | ({R} + 1j * {R}) | np.array([{c}, {r}, {c}]) | np.cumsum({C}) | (M @ {C}) | (M @ {R}) |
        {R}.astype(complex) | np.concatenate([{C}[:1], {R}[1:]]) | np.tanh({C} * 0.3) | ({C} ** 2)""",
}
CHOICES = {kind: re.split(r"\s*\|\s*", text) for kind, text in TEMPLATES.items()}
HELPERS = [
    "def helper(p, q):\n    return p * q\n",
    "def helper(p, q):\n    if abs(p) > 0.5:\n        return q * (1 + 0.5j)\n    return p.real\n",
    "def helper(p, q):\n    s = 0\n    for k in range(2):\n        s = s * 0.5j + p * abs(q)\n    return s\n",
    "def helper(p, q):\n    t = [p, q]\n    t[0] = t[0] * t[1]\n    return t[0] - t[1]\n",
]
PHASES = [
    "def phase(p):\n    if abs(p) < 0.3:\n        return 0\n    return p / abs(p)\n",
    "def phase(p):\n    n = abs(p)\n    return 1 if n < 0.2 else p * n\n",
]
ARRAYS = [
    "np.zeros(3, dtype=c.dtype)",
    "np.empty(c.shape, c.dtype)",
    "np.zeros(3, complex)",
    "c.copy()",
    "(a + 0j)",
]
STARTS = ["0", "0.0", "0j", "1", "c.dtype.type(0)", "x", "z"]
LOOPS = ["for k in range(3):", "for v in c:", "for u, v in zip(a, c):"]


class Writer:
    """Writes the statements of one program."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.names = {"x": "r", "z": "c", "a": "R", "c": "C"}

    def expression(self, kind, depth=1):
        if depth == 0 or self.random.random() < 0.15:
            return self.random.choice([name for name, own in self.names.items() if own == kind])
        text = self.random.choice(CHOICES[kind])
        text = re.sub(r"\{i\}", lambda _: str(self.random.randrange(3)), text)
        return re.sub(r"\{([rcRC])\}", lambda match: self.expression(match[1], depth - 1), text)

    def either(self, kind, depth=1):
        """A complex value, or a real one in its place."""
        return self.expression(self.random.choice([kind, kind.lower() if kind == "c" else kind]), depth)

    def new(self, kind, name=""):
        """A new variable, whose values are kept small."""
        name = name or f"v{len(self.lines)}"
        size = "np.abs" if kind in "RC" else "abs"
        self.lines.append(f"{name} = {name} / (1.0 + {size}({name}))")
        self.names[name] = kind

    def assignment(self):
        kind = self.random.choice("rcRCC")
        name = f"v{len(self.lines) + 1}"
        self.lines.append(f"{name} = {self.expression(kind, self.random.choice([1, 2, 3]))}")
        self.new(kind, name)

    def branch(self):
        name = f"v{len(self.lines) + 4}"
        real, kind = self.random.choice([("r", "c"), ("R", "C")])
        sides = [self.expression(real), self.expression(kind)]
        self.random.shuffle(sides)
        self.lines += [
            f"if {self.expression('r')} > 0.2:",
            f"    {name} = {sides[0]}",
            "else:",
            f"    {name} = {sides[1]}",
        ]
        self.new(kind, name)

    def writes(self):
        name = f"o{len(self.lines)}"
        self.lines += [
            f"{name} = {self.random.choice(ARRAYS)}",
            f"{name}[:] = {self.expression(self.random.choice('RC'))}",
        ]
        self.names[name] = "C"
        for _ in range(self.random.randrange(1, 4)):
            array, number = self.expression(self.random.choice("RC")), self.expression(
                self.random.choice("rc")
            )
            index = self.random.randrange(3)
            forms = [
                f"{name}[{index}] = {number}",
                f"{name}[1:] += {array}[:-1]",
                f"{name} *= {array}",
                f"{name}[{index}] *= {number}",
                f"{name} += {array}",
                f"{name} -= {number}",
                f"{name}[::2] = {name}[:2]",
                f"{name}.real[0] = {self.expression('r')}",
            ]
            self.lines.append(self.random.choice(forms))

    def loop(self):
        name, loop = f"s{len(self.lines)}", self.random.choice(LOOPS)
        self.lines.append(f"{name} = {self.random.choice(STARTS)}")
        before = dict(self.names)
        self.names.update(
            {name: "c"} | ({} if "range" in loop else {"v": "c"}) | ({"u": "r"} if "u," in loop else {})
        )
        step = self.expression(self.random.choice("cr"))
        self.lines += [
            loop,
            f"    {name} = {name} * (0.3 + 0.2j) + {step}",
            f"    {name} = {name} / (1.0 + abs({name}))",
        ]
        self.names = before
        self.new("c", name)

    def container(self):
        held, name = f"l{len(self.lines)}", f"e{len(self.lines)}"
        one, two, three = (self.expression(self.random.choice("rc")) for _ in range(3))
        forms = [
            [f"{held} = [{one}, {two}, {three}]", f"{name} = sum({held})"],
            [
                f"{held} = {{'p': {one}, 'q': {two}}}",
                f"{held}['p'] *= {three}",
                f"{name} = {held}['p'] + {held}['q']",
            ],
            [
                f"{held} = []",
                f"{held}.append({one})",
                f"{held}.append({two})",
                f"{name} = {held}[0] * {held}[-1]",
            ],
        ]
        self.lines += self.random.choice(forms)
        self.new("c", name)

    def program(self):
        kinds = [self.assignment, self.assignment, self.branch, self.writes, self.loop, self.container]
        for _ in range(self.random.randrange(2, 6)):
            self.random.choice(kinds)()
        made = [name for name in self.names if name not in "xzac"]
        terms = [
            (
                f"np.sum(np.abs({name}) * 0.3 + np.real({name} * W))"
                if self.names[name] in "RC"
                else f"abs({name}) * 0.7 + ({name} * (0.4 - 0.9j)).real"
            )
            for name in made[-4:]
        ]
        body = "".join(f"    {line}\n" for line in self.lines)
        helpers = self.random.choice(HELPERS) + "\n" + self.random.choice(PHASES)
        return f"{helpers}\ndef f(x, z, a, c):\n{body}    return {' + '.join(terms)}\n"


def program(seed):
    """The function of a random program, and its text."""
    text = Writer(seed).program()
    name = f"<complex program {seed}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    weights = np.array([0.3 - 1j, 1.2 + 0.5j, -0.7 + 0.2j])
    matrix = np.array([[0.4 + 0.3j, -0.2, 0.1j], [0.3, 0.2j, -0.5], [0.1, 0.6 - 0.2j, 0.3]])
    names = {"np": np, "cmath": cmath, "W": weights, "M": matrix}
    exec(compile(text, name, "exec"), names)
    return names["f"], text


def point(seed):
    """The arguments of a program."""
    rng = np.random.default_rng(seed)
    array, other = rng.normal(size=3), rng.normal(size=3) + 1j * rng.normal(size=3)
    return float(rng.normal()), complex(rng.normal(), rng.normal()), array, other
