"""Dicts whose keys are known, and that are written: a kind for each key, in all modes against differences."""

import copy
import math

import numpy as np
import pytest

import s2sad

RANDOM = np.random.default_rng(1)
X, Y = RANDOM.normal(size=(6, 3)), RANDOM.normal(size=6)
W, B, V = RANDOM.normal(size=(6, 3)), RANDOM.normal(size=6), RANDOM.normal(size=3)


def gradient_descent(w, lr):
    params = {"w": w.copy(), "lr": lr, "name": "sgd"}
    for _ in range(3):
        g = X.T @ (X @ params["w"] - Y)
        params["w"] = params["w"] - params["lr"] * g
        params["lr"] *= 0.9
    return np.sum(params["w"] ** 2)


def adam_step(w, g, state, lr=0.1):
    state["t"] += 1
    state["m"] += 0.1 * (g - state["m"])
    state["v"] += 0.01 * (g * g - state["v"])
    mh = state["m"] / (1 - 0.9 ** state["t"])
    vh = state["v"] / (1 - 0.99 ** state["t"])
    return w - lr * mh / (np.sqrt(vh) + 1e-8)


def adam(w):
    state = {"m": np.zeros_like(w), "v": np.zeros_like(w), "t": 0}
    for _ in range(4):
        g = X.T @ (X @ w - Y)
        w = adam_step(w, g, state)
    return np.sum(w * w)


class Momentum:
    def __init__(self, n, lr):
        self.state = {"m": np.zeros(n), "t": 0, "lr": lr}

    def step(self, w, g):
        self.state["t"] += 1
        self.state["m"] = 0.9 * self.state["m"] + g
        return w - self.state["lr"] / self.state["t"] * self.state["m"]


def dict_as_an_attribute(w, lr):
    opt = Momentum(len(w), lr)
    for _ in range(3):
        w = opt.step(w, X.T @ (X @ w - Y))
    return np.sum(w * w)


def layers_by_name(W, b):
    params = {"layer1": {"W": W, "b": b}, "layer2": {"W": 0.5 * W.T, "b": np.zeros(3)}}
    for _ in range(2):
        grads = {}
        for name, layer in params.items():
            grads[name] = {"W": 2 * layer["W"], "b": 2 * layer["b"] + 1.0}
        for name, layer in params.items():
            for key in layer:
                layer[key] = layer[key] - 0.1 * grads[name][key]
    return sum(np.sum(v**2) for layer in params.values() for v in layer.values())


def updated_by_key(W, b):
    params = {"W": W.copy(), "b": b.copy()}
    for _ in range(3):
        h = np.tanh(params["W"] @ np.ones(3) + params["b"])
        grads = {"W": np.outer(h, np.ones(3)), "b": h}
        for k in params:
            params[k] -= 0.1 * grads[k]
    return np.sum(params["W"] ** 2) + np.sum(params["b"] ** 2)


def while_it_says(x):
    s = {"pos": x, "vel": 0.0, "steps": 0, "tag": "a", "alive": True}
    while s["alive"]:
        s["vel"] -= 0.1 * s["pos"]
        s["pos"] += 0.1 * s["vel"]
        s["steps"] += 1
        s["alive"] = s["steps"] < 10
    return s["pos"] ** 2 + s["vel"]


def make_state(n):
    return {"m": np.zeros(n), "v": np.zeros(n), "t": 0}


def states_by_name(w):
    st = {"a": make_state(3), "b": make_state(3)}
    for _ in range(3):
        for k in ("a", "b"):
            s = st[k]
            s["t"] += 1
            s["m"][0] += w[0] * s["t"]
            s["m"][1:] += w[1:] ** 2
            s["v"] = s["v"] + s["m"] ** 2
    return np.sum(st["a"]["v"] * st["b"]["m"])


def list_within(x):
    s = {"x": x, "n": 0, "hist": []}
    for _ in range(5):
        if s["x"] > 0.5:
            s["x"] = s["x"] * 0.7
            s["hist"].append(s["x"])
        else:
            s["x"] = s["x"] * 1.5 + 0.1
            s["n"] += 1
    return s["x"] * s["n"] + sum(h * h for h in s["hist"])


