"""Arrays that are items of lists, tuples, dicts and deques, or attributes of objects there, and are written through these."""

from collections import defaultdict, deque

import numpy as np
import pytest

import s2sad

POINT = np.array([0.7, -0.4, 1.3, 0.5, 0.9, -1.1])


def grads_accumulate(x):
    grads = [np.zeros(3), np.zeros(3)]
    for i in range(4):
        for k in range(2):
            grads[k] += x[k : k + 3] * (i + 1) * x[i]
    return np.sum(grads[0] * grads[1])


def states_last_slice(x):
    states = [x.copy()]
    for _ in range(3):
        states.append(states[-1] * 0.9)
        states[-1][1:] += 0.3 * states[-2][:-1] ** 2
    return np.sum(states[-1] ** 2) + np.sum(states[1] * states[2])


def dict_item_write(x):
    d = {"w": np.zeros(6), "v": np.ones(6)}
    for i in range(6):
        d["w"][i] = np.sin(x[i]) * d["v"][i]
        d["v"][5 - i] = d["w"][i] * x[i]
    return np.sum(d["w"] * d["v"])


def rows_scaled(x):
    rows = [x[:3].copy(), x[3:] * 1.0]
    for row in rows:
        row *= 2
        row[0] = row[1] * row[2]
    return np.sum(rows[0] * rows[1] ** 2)


class Layer:
    def __init__(self, W, b):
        self.W = W
        self.b = b

    def forward(self, h):
        return np.tanh(self.W @ h + self.b)


def layers_updated(x):
    layers = [Layer(np.outer(x[:3], x[3:]), x[:3].copy()), Layer(np.eye(3) * x[0], x[3:].copy())]
    h = np.array([0.3, -0.2, 0.5])
    for _ in range(2):
        for i in range(len(layers)):
            layers[i].W -= 0.1 * layers[i].W ** 2
            layers[i].b[0] += 0.2 * layers[i].b[1]
    for layer in layers:
        h = layer.forward(h)
    return np.sum(h**2)


def items_swapped(x):
    a = [x[:3].copy(), x[3:].copy()]
    for i in range(3):
        a[0][i] += a[1][i] ** 2
        a[0], a[1] = a[1], a[0]
    return np.sum(a[0] ** 2) + np.sum(a[1] * x[0])


def ping_pong(x):
    bufs = [x.copy(), np.zeros_like(x)]
    for t in range(4):
        bufs[(t + 1) % 2][:] = 0.1
        bufs[t % 2][1:] += 0.5 * bufs[(t + 1) % 2][:-1] * bufs[t % 2][:-1]
        bufs[(t + 1) % 2][1:] = np.sin(bufs[t % 2][:-1])
    return np.sum(bufs[0] ** 2) + np.sum(bufs[1])


def ping_pong_heat(x):
    bufs = [x.copy(), x.copy()]
    for t in range(5):
        old, new = bufs[t % 2], bufs[(t + 1) % 2]
        new[1:-1] = old[1:-1] + 0.2 * (old[2:] - 2 * old[1:-1] + old[:-2]) * old[1:-1]
    return np.sum(bufs[1] ** 2)


def hist_then_written(x):
    u = x.copy()
    hist = []
    for _ in range(4):
        u = u * 0.9 + 0.1 * np.roll(u, 1) ** 2
        hist.append(u.copy())
        hist[-1][0] = 0.0
        hist[-1][1] *= u[0]
    return sum(np.sum(h**2) for h in hist)


def try_dict_arrays(x):
    d = {}
    for i in range(5):
        k = i % 2
        try:
            d[k] += x[i] * x
        except KeyError:
            d[k] = x[i] * 0.5 * np.ones(6)
    return np.sum(d[0] * d[1])


class Body:
    def __init__(self, pos, vel):
        self.pos = np.array(pos)
        self.vel = np.array(vel)


