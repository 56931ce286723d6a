"""Arrays, lists and dicts that are made when they are first wanted, where there was None before: state, caches, buffers."""

import copy

import numpy as np
import pytest

import s2sad
from s2sad.errors import UnsupportedSyntax, UnsupportedValue

W = np.array([0.7, -0.4, 1.1])


class Momentum:
    def __init__(self, rate, decay):
        self.rate, self.decay = rate, decay
        self.v = None

    def step(self, w, g):
        if self.v is None:
            self.v = np.zeros_like(w)
        self.v[:] = self.decay * self.v + g
        return w - self.rate * self.v


def momentum(w):
    optimiser = Momentum(0.1, 0.9)
    for _ in range(4):
        w = optimiser.step(w, 2.0 * w * w)
    return np.sum(w * w)


def momentum_by_name(w):
    v = None
    for _ in range(4):
        g = np.sin(w)
        if v is None:
            v = np.zeros_like(w)
        v *= 0.9
        v += g
        w = w - 0.1 * v
    return np.sum(w * w)


class Ring:
    def __init__(self):
        self.items = None

    def put(self, i, x):
        if self.items is None:
            self.items = np.zeros(3)
        self.items[i % 3] += x * x


def ring(w):
    buffer = Ring()
    for i in range(5):
        buffer.put(i, w[0] + i * w[1])
    return np.sum(buffer.items**2)


def list_of_none(w):
    sums = [None] * 3
    for k in range(3):
        sums[k] = np.zeros(2)
    for i in range(6):
        sums[i % 3] += w[0] * i
        sums[i % 3][1] *= w[1]
    return np.sum(sums[0] * sums[1]) + np.sum(sums[2] ** 2)


def list_filled_as_asked(w):
    sums = [None] * 2
    for i in range(5):
        k = i % 2
        if sums[k] is None:
            sums[k] = np.zeros_like(w)
        sums[k] += w * w * i
        w = w - 0.01 * sums[k]
    return np.sum(sums[0] * sums[1])


class Smoother:
    def __init__(self):
        self.work = None

    def smooth(self, u):
        if self.work is None or self.work.shape != u.shape:
            self.work = np.empty_like(u)
        work = self.work
        work[1:-1] = 0.25 * u[:-2] + 0.5 * u[1:-1] + 0.25 * u[2:]
        work[0], work[-1] = u[0], u[-1]
        u[:] = work
        return u * u


def workspace(w):
    u = w.copy()
    smoother = Smoother()
    for _ in range(3):
        u = smoother.smooth(u)
    return np.sum(u)


def best_so_far(w):
    best = None
    for k in range(4):
        candidate = np.sin(w * (k + 1))
        if best is None or np.sum(candidate) > np.sum(best):
            best = candidate.copy()
        best[0] += 0.1 * w[1]
    return np.sum(best**2)


def out_argument(w):
    def accumulate(x, out=None):
        if out is None:
            out = np.zeros(3)
        out[0] += x[0] * x[1]
        out[1:] += x[1:]
        return out

    out = None
    for _ in range(3):
        out = accumulate(w, out)
        w = w * 0.5
    return np.sum(out**2)


def given_up_again(w):
    sums, total = None, 0.0
    for i in range(7):
        if sums is None:
            sums = np.zeros(3)
        sums += w * i
        sums[1] *= w[0]
        if i % 3 == 2:
            total += np.sum(sums * sums)
            sums = None
    if sums is not None:
        total += sums[1]
    return total


def swapped(w):
    a, b = None, None
    for i in range(5):
        if a is None:
            a = w.copy()
        a[i % 3] *= w[0]
        a, b = b, a
    return np.sum(a * b)


def another_name_later(w):
    a, b = np.zeros(3), None
    for i in range(4):
        if i == 1:
            b = a
        a[0] += w[0]
        if b is not None:
            b[1] += w[1] * a[0]
    return a[0] * a[1]


def quasi_newton(w):
    H = before = gradient_before = None
    for _ in range(4):
        g = np.array([2.0, 4.0, 6.0]) * w + 0.1 * w**3
        if H is None:
            H = np.eye(3)
        else:
            s, y = w - before, g - gradient_before
            V = np.eye(3) - np.outer(s, y) / (y @ s)
            H[:] = V @ H @ V.T + np.outer(s, s) / (y @ s)
        before, gradient_before = w, g
        w = w - 0.2 * (H @ g)
    return np.sum(w**2)


def made_anew_at_times(w):
    v = None
    for i in range(3):
        if v is None:
            v = np.zeros(3)
        elif i == 2:
            v = v * w[0]
        v += w**2
    return np.sum(v)


def view_of_it(w):
    table = None
    for i in range(4):
        if table is None:
            table = np.zeros((2, 3))
        row = table[i % 2]
        row += w * i
        table[:, 0] *= w[1]
    return np.sum(table**2)


def filled_by_recursion(w):
    def walk(depth, found):
        if found is None:
            found = np.zeros(3)
        found[depth % 3] += w[0] * depth
        return found if depth == 0 else walk(depth - 1, found)

    found = walk(4, None)
    found[0] *= w[1]
    return np.sum(found**2)