def bodies(x):
    bodies = [{"pos": x, "vel": np.zeros(3), "m": 1.0}, {"pos": 2 * x, "vel": np.ones(3), "m": 2.0}]
    for _ in range(3):
        for b in bodies:
            for c in bodies:
                if b is not c:
                    d = c["pos"] - b["pos"]
                    b["vel"] += 0.1 * c["m"] * d / (d @ d + 1.0)
        for b in bodies:
            b["pos"] = b["pos"] + 0.1 * b["vel"]
    return bodies[0]["pos"] @ bodies[1]["vel"]


def two_names(w):
    a = {"w": w.copy(), "t": 0}
    b = a
    b["w"][0] *= 2.0
    b["t"] += 2
    a["w"] = a["w"] * a["t"]
    return np.sum(b["w"] ** 2)


def dicts_in_dicts_in_a_list(x):
    layers = []
    for i in range(3):
        layers.append({"W": x * (i + 1.0), "state": {"m": np.zeros(3), "t": 0}})
    for _ in range(2):
        for layer in layers:
            layer["state"]["t"] += 1
            layer["state"]["m"] = layer["state"]["m"] + layer["W"] / layer["state"]["t"]
            layer["W"] = layer["W"] - 0.1 * layer["state"]["m"]
    return sum(np.sum(layer["W"] ** 2) for layer in layers)


def one_of_two(x):
    a = {"v": x, "n": 0}
    b = {"v": 2 * x, "n": 1}
    c = a if x > 0 else b
    c["v"] *= 3.0
    c["n"] += 1
    return a["v"] + b["v"] * a["n"]


def deleted_key(x):
    a = {"v": x, "n": 2.0}
    a["v"] *= a["n"]
    del a["n"]
    return a["v"] * len(a) + sum(a.values())


def compared(x):
    a = {"v": x, "n": 2}
    b = {"v": x, "n": 2}
    a["v"] = a["v"] * 1.0
    s = 1.0 if a == b else 5.0
    return s * a["v"]


def key_that_is_new(x):
    a = {"v": x}
    a["v"] *= 2.0
    a["w"] = a["v"] ** 2
    t = 0.0
    for k in a:
        t += a[k]
    return t * len(a)


def key_on_one_path(x):
    a = {"v": x}
    if x > 0.1:
        a["w"] = x * x
    a["v"] *= 2.0
    return a.get("w", 1.0) * a["v"] * len(a)


def key_of_the_running_program(x):
    a = {"v": x, "w": 2 * x}
    keys = ["v", "w", "v"]
    for i in range(3):
        a[keys[i]] *= x
    return a["v"] - a["w"]


def view_of_the_values(x):
    a = {"v": x, "w": 2 * x}
    out = 0.0
    vs = a.values()
    for k in a:
        a[k] = a[k] * x
        out += sum(vs)
    return out


def written_while_gone_through(x):
    a = {"v": x, "w": 2 * x, "z": 1.0}
    for _, v in a.items():
        a["z"] += v
        a["w"] *= 1.5
    return a["z"] * a["w"]


def made_anew(x):
    s = {"v": x, "t": 0}
    for i in range(4):
        s = {"v": s["v"] * x + i, "t": s["t"] + 1}
        s["v"] += s["t"]
    return s["v"]


def swapped(x):
    a = {"v": x, "t": 0}
    b = {"v": 1.0, "t": 5}
    for _ in range(3):
        a["v"] = a["v"] * x + b["v"]
        a["t"] += 1
        a, b = b, a
    return a["v"] + 2 * b["v"] * a["t"]


def sorted_by_a_key(x):
    ps = [{"v": x * i, "t": i} for i in range(3)]
    for p in ps:
        p["v"] += x * x
        p["t"] += 1
    q = ps[1]
    q["v"] *= 3.0
    ps.sort(key=lambda p: -p["t"])
    return sum(p["v"] * p["t"] for p in ps) + ps[0]["v"]