def nbody_array_objects(x):
    ps = [Body([x[0], x[1]], [0.1, x[2]]), Body([x[3] + 1, x[4]], [x[5], 0.0]), Body([2.0, 0.3], [0.0, 0.0])]
    for _ in range(3):
        for i, p in enumerate(ps):
            for q in ps[i + 1 :]:
                d = p.pos - q.pos
                r2 = np.dot(d, d) + 0.1
                p.vel -= 0.01 * d / r2
                q.vel += 0.01 * d / r2
        for p in ps:
            p.pos += 0.1 * p.vel
    return sum(np.sum(p.pos**2 + p.vel**2) for p in ps)


def tuple_of_arrays(x):
    t = (x[:3].copy(), x[3:].copy())
    for i in range(3):
        t[0][i] = t[1][i] * t[0][i - 1]
        t[1][2 - i] += t[0][i] ** 2
    return np.sum(t[0] * t[1])


def momentum(x):
    params = [x[:3].copy(), x[3:].copy()]
    vel = [np.zeros_like(p) for p in params]
    for _ in range(3):
        grads = [2 * p * np.cos(p) for p in params]
        for i in range(len(params)):
            vel[i] = 0.9 * vel[i] - 0.1 * grads[i]
            params[i] += vel[i]
    return sum(np.sum(p**2) for p in params)


def adam(x):
    params = {"w": x[:3].copy(), "b": x[3:].copy()}
    m = {k: np.zeros_like(v) for k, v in params.items()}
    v2 = {k: np.zeros_like(v) for k, v in params.items()}
    for _ in range(1, 4):
        for k in params:
            g = np.sin(params[k])
            m[k] *= 0.9
            m[k] += 0.1 * g
            v2[k] *= 0.99
            v2[k] += 0.01 * g**2
            params[k] -= 0.1 * m[k] / (np.sqrt(v2[k]) + 1e-1)
    return np.sum(params["w"] * params["b"])


def grads_zip(x):
    params = [x[:3].copy(), x[3:].copy()]
    grads = [np.zeros(3) for _ in params]
    for _ in range(2):
        for p, g in zip(params, grads):
            g[:] = p**2
            p -= 0.1 * g
    return np.sum(params[0] * params[1]) + np.sum(grads[0])


def grid_of_rows(x):
    grid = [np.zeros(3) for _ in range(4)]
    grid[0][:] = x[:3]
    for i in range(1, 4):
        grid[i][0] = x[i]
        for j in range(1, 3):
            grid[i][j] = grid[i - 1][j] * grid[i][j - 1] + grid[i - 1][j - 1]
    return grid[-1][-1] + np.sum(grid[2])


def same_row_three_times(x):
    row = x[:3].copy()
    grid = [row] * 3
    grid[0][1] = x[4] ** 2
    grid[2][0] += grid[1][1]
    return np.sum(grid[0] * x[3:]) + np.sum(grid[1] ** 2)


def default_arrays(x):
    acc = defaultdict(lambda: np.zeros(2))
    for i in range(6):
        acc[i % 3] += x[i] * np.array([1.0, x[0]])
    return np.sum(acc[0] * acc[1]) + np.sum(acc[2] ** 2)


def deque_of_arrays(x):
    q = deque([x[:2].copy(), x[2:4].copy()], maxlen=3)
    for i in range(4):
        new = q[-1] * q[0]
        q.append(new)
        q[-1][0] += x[i]
        q[0][1] *= 0.5
    return sum(np.sum(a**2) for a in q)


def rk_stages(x):
    y = x.copy()
    for _ in range(2):
        k = []
        for s in range(4):
            yi = y.copy()
            for j in range(s):
                yi += 0.1 * (j + 1) * k[j]
            k.append(np.cos(yi))
            k[-1][0] *= 0.5
        for s in range(4):
            y += 0.1 * k[s]
    return np.sum(y**3)


