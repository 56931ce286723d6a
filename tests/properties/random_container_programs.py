"""Random functions of two numbers that write lists, dicts, deques and objects under several names."""

import random

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

    def fail_half_way(self, amount, limit):
        self.x = self.x * 0.5 + amount
        if amount > limit:
            raise ValueError
        self.v = amount


class Options:
    fast = False
    name = "slow"
    gain = None
    factors = [0.5, 1.5]

    def __init__(self, limit):
        self.limit = limit


def appended(items, value, limit=0.4):
    items.append(value)
    if value > limit:
        raise ValueError
    items.append(limit)

"""


class Maker:
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
            "(x if options.fast else y)",
            "(x if options.gain is None else x * options.gain)",
            "(y if chosen is None else chosen[0])",
            f"math.tanh(sum(map(math.sin, {a})))",
            f"math.tanh(sum(t * u for t, u in zip({a}, itertools.chain(list(q), [x]))))",
            f"math.sin(functools.reduce(lambda t, u: t * 0.5 + u, {a}))",
            "sum(h * x for h in options.factors)",
            "math.tanh(sum(d[k] for k in sorted(d)))",
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
            [f"chosen = ({v}, 0.5) if chosen is None else None"],
            ["if chosen is None:", f"    chosen = [{v}, {v}]", "else:", "    v = v * 0.5 + chosen[1]"],
            ["options.fast = not options.fast"],
            [f"options.gain = {self.pick('None', '0.5', '0.0')}"],
            [f"options.limit = {v}", "v = math.tanh(v + options.limit)"],
            [
                "try:",
                f"    p.fail_half_way({v}, {self.pick('0.0', '0.3')})",
                "except ValueError:",
                "    v = v * 0.7",
            ],
            [
                "try:",
                f"    appended({a}, {v})",
                f"    v = {v}",
                "except ValueError:",
                f"    {a}[0] = v * 0.3",
            ],
            [
                "try:",
                f"    d['k{i}'] = {v}",
                f"    v = d['k{self.number()}'] * 0.5",
                "except KeyError:",
                "    v = v + x",
            ],
            [
                "try:",
                f"    v = (w := {v}) * 0.5 + [x, y][{self.number()}]",
                "except IndexError:",
                f"    {a}.append(v)",
            ],
            [
                f"pairs = [(t, 0.5) for t in itertools.chain({a}, b)]",
                "v = math.tanh(v + sum(t * u for t, u in pairs))",
            ],
            [f"both = {{'one': {a}[0], 'two': 0.7}}", f"both['one'] = {v}", "v = both['one'] * both['two']"],
            [
                f"for t, u in itertools.zip_longest({a}[:3], b[:2], fillvalue=0.3):",
                "    v = math.tanh(v + t * u)",
            ],
            [f"for k, t in enumerate(map(math.tanh, {a}[:3]), 1):", "    d[f'k{k}'] = t * x"],
            [
                f"for t in itertools.accumulate({a}[:4]):",
                "    pair = (t, 1.0)",
                "    v = math.tanh(v * 0.5 + pair[0])",
            ],
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
            "    options = Options(0.5)",
            "    chosen = None",
        ]
        self.block(14, 1)
        self.line("v = v + p.x + sum(math.tanh(ball.x + ball.v) for ball in balls)", 1)
        self.line("total = v + 0.3 * sum(a) + sum(q) + 0.2 * sum(d.values())", 1)
        self.line("return total + sum(b[0] * sum(row) for row in rows)", 1)
        return "\n".join(self.lines) + "\n"