def recursion(x):
    def rec(s, n):
        if n == 0:
            return s["v"]
        s["v"] = s["v"] * x
        s["n"] += 1
        return rec(s, n - 1) + s["v"]

    s = {"v": x, "n": 0}
    return rec(s, 3) * s["n"]


def raised_between_writes(x):
    s = {"v": x, "n": 0}
    for i in range(3):
        try:
            s["v"] = s["v"] * x
            if i == 1:
                raise ValueError
            s["n"] += 1
        except ValueError:
            s["v"] += 1.0
    return s["v"] * s["n"]


def missing_key(x):
    s = {"v": x, "n": 0}
    s["v"] *= x
    try:
        y = s["missing"]
    except KeyError:
        y = 3.0
    return s["v"] * y


def spread_as_keywords(x):
    def g(v=0.0, n=1):
        return v * n

    s = {"v": x, "n": 3}
    s["v"] *= x
    return g(**s)


def asked_what_it_is(x):
    s = {"v": x, "n": 3}
    s["v"] *= x
    r = 2.0 if s else 1.0
    r += ("v" in s) + ("q" not in s) + len(s) + isinstance(s, dict) + (type(s) is dict)
    return s["v"] * r


def popped(x):
    s = {"v": x, "n": 3}
    s["v"] *= x
    n = s.pop("n")
    return s["v"] * n * len(s)


def updated(x):
    s = {"v": x, "n": 3}
    s.update({"v": x * x}, n=4)
    s.setdefault("v", 0.0)
    s.update(n=s["n"] + 1)
    return s["v"] * s["n"]


def dict_in_two_dicts(x):
    inner = {"m": x, "t": 0}
    a = {"s": inner, "k": 1.0}
    b = {"s": inner, "k": 2.0}
    a["s"]["m"] *= 2.0
    b["s"]["m"] += x
    inner["t"] += 1
    a["k"] += x
    b["k"] *= a["k"]
    return a["s"]["m"] * b["k"] * b["s"]["t"]


def keys_with_names_of_methods(x):
    s = {"items": x, "keys": 2.0, "class": 1, "get": 3}
    s["items"] *= s["keys"]
    s["class"] += 1
    s["get"] += 1
    return s["items"] * s["class"] * s["get"]


def zipped(x):
    p = {"a": x, "b": 2 * x}
    g = {"a": x * x, "b": 1.0}
    for k, (u, v) in zip(p, zip(p.values(), g.values())):
        p[k] = u - 0.1 * v
    g["b"] += 1
    return p["a"] * p["b"] * g["b"]


def in_comprehensions(x):
    p = {"a": x, "b": 2 * x}
    p["a"] += 1.0
    q = {k: v * 2 for k, v in p.items()}
    q["a"] *= p["b"]
    both = [p[k] for k in ("a", "b")]
    both[0] *= x
    return q["a"] + q["b"] + both[0] + max(p.values()) + sum(v for v in p.values())


def buffers(x):
    s = {"cur": np.array([x, 1.0]), "old": np.zeros(2), "n": 0}
    for i in range(3):
        s["cur"], s["old"] = s["old"], s["cur"]
        s["cur"][:] = s["old"] * x + i
        s["n"] += 1
    return s["cur"][0] * s["old"][1] * s["n"]


def another_one_in_each_iteration(x):
    a = {"v": x, "n": 0}
    b = {"v": 2 * x, "n": 0}
    for i in range(4):
        c = a if i % 2 else b
        c["v"] = c["v"] * x
        c["n"] += 1
    return a["v"] * b["v"] * a["n"]


def table_of_dicts(x):
    t = {}
    for i in range(3):
        t[i] = {"v": x * (i + 1), "n": 0}
    for i in t:
        t[i]["v"] *= x
        t[i]["n"] += i
    return sum(t[i]["v"] * t[i]["n"] for i in t)


def order_of_keys(x):
    s = {"b": x, "a": 2.0, "c": 0}
    s["b"] *= x
    s["a"] *= x
    out = 0.0
    for i, (_, v) in enumerate(s.items()):
        out += (i + 1) * v
    return out + ord(list(s)[0])