def get_row_and_write(x):
    rows = [x[:3].copy(), x[3:].copy(), np.ones(3)]
    for k in range(3):
        r = rows[k]
        r /= r[0]
        for i in range(k + 1, 3):
            rows[i] -= r * rows[i][k] * 0.2
    return np.sum(rows[2] * rows[1])


def gauss_rows_pivot(x):
    A = [np.array([2.0 + x[0], x[1], x[2]]), np.array([x[3], 3.0, x[4]]), np.array([0.5, x[5], 4.0])]
    n = 3
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(A[i][k]))
        A[k], A[p] = A[p], A[k]
        for i in range(k + 1, n):
            A[i][k:] -= A[i][k] / A[k][k] * A[k][k:]
    return A[0][0] * A[1][1] * A[2][2]


def function_writes_item(x):
    bufs = [x[:3].copy(), x[3:].copy()]
    for i in range(2):
        _scale(bufs[i], x[i])
        _mix(bufs)
    return np.sum(bufs[0] * bufs[1])


def _scale(b, s):
    b *= s


def _mix(bufs):
    bufs[0][0] += bufs[1][2] ** 2


def list_in_object(x):
    s = Sim(x)
    for _ in range(3):
        s.step()
    return s.energy()


class Sim:
    def __init__(self, x):
        self.fields = [x.copy(), np.zeros_like(x)]

    def step(self):
        u, v = self.fields
        v += 0.1 * np.sin(u)
        u[1:-1] += 0.1 * v[1:-1] + 0.05 * (u[2:] - u[:-2])

    def energy(self):
        return np.sum(self.fields[0] ** 2 + self.fields[1] ** 2)


def pop_and_write(x):
    st = [x[:2].copy(), x[2:4].copy(), x[4:].copy()]
    while len(st) > 1:
        a = st.pop()
        st[-1] += a**2
        st[-1][0] *= a[1]
    return np.sum(st[0])


def while_stack_of_arrays(x):
    st = [x.copy()]
    total = 0.0
    while st:
        a = st.pop()
        if len(a) == 1:
            total += a[0] ** 2
        else:
            a *= 0.9
            m = len(a) // 2
            st.append(a[:m])
            st.append(a[m:] * a[0])
    return total


def alias_row(x):
    rows = [x * 1.0, x * 2.0]
    r = rows[0]
    for k in range(2):
        rows[k] += x**2
    return np.sum(r * r)


def alias_row2(x):
    rows = [x * 1.0, x * 2.0]
    r = rows[1]
    for k in range(2):
        rows[k] *= x[k]
        rows[k] = rows[k] + 1
    return np.sum(r * r * rows[0])


def alias_dict(x):
    d = {}
    u = x * 1.0
    d["a"] = u
    for k in ("a", "b"):
        d.setdefault(k, np.ones(6))
        d[k] += x**2
    return np.sum(u * u) + np.sum(d["b"])


def alias_dict2(x):
    d = {}
    u = x * 1.0
    for i in range(4):
        k = i % 2
        if k in d:
            d[k] += x * x
        else:
            d[k] = u
    return np.sum(u * u) + np.sum(d[0] * d[1])


class Holder:
    def __init__(self, w):
        self.w = w


def alias_obj_list(x):
    os = [Holder(x.copy()), Holder(x * 2)]
    p = os[0].w
    for o in os:
        for _ in range(3):
            o.w += x * 0.1
    return np.sum(p * p * os[1].w)


def alias_obj_list_grown(x):
    os = []
    for i in range(2):
        os.append(Holder(x * (i + 1)))
    p = os[0].w
    for o in os:
        for _ in range(3):
            o.w += x * p * 0.1
    return np.sum(p * p * os[1].w)


def swapped(x):
    a = [x * 1.0, x * 2.0]
    b = a[0]
    for _ in range(3):
        a[0] += a[1] * 0.1
        a[0], a[1] = a[1], a[0]
    return np.sum(b * a[0])