def with_checkpoints(w):
    v = None
    for _ in s2sad.checkpoint_range(5, snapshots=2):
        if v is None:
            v = np.zeros_like(w)
        v *= 0.9
        v += np.sin(w)
        w = w - 0.1 * v
    return np.sum(w * w)


class State:
    pass


def copied_in_full(w):
    state = State()
    state.v = None
    for i in range(3):
        if i > 0:
            if state.v is None:
                state.v = w * 2.0
            state.v[i] += w[0]
    kept = copy.deepcopy(state)
    state.v[0] = 3.0
    return np.sum(kept.v * kept.v)


def asked_what_it_is(w):
    """What is None, or an array: the questions that both answer."""
    v, total = None, 0.0
    for i in range(4):
        if isinstance(v, np.ndarray) and hasattr(v, "shape") and type(v) is np.ndarray:
            total += v[0]
        if np.ndim(v) == 0 and np.shape(v) == ():
            total += 10.0 * w[1]
        if i == 1:
            v = w * w
        if i > 1:
            v[0] *= 2.0
    return total


class History:
    def __init__(self):
        self.rows = None

    def add(self, x):
        if self.rows is None:
            self.rows = [[x, x * x]]
        else:
            self.rows.append([x, x * self.rows[-1][0]])
            self.rows[0][1] += x


def history(w):
    kept = History()
    for i in range(4):
        kept.add(w[i % 3] + i)
    return kept.rows[0][1] * kept.rows[3][1]


def moments_of_several(w):
    parameters = [w.copy(), np.outer(w, w)]
    moments = None
    for _ in range(3):
        gradients = [np.cos(p) for p in parameters]
        if moments is None:
            moments = [np.zeros_like(p) for p in parameters]
        for i in range(len(parameters)):
            moments[i] *= 0.9
            moments[i] += 0.1 * gradients[i]
            parameters[i] -= 0.1 * moments[i]
    return np.sum(parameters[0]) + np.sum(parameters[1] ** 2)


def arrays_by_name(w):
    state = None
    for i in range(4):
        if state is None:
            state = {"m": np.zeros(3), "v": np.zeros(3)}
        state["m"] *= 0.9
        state["m"] += w * i
        state["v"][i % 3] += w[0] * state["m"][1]
    return np.sum(state["m"] * state["v"])


def list_given_up_again(w):
    batch, total = None, 0.0
    for i in range(7):
        if batch is None:
            batch = []
        batch.append(w[0] * i)
        if len(batch) == 3:
            total += batch[0] * batch[1] + batch[2]
            batch = None
    return total if batch is None else total * batch[0]


def buckets(w):
    found = [None] * 3
    for i in range(7):
        k = i * i % 3
        if found[k] is None:
            found[k] = []
        found[k].append(w[1] * i)
    return sum(sum(bucket) * bucket[-1] for bucket in found if bucket is not None)


def stack_filled_when_empty(w):
    stack, total = None, 0.0
    for i in range(8):
        if not stack:
            stack = [w[0] * i, w[1]]
        total += stack.pop() * (i + 1)
    return total


def never_made(w):
    items = None
    for i in range(len(w) - 3):
        if items is None:
            items = []
        items.append(w[i])
    return w[0] * w[1] if items is None else items[0]


def list_or_none_out_of_a_recursion(w):
    def walk(depth):
        if depth == 0:
            return None
        below = walk(depth - 1)
        return [w[0], w[1]] if below is None else [below[1] * depth, below[0] + w[2]]

    found = walk(3)
    return found[0] * found[1]


PROGRAMS = [
    history,
    moments_of_several,
    arrays_by_name,
    list_given_up_again,
    buckets,
    stack_filled_when_empty,
    never_made,
    list_or_none_out_of_a_recursion,
    momentum,
    momentum_by_name,
    ring,
    list_of_none,
    list_filled_as_asked,
    workspace,
    best_so_far,
    out_argument,
    given_up_again,
    swapped,
    another_name_later,
    quasi_newton,
    made_anew_at_times,
    view_of_it,
    filled_by_recursion,
    with_checkpoints,
    copied_in_full,
    asked_what_it_is,
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_what_is_none_first(check_modes, program):
    check_modes(program, (W,))


def test_what_a_recursion_returns_that_may_be_none_is_not_written():
    def find(depth, x):
        if depth == 0:
            return None
        below = find(depth - 1, x)
        if below is None:
            below = np.zeros(2)
        below[0] += x * depth
        return below

    def program(x):
        found = find(3, x)
        found[1] += x
        return found[0] * found[1]

    with pytest.raises(UnsupportedValue, match="returns an array or None"):
        s2sad.grad(program)(0.7)


def test_what_may_be_none_is_not_compiled():
    pytest.importorskip("numba")
    with pytest.raises(UnsupportedSyntax, match="number of axes"):
        s2sad.grad(momentum_by_name, jit=True)(W)
