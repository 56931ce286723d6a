"""Programs that write lists, dicts, deques and objects, as people write them, each with its adjoint by hand beside it.

Each takes a list of numbers and gives a number; `<name>_by_hand` gives the list of the partial derivatives.
"""

import math
from collections import deque
from collections.abc import Callable
from typing import NamedTuple


def tridiagonal(d):
    """A tridiagonal system by elimination, in lists that are written."""
    n = len(d)
    c, x = [0.0] * n, [0.0] * n
    c[0], x[0] = 1.0 / 4.0, d[0] / 4.0
    for i in range(1, n):
        m = 4.0 - c[i - 1]
        c[i] = 1.0 / m
        x[i] = (d[i] - x[i - 1]) / m
    for i in range(n - 2, -1, -1):
        x[i] -= c[i] * x[i + 1]
    return sum(v * v for v in x)


def tridiagonal_by_hand(d):
    n = len(d)
    c, x = [0.0] * n, [0.0] * n
    c[0], x[0] = 1.0 / 4.0, d[0] / 4.0
    for i in range(1, n):
        m = 4.0 - c[i - 1]
        c[i] = 1.0 / m
        x[i] = (d[i] - x[i - 1]) / m
    for i in range(n - 2, -1, -1):
        x[i] -= c[i] * x[i + 1]
    x_bar = [2.0 * v for v in x]
    for i in range(n - 1):
        x_bar[i + 1] -= c[i] * x_bar[i]
    d_bar = [0.0] * n
    for i in range(n - 1, 0, -1):
        d_bar[i] = x_bar[i] * c[i]
        x_bar[i - 1] -= d_bar[i]
    d_bar[0] = x_bar[0] / 4.0
    return d_bar


def accumulators(xs):
    """Sums by name, in a dict whose keys are written out."""
    totals = {"plain": 0.0, "squares": 0.0, "count": 0}
    for x in xs:
        totals["plain"] += x
        totals["squares"] += x * x * totals["plain"]
        totals["count"] += 1
    return totals["squares"] / totals["count"]


def accumulators_by_hand(xs):
    plain, plains = 0.0, []
    for x in xs:
        plain += x
        plains.append(plain)
    n = len(xs)
    plain_bar, xs_bar = 0.0, [0.0] * n
    for i in range(n - 1, -1, -1):
        x = xs[i]
        plain_bar += x * x / n
        xs_bar[i] = plain_bar + 2.0 * x * plains[i] / n
    return xs_bar


def totals_by_class(xs):
    """Sums by a key that the running program knows."""
    totals = {}
    for i, x in enumerate(xs):
        key = i % 7
        totals[key] = totals.get(key, 0.0) + x * x
    return sum(math.sqrt(total) for total in totals.values())


def totals_by_class_by_hand(xs):
    totals = {}
    for i, x in enumerate(xs):
        key = i % 7
        totals[key] = totals.get(key, 0.0) + x * x
    totals_bar = {key: 0.5 / math.sqrt(total) for key, total in totals.items()}
    return [2.0 * x * totals_bar[i % 7] for i, x in enumerate(xs)]