def of_every_kind(x):
    s = {"v": x, "w": np.ones(2), "f": math.sin, "n": None}
    s["w"] = s["w"] * s["f"](s["v"])
    if s["n"] is None:
        s["n"] = 0
    s["n"] += 1
    return np.sum(s["w"]) * s["n"]


def made_by_a_function(x):
    def new():
        return {"v": 0.0, "hist": []}

    s = new()
    for i in range(3):
        s["v"] += x * i
        s["hist"].append(s["v"])
    return s["hist"][-1] * s["hist"][1]


def joined(x):
    s = {"v": x, "n": 1}
    s |= {"v": x * x}
    t = s | {"k": x}
    t["k"] *= t["v"]
    return t["k"] + s["v"]


def written_by_a_closure(x):
    s = {"v": x, "calls": 0}

    def g(y):
        s["calls"] += 1
        s["v"] += y
        return s["v"]

    return g(x) * g(2 * x) * s["calls"]


def copied(x):
    a = {"v": x, "w": 2 * x}
    b = a.copy()
    b["v"] += x * x
    return a["v"] * b["v"]


def copied_with_what_it_holds(x):
    a = {"v": x, "w": [x, 2 * x]}
    b = copy.deepcopy(a)
    b["v"] += x * x
    b["w"][0] *= 2.0
    return a["v"] * b["v"] * b["w"][0] * a["w"][0]


def the_best_of_several(x):
    best = None
    for i in range(3):
        s = {"v": x * i, "n": i}
        s["v"] += 1.0
        if best is None or s["v"] > best["v"]:
            best = s
    best["v"] *= 2.0
    return best["v"] * best["n"]


def on_a_stack(x):
    stack = [{"v": x, "depth": 0}]
    total = 0.0
    while stack:
        s = stack.pop()
        s["v"] *= x
        total += s["v"]
        if s["depth"] < 3:
            stack.append({"v": s["v"] + 1.0, "depth": s["depth"] + 1})
    return total


def copies_in_a_list(x):
    s = {"v": x, "n": 1}
    h = []
    for _ in range(3):
        s["v"] *= x
        h.append(dict(s))
    return sum(d["v"] for d in h)


def one_in_a_list_three_times(x):
    s = {"v": x, "n": 1}
    h = []
    for _ in range(3):
        s["v"] *= x
        h.append(s)
    return sum(d["v"] for d in h)


def read_by_a_loop(w):
    """The outer dict is only read; its methods give the dicts in it as they are."""
    layers = {"first": {"w": w, "n": 1}, "second": {"w": 2.0 * w, "n": 2}}
    for layer in layers.values():
        layer["w"] = layer["w"] * layer["w"]
        layer["n"] += 1
    return sum(np.sum(layer["w"]) * layer["n"] for layer in layers.values())


PROGRAMS = [
    (layers_by_name, (W, B)),
    (updated_by_key, (W, B)),
    (adam, (V,)),
    (states_by_name, (V,)),
    (bodies, (V,)),
    (two_names, (V,)),
    (dicts_in_dicts_in_a_list, (V,)),
    (read_by_a_loop, (V,)),
    (gradient_descent, (V, 0.02)),
    (dict_as_an_attribute, (V, 0.02)),
    (while_it_says, (0.7,)),
    (list_within, (0.7,)),
    (one_of_two, (0.7,)),
    (deleted_key, (0.7,)),
    (compared, (0.7,)),
    (key_that_is_new, (0.7,)),
    (key_on_one_path, (0.7,)),
    (key_of_the_running_program, (0.7,)),
    (view_of_the_values, (0.7,)),
    (written_while_gone_through, (0.7,)),
    (made_anew, (0.7,)),
    (swapped, (0.7,)),
    (sorted_by_a_key, (0.7,)),
    (recursion, (0.7,)),
    (raised_between_writes, (0.7,)),
    (missing_key, (0.7,)),
    (spread_as_keywords, (0.7,)),
    (asked_what_it_is, (0.7,)),
    (popped, (0.7,)),
    (updated, (0.7,)),
    (dict_in_two_dicts, (0.7,)),
    (keys_with_names_of_methods, (0.7,)),
    (zipped, (0.7,)),
    (in_comprehensions, (0.7,)),
    (buffers, (0.7,)),
    (another_one_in_each_iteration, (0.7,)),
    (table_of_dicts, (0.7,)),
    (order_of_keys, (0.7,)),
    (of_every_kind, (0.7,)),
    (made_by_a_function, (0.7,)),
    (joined, (0.7,)),
    (written_by_a_closure, (0.7,)),
    (copied, (0.7,)),
    (copied_with_what_it_holds, (0.7,)),
    (the_best_of_several, (0.7,)),
    (on_a_stack, (0.7,)),
    (copies_in_a_list, (0.7,)),
    (one_in_a_list_three_times, (0.7,)),
]