def tuple_item(x):
    a = (x * 1.0, x * 2.0)
    b = a[0]
    for i in range(2):
        b += a[1] ** 2
        c = a[i]
        c *= 1.5
    return np.sum(a[0] * a[1])


def joined_parts(x):
    u = x * 1.5
    r = np.sin(x)
    u += np.tanh(np.concatenate([u[:2], r[2:]]))
    return np.sum(r * u)


PROGRAMS = (
    grads_accumulate,
    states_last_slice,
    dict_item_write,
    rows_scaled,
    layers_updated,
    items_swapped,
    ping_pong,
    ping_pong_heat,
    hist_then_written,
    try_dict_arrays,
    nbody_array_objects,
    tuple_of_arrays,
    momentum,
    adam,
    grads_zip,
    grid_of_rows,
    same_row_three_times,
    default_arrays,
    deque_of_arrays,
    rk_stages,
    get_row_and_write,
    gauss_rows_pivot,
    function_writes_item,
    list_in_object,
    pop_and_write,
    while_stack_of_arrays,
    alias_row,
    alias_row2,
    alias_dict,
    alias_dict2,
    alias_obj_list,
    alias_obj_list_grown,
    swapped,
    tuple_item,
    joined_parts,
)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_both_modes_and_the_second_order(program):
    s2sad.check_grads(program, (POINT.copy(),))


def test_lists_of_arrays_that_are_given_stay_as_they_are():
    def updated(ws, x):
        for w in ws:
            w *= x
        ws[0][1] = ws[1][0]
        return np.sum(ws[0] * ws[1])

    ws = [np.array([1.0, 2.0]), np.array([3.0, 4.0]), *(np.ones(2) for _ in range(30))]
    by_ws, by_x = s2sad.grad(updated, (0, 1))(ws, 1.5)
    assert by_x == pytest.approx(45.0)
    assert by_ws[0].tolist() == [6.75, 0.0] and by_ws[1].tolist() == [11.25, 6.75]
    assert ws[0].tolist() == [1.0, 2.0]


def test_several_pullbacks_of_one_sweep():
    def swept(x):
        rows = [x.copy(), np.zeros(2)]
        for i in range(3):
            rows[(i + 1) % 2][:] += rows[i % 2] * x
        return rows[0] * rows[1]

    x = np.array([0.5, 1.5])
    _, pullback = s2sad.vjp(swept, x)
    first, second = pullback(np.array([1.0, 0.5]))[0], pullback(np.array([1.0, 0.5]))[0]
    assert first.tolist() == second.tolist()
    s2sad.check_grads(lambda x: np.sum(swept(x)), (x,))


def test_a_list_that_grows_after_it_was_used_as_a_whole_is_refused():
    def grown(x):
        rows = [x.copy(), np.sin(x)]
        total = sum(rows)[1]
        rows[1] *= x
        rows.append(rows[1])
        return total + np.sum(rows[2])

    with pytest.raises(s2sad.UnsupportedValue, match="used as a whole, and its items change"):
        s2sad.grad(grown)(POINT)

    def made_for_it(x):
        rows = [x.copy(), np.sin(x)]
        total = sum([row for row in rows])[1]
        rows[1] *= x
        rows.append(rows[1])
        return total + np.sum(rows[2])

    s2sad.check_grads(made_for_it, (POINT,))


def test_a_list_that_becomes_one_of_places_on_one_path():
    def tail_written(a):
        if len(a) < 2:
            return a
        a[0] *= a[-1]
        return tail_written(a[: len(a) - 1])

    def chosen(x):
        rows = [x.copy(), np.sin(x)]
        others = [np.zeros(6), x * 0.5]
        if x[0] < 0.2:
            others = [*rows[1:], x * 0.7]
        rows[0] = np.tanh(x)
        return np.tanh(np.sum(others[-1])) + tail_written(rows[1])[0]

    s2sad.check_grads(chosen, (POINT,))
