"""Random programs that write lists, dicts, deques and objects under several names: all modes against differences."""

import collections
import linecache
import math
import random

import pytest

import s2sad

ALL_SEEDS = 40
BALL = """
class Ball:
    def __init__(self, x, v):
        self.x = x
        self.v = v
        self.other = None
        self.log = []

    def kick(self, amount):
        self.v += math.tanh(amount)
        self.x = self.x + 0.1 * self.v

    def energy(self):
        return math.tanh(0.5 * self.v**2 + self.x)

"""


class Writer:
    """Writes a program; a list never gets empty, so that an index modulo its length is one."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.depth = 0

    def line(self, text, indent):
        self.lines.append("    " * indent + text)

    def pick(self, *options):
        return self.random.choice(options)

    def number(self):
        return self.random.randrange(5)

    def name(self):
        return self.pick("a", "b")

    def value(self):
        a = self.name()
        return self.pick(
            "x",
            "y",
            "v",
            "math.sin(v + x)",
            f"math.tanh({a}[{self.number()} % len({a})] * y)",
            f"0.5 * {a}[-1] + x",
            f"d.get('k{self.number()}', 0.3) * x",
            "q[0] * 0.7",
            "p.x * 0.5",
            f"balls[{self.number()} % len(balls)].energy()",
            f"rows[{self.number()} % len(rows)][0] * 0.6",
            f"math.tanh(sum({a}))",
            f"math.sin(max({a}))",
        )

    def statement(self):
        a, i, v = self.name(), self.number(), self.value()
        return self.pick(
            [f"{a}[{i} % len({a})] = {v}"],
            [f"{a}[{i} % len({a})] += {v}"],
            [f"{a}[{i} % len({a})] *= 0.5"],
            [f"{a}.append({v})"],
            [f"{a}.insert({i}, {v})"],
            [f"{a}.extend([{v}, 0.2])"],
            [f"{a} += [{v}]"],
            [f"v = {a}.pop({i} % len({a})) if len({a}) > 2 else {v}"],
            [f"if len({a}) > 2:", f"    del {a}[{i} % len({a})]"],
            [f"{a}.reverse()"],
            [f"{a}.sort()"],
            [f"{a}.sort(key=lambda t: -t * t)"],
            [f"{a}[1:2] = [{v}, x]"],
            ["a = b"],
            ["b = a[:]"],
            ["b = list(a)"],
            ["b = [*a[1:], y]"],
            ["a, b = b, a"],
            ["b = [t * 0.5 for t in a]"],
            ["b = sorted(a, reverse=True)"],
            [f"row = rows[{i} % len(rows)]", f"row[{self.number()} % len(row)] = {v}"],
            [f"rows[{i} % len(rows)][0] -= {v}"],
            ["rows.append(a)"],
            [f"rows[{i} % len(rows)] = b[:]"],
            ["a = rows[0]"],
            [f"d['k{i}'] = {v}"],
            [f"d['k{i}'] = d.get('k{self.number()}', x) * 0.5"],
            [f"v = d.setdefault('k{i}', {v})"],
            [f"v = d.pop('k{i}', {v})"],
            [f"d.update(k{i}={v})"],
            [f"if 'k{i}' in d:", f"    d['k{i}'] += {v}"],
            [f"q.append({v})"],
            [f"q.appendleft({v})"],
            [f"v = q.popleft() if len(q) > 1 else {v}"],
            ["q.rotate(1)"],
            [f"balls.append(Ball({v}, x))"],
            [f"p = balls[{i} % len(balls)]"],
            [f"p.x += {v}"],
            [f"p.kick({v})"],
            [f"balls[{i} % len(balls)].kick({v})"],
            ["p.other = balls[0]"],
            ["if p.other is not None:", f"    p.other.v = 0.5 * {v}"],
            [f"p = Ball({v}, 0.1)"],
            ["balls.reverse()"],
            ["balls.sort(key=lambda ball: ball.x)"],
            [f"p.log.append({v})", "v = math.sin(sum(p.log))"],
            [f"d['ball'] = balls[{i} % len(balls)].x"],
            [f"v = {v}"],
            [f"v = 0.3 * v + {v}"],
        )

    def block(self, count, indent):
        for _ in range(count):
            kind = self.random.random()
            if kind < 0.12 and indent < 3:
                head = self.pick(
                    "for i in range(3):",
                    f"for e in {self.name()}[:4]:",
                    "for key, e in list(d.items()):",
                    "for e in list(q):",
                    "for r in rows[:2]:",
                    "for ball in balls[:3]:",
                )
                self.line(head, indent)
                if " e " in head or ", e " in head:
                    self.line("v = math.tanh(v + e)", indent + 1)
                if head.startswith("for r"):
                    self.line("r[0] = r[-1] * 0.9 + 0.1 * v", indent + 1)
                if head.startswith("for ball"):
                    self.line("ball.kick(0.3 * v + ball.x)", indent + 1)
                self.block(2, indent + 1)
            elif kind < 0.22 and indent < 3:
                self.line(f"if {self.value()} > 0.2:", indent)
                self.block(2, indent + 1)
                self.line("else:", indent)
                self.block(1, indent + 1)
            else:
                for text in self.statement():
                    self.line(text, indent)

    def program(self):
        self.lines = [
            *BALL.splitlines(),
            "def program(x, y):",
            "    v = x * y",
            "    a = [x, 0.5, y]",
            "    b = [y * x, 1.0]",
            "    rows = [[0.0] * 2 for _ in range(2)]",
            "    d = {'k0': x}",
            "    q = collections.deque([x, y], maxlen=4)",
            "    balls = [Ball(x, y), Ball(0.4, x * y)]",
            "    p = balls[-1]",
        ]
        self.block(14, 1)
        self.line("v = v + p.x + sum(math.tanh(ball.x + ball.v) for ball in balls)", 1)
        self.line("total = v + 0.3 * sum(a) + sum(q) + 0.2 * sum(d.values())", 1)
        self.line("return total + sum(b[0] * sum(row) for row in rows)", 1)
        return "\n".join(self.lines) + "\n"


def compiled(seed):
    text = Writer(seed).program()
    file = f"<container program {seed}>"
    space = {"math": math, "collections": collections, "__name__": "container_programs"}
    exec(compile(text, file, "exec"), space)
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    return space["program"], text


def check(seed):
    program, text = compiled(seed)
    point, h = (0.71, -0.43), 1e-6
    value, gradient = s2sad.value_and_grad(program, argnums=(0, 1))(*point)
    assert value == program(*point), text
    gradient_of = s2sad.grad(program, argnums=(0, 1))
    for k, direction in enumerate(((1.0, 0.0), (0.0, 1.0))):
        _, tangent = s2sad.jvp(program, point, direction)
        assert tangent == pytest.approx(gradient[k], rel=1e-9, abs=1e-9), text
        ends = [[p + s * h * e for p, e in zip(point, direction, strict=True)] for s in (1, -1)]
        difference = (program(*ends[0]) - program(*ends[1])) / (2 * h)
        assert tangent == pytest.approx(difference, rel=1e-5, abs=1e-6), text
        turned = s2sad.hvp(program, point, direction)
        differences = [(p - m) / (2 * h) for p, m in zip(*(gradient_of(*end) for end in ends), strict=True)]
        assert turned == pytest.approx(differences, rel=1e-4, abs=1e-5), text


@pytest.mark.parametrize("seed", range(ALL_SEEDS))
def test_random_programs(seed):
    check(seed)