def memo(xs):
    """Values that depend on earlier ones, remembered in a dict."""
    known = {0: 1.0, 1: xs[0]}
    for n in range(2, len(xs)):
        if n not in known:
            known[n] = xs[n] * known[n - 1] + math.sin(known[n // 2])
    return known[len(xs) - 1]


def memo_by_hand(xs):
    n = len(xs)
    known = {0: 1.0, 1: xs[0]}
    for i in range(2, n):
        known[i] = xs[i] * known[i - 1] + math.sin(known[i // 2])
    known_bar, xs_bar = dict.fromkeys(known, 0.0), [0.0] * n
    known_bar[n - 1] = 1.0
    for i in range(n - 1, 1, -1):
        bar = known_bar[i]
        xs_bar[i] = bar * known[i - 1]
        known_bar[i - 1] += bar * xs[i]
        known_bar[i // 2] += math.cos(known[i // 2]) * bar
    xs_bar[0] = known_bar[1]
    return xs_bar


def history(xs):
    """A history that grows by `append`, of which each step reads the last two states."""
    states = [xs[0], 0.9 * xs[0]]
    for x in xs[1:]:
        states.append(1.9 * states[-1] - states[-2] - x * math.sin(states[-1]))
    return sum(u * u for u in states)


def history_by_hand(xs):
    states = [xs[0], 0.9 * xs[0]]
    for x in xs[1:]:
        states.append(1.9 * states[-1] - states[-2] - x * math.sin(states[-1]))
    bars = [2.0 * u for u in states]
    xs_bar = [0.0] * len(xs)
    for i in range(len(xs) - 1, 0, -1):
        bar, u = bars[i + 1], states[i]
        bars[i] += (1.9 - xs[i] * math.cos(u)) * bar
        bars[i - 1] -= bar
        xs_bar[i] = -math.sin(u) * bar
    xs_bar[0] = bars[0] + 0.9 * bars[1]
    return xs_bar


class Body:
    def __init__(self, x, v, mass):
        self.x = x
        self.v = v
        self.mass = mass

    def kick(self, force, dt):
        self.v += dt / self.mass * force

    def drift(self, dt):
        self.x += dt * self.v


def two_bodies(xs):
    """Two objects with methods, which write their attributes."""
    sun, planet = Body(0.0, 0.1, 5.0), Body(2.0, 0.7, 0.5)
    for push in xs:
        distance = planet.x - sun.x
        force = push / (distance * distance + 0.1)
        sun.kick(force, 0.01)
        planet.kick(-force, 0.01)
        sun.drift(0.01)
        planet.drift(0.01)
    return planet.v * planet.v + sun.x * planet.x


def two_bodies_by_hand(xs):
    xa, va, xb, vb, dt, steps = 0.0, 0.1, 2.0, 0.7, 0.01, []
    for push in xs:
        distance = xb - xa
        square = distance * distance + 0.1
        force = push / square
        steps.append((distance, square, force))
        va += dt / 5.0 * force
        vb -= dt / 0.5 * force
        xa += dt * va
        xb += dt * vb
    xa_bar, xb_bar, va_bar, vb_bar, xs_bar = xb, xa, 0.0, 2.0 * vb, []
    for distance, square, force in reversed(steps):
        va_bar += dt * xa_bar
        vb_bar += dt * xb_bar
        force_bar = dt / 5.0 * va_bar - dt / 0.5 * vb_bar
        xs_bar.append(force_bar / square)
        distance_bar = -2.0 * distance * force * (force_bar / square)
        xa_bar -= distance_bar
        xb_bar += distance_bar
    return xs_bar[::-1]


def objects_in_a_list(xs):
    """A list of objects that grows; each is moved by its neighbour."""
    bodies = []
    for x in xs:
        bodies.append(Body(x, 0.0, 1.0))
    for _ in range(5):
        for i in range(1, len(bodies)):
            bodies[i].kick(bodies[i - 1].x - bodies[i].x, 0.1)
        for body in bodies:
            body.drift(0.1)
    return sum(body.x * body.x for body in bodies)


def objects_in_a_list_by_hand(xs):
    n = len(xs)
    x, v = list(xs), [0.0] * n
    for _ in range(5):
        for i in range(1, n):
            v[i] += 0.1 * (x[i - 1] - x[i])
        for i in range(n):
            x[i] += 0.1 * v[i]
    x_bar, v_bar = [2.0 * u for u in x], [0.0] * n
    for _ in range(5):
        for i in range(n):
            v_bar[i] += 0.1 * x_bar[i]
        for i in range(1, n):
            bar = 0.1 * v_bar[i]
            x_bar[i - 1] += bar
            x_bar[i] -= bar
    return x_bar


def window(xs):
    """The last five numbers, in a deque."""
    last = deque(maxlen=5)
    total = 0.0
    for x in xs:
        last.append(x * x)
        total += last[0] * x
    return total


def window_by_hand(xs):
    xs_bar = [0.0] * len(xs)
    for i, x in enumerate(xs):
        first = max(0, i - 4)
        xs_bar[i] += xs[first] * xs[first]
        xs_bar[first] += 2.0 * xs[first] * x
    return xs_bar


def rows(xs):
    """A table in a list of rows, whose items are written: sums over its corner."""
    n = math.isqrt(len(xs))
    table = [[xs[i * n + j] for j in range(n)] for i in range(n)]
    for i in range(1, n):
        for j in range(1, n):
            table[i][j] += 0.3 * table[i - 1][j] + 0.2 * table[i][j - 1] * table[i][j]
    return table[n - 1][n - 1] + sum(table[n // 2])


def rows_by_hand(xs):
    n = math.isqrt(len(xs))
    table = [[xs[i * n + j] for j in range(n)] for i in range(n)]
    old = [[xs[i * n + j] for j in range(n)] for i in range(n)]
    for i in range(1, n):
        row, above = table[i], table[i - 1]
        for j in range(1, n):
            row[j] += 0.3 * above[j] + 0.2 * row[j - 1] * row[j]
    bars = [[0.0] * n for _ in range(n)]
    bars[n - 1][n - 1] = 1.0
    for j in range(n):
        bars[n // 2][j] += 1.0
    for i in range(n - 1, 0, -1):
        row, bar, above = table[i], bars[i], bars[i - 1]
        for j in range(n - 1, 0, -1):
            b = bar[j]
            above[j] += 0.3 * b
            bar[j - 1] += 0.2 * old[i][j] * b
            bar[j] = (1.0 + 0.2 * row[j - 1]) * b
    return [b for bar in bars for b in bar]


def buffers(xs):
    """A heat equation on two lists that change places."""
    n = len(xs)
    now, then = list(xs), [0.0] * n
    for _ in range(10):
        for i in range(1, n - 1):
            then[i] = now[i] + 0.1 * now[i] * (now[i - 1] - 2.0 * now[i] + now[i + 1])
        now, then = then, now
    return sum(u * u for u in now)


def buffers_by_hand(xs):
    n = len(xs)
    now, then, steps = list(xs), [0.0] * n, []
    for _ in range(10):
        steps.append(now)
        then = [then[0], *(then[1:-1]), then[-1]]
        for i in range(1, n - 1):
            then[i] = now[i] + 0.1 * now[i] * (now[i - 1] - 2.0 * now[i] + now[i + 1])
        now, then = then, now
    now_bar, then_bar = [2.0 * u for u in now], [0.0] * n
    for u in reversed(steps):
        now_bar, then_bar = then_bar, now_bar
        for i in range(n - 2, 0, -1):
            bar = then_bar[i]
            then_bar[i] = 0.0
            now_bar[i] += (1.0 + 0.1 * (u[i - 1] - 4.0 * u[i] + u[i + 1])) * bar
            now_bar[i - 1] += 0.1 * u[i] * bar
            now_bar[i + 1] += 0.1 * u[i] * bar
    return now_bar


def stack(xs):
    """A stack of numbers, of which two are taken and one is put back."""
    held = []
    for x in xs:
        held.append(x)
        if len(held) > 3:
            b, a = held.pop(), held.pop()
            held.append(a * b + 0.1 * a)
    return sum(held)


def stack_by_hand(xs):
    held, taken = [], []
    for x in xs:
        held.append(x)
        if len(held) > 3:
            b, a = held.pop(), held.pop()
            taken.append((a, b))
            held.append(a * b + 0.1 * a)
    bars, xs_bar = [1.0] * len(held), [0.0] * len(xs)
    for i in range(len(xs) - 1, -1, -1):
        if i >= 3:
            bar, (a, b) = bars.pop(), taken.pop()
            bars.append(bar * (b + 0.1))
            bars.append(bar * a)
        xs_bar[i] = bars.pop()
    return xs_bar


def momentum(xs):
    """The state of an optimiser in a dict: a velocity, a mean of squares, and the number of its steps."""
    w, state = 1.0, {"m": 0.0, "v": 0.0, "t": 0}
    for x in xs:
        g = x * w - 1.0
        state["t"] += 1
        state["m"] = 0.9 * state["m"] + 0.1 * g
        state["v"] = 0.99 * state["v"] + 0.01 * g * g
        w -= 0.1 * state["m"] / (math.sqrt(state["v"]) + 0.1)
    return w * w


def momentum_by_hand(xs):
    w, m, v, steps = 1.0, 0.0, 0.0, []
    for x in xs:
        g = x * w - 1.0
        m = 0.9 * m + 0.1 * g
        v = 0.99 * v + 0.01 * g * g
        s = math.sqrt(v)
        steps.append((w, g, m, s))
        w -= 0.1 * m / (s + 0.1)
    w_bar, m_bar, v_bar, xs_bar = 2.0 * w, 0.0, 0.0, []
    for x, (w, g, m, s) in zip(reversed(xs), reversed(steps)):
        q_bar = -0.1 * w_bar / (s + 0.1)
        m_bar += q_bar
        v_bar -= q_bar * m / (s + 0.1) * 0.5 / s
        g_bar = 0.1 * m_bar + 0.02 * g * v_bar
        m_bar *= 0.9
        v_bar *= 0.99
        xs_bar.append(w * g_bar)
        w_bar += x * g_bar
    return xs_bar[::-1]


class Program(NamedTuple):
    """A program, its adjoint by hand, and of how many numbers it is."""

    function: Callable[[list[float]], float]
    by_hand: Callable[[list[float]], list[float]]
    size: int


PROGRAMS = (
    Program(tridiagonal, tridiagonal_by_hand, 200),
    Program(accumulators, accumulators_by_hand, 200),
    Program(totals_by_class, totals_by_class_by_hand, 200),
    Program(memo, memo_by_hand, 200),
    Program(history, history_by_hand, 200),
    Program(two_bodies, two_bodies_by_hand, 200),
    Program(objects_in_a_list, objects_in_a_list_by_hand, 100),
    Program(window, window_by_hand, 200),
    Program(rows, rows_by_hand, 225),
    Program(buffers, buffers_by_hand, 50),
    Program(stack, stack_by_hand, 200),
    Program(momentum, momentum_by_hand, 200),
)