@pytest.mark.parametrize("function, args", PROGRAMS, ids=[f.__name__ for f, _ in PROGRAMS])
def test_all_modes(all_modes, function, args):
    all_modes(function, args)


def test_the_keys_are_variables():
    text = s2sad.emit(adam, V)
    assert "values" not in text and "{" not in text
    assert "t = t + 1" in text


def test_a_dict_that_is_returned_is_a_dict():
    def stepped(x):
        state = {"v": x, "n": 0}
        for _ in range(3):
            state["v"] *= x
            state["n"] += 1
        return state

    value, dot = s2sad.jvp(stepped, (0.7,), (1.0,))
    assert value == pytest.approx({"v": 0.7**4, "n": 3})
    assert dot["v"] == pytest.approx(4 * 0.7**3)


def test_what_a_function_makes_is_followed_where_it_is_written():
    def started(w):
        state = make_state(3)
        state["m"][1:] += w[1:] ** 2
        return np.sum(state["m"])

    np.testing.assert_allclose(s2sad.grad(started)(V), [0.0, 2 * V[1], 2 * V[2]])


def test_a_missing_key_is_an_error_of_the_program():
    def asked(x):
        state = {"v": x, "n": 0}
        state["v"] *= x
        return state["velocity"]

    with pytest.raises(KeyError):
        s2sad.grad(asked)(0.7)


def filled_by_name(x):
    cache = {}
    cache["w"] = np.zeros(2)
    cache["w"][0] = x
    cache["n"] = 1
    cache["n"] += 1
    total = 0.0
    for key in cache:
        total += np.sum(cache[key])
    return total * len(cache) * cache["w"][0]


def key_that_comes_later(x):
    state = {"v": x}
    state["v"] *= x
    before = "n" in state
    state["n"] = 2
    state["n"] += 1
    return state["v"] * state["n"] * len(state) * (2.0 if before or "n" not in state else 3.0)


def key_that_a_loop_adds(x):
    state = {"v": x}
    for i in range(3):
        state["v"] *= x
        state["n"] = i
    return state["v"] * state["n"]


@pytest.mark.parametrize("function", [filled_by_name, key_that_comes_later, key_that_a_loop_adds])
def test_keys_that_come_later(all_modes, function):
    all_modes(function, (0.7,))


def in_the_order_in_which_they_came(x):
    if x > 0.5:
        state = {"v": x, "a": 2.0}
        state["v"] *= x
        state["n"] = 2.0
        state["m"] = x
    else:
        state = {"v": x, "a": 1.0}
        state["v"] *= x * x
        state["n"] = 3.0
        state["m"] = x
    total, weight = 0.0, 1.0
    for key in state:
        total += weight * state[key]
        weight *= 3.0
    return total


@pytest.mark.parametrize("x", [0.3, 0.7])
def test_the_order_of_the_keys(all_modes, x):
    all_modes(in_the_order_in_which_they_came, (x,))


def array_beside_a_number(x):
    table = {"w": np.zeros(2)}
    table["w"][1] = x
    table["v"] = x * x
    return table["w"][1] * table["v"]


def test_an_array_that_is_written_stands_beside_a_number(check):
    assert check(array_beside_a_number, 0.7) == pytest.approx([3.0 * 0.49])
