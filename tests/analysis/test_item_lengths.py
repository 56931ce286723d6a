"""The shapes of arrays that come out of the items of a list: as they are, and no more than is sure."""

import numpy as np
import pytest

import s2sad

RNG = np.random.default_rng(3)
X, Y = RNG.normal(size=(5, 3)), RNG.normal(size=(5, 2))


def layers(*lengths):
    return [(RNG.normal(size=(n, m)), RNG.normal(size=m)) for n, m in zip(lengths, lengths[1:])]


def in_a_loop(layers, X):
    h = X
    for W, b in layers:
        h = np.tanh(h @ W + b)
    return np.sum(h)


def last_apart(layers, X):
    h = X
    for W, b in layers[:-1]:
        h = np.tanh(h @ W + b)
    W, b = layers[-1]
    return np.sum((h @ W + b) ** 2)


def written_out(layers, X):
    (W, b), (V, c) = layers
    return np.sum(np.maximum(X @ W + b, 0.0) @ V + c)


def by_number(layers, X):
    for i, (W, b) in enumerate(layers):
        X = X @ W + b
        if i < len(layers) - 1:
            X = np.tanh(X)
    return np.sum(X * X)


def by_keys(layers, X):
    for layer in [{"W": W, "b": b} for W, b in layers]:
        X = np.tanh(X @ layer["W"] + layer["b"])
    return np.sum(X)


def slopes(function, layers, X, h=1e-6):
    """Central differences by every number."""
    found = []
    for array in [array for layer in layers for array in layer]:
        bar = np.zeros_like(array)
        for place in np.ndindex(array.shape):
            here = array[place]
            array[place] = here + h
            above = function(layers, X)
            array[place] = here - h
            bar[place] = (above - function(layers, X)) / (2.0 * h)
            array[place] = here
        found.append(bar)
    return found


@pytest.mark.parametrize("function", [in_a_loop, last_apart, written_out, by_number, by_keys])
@pytest.mark.parametrize("lengths", [(3, 4, 2), (3, 1, 2), (3, 1, 1), (3, 3, 3)])
def test_layers(function, lengths):
    weights = layers(*lengths)
    found = [bar for pair in s2sad.grad(function)(weights, X) for bar in pair]
    for bar, slope in zip(found, slopes(function, weights, X)):
        assert bar.shape == slope.shape
        assert bar == pytest.approx(slope, abs=1e-7)


@pytest.mark.parametrize("function", [in_a_loop, last_apart, written_out])
def test_nothing_is_asked_of_the_shapes_of_layers(function):
    gradient = s2sad.grad(function)
    gradient(layers(3, 4, 2), X)
    assert "unbroadcast" not in gradient.source
    assert "[((a, b), (b,)), ...]" in gradient.source


def replaced(layers, X):
    layers[0] = layers[0][0], X[0] * np.ones((5, 1))
    W, b = layers[0]
    return np.sum((X * W + b) ** 2)


def test_an_item_that_is_replaced_has_other_lengths():
    weights = [(RNG.normal(size=3), RNG.normal(size=3))]
    ((W_bar, b_bar),) = s2sad.grad(replaced)(weights, X)
    assert W_bar == pytest.approx(np.sum(2.0 * X * (X * weights[0][0] + X[0]), axis=0))
    assert not np.any(b_bar)


def replaced_by_key(layers, X):
    for layer in layers:
        layer["W"] = X[0] * np.ones((5, 1))
    return sum(np.sum((X * layer["W"] + layer["b"]) ** 2) for layer in layers)


def test_an_array_that_is_replaced_in_a_dict_has_other_lengths():
    found = s2sad.grad(replaced_by_key, 1)([{"W": np.ones(3), "b": np.arange(3.0)}], X)
    rest = 2.0 * (X * X[0] + np.arange(3.0))
    assert found == pytest.approx(rest * X[0] + np.outer(np.arange(5) == 0, np.sum(rest * X, axis=0)))


def rows_of_two(pairs):
    (a, b), (c, d) = pairs
    return np.sum((a + b) * (c + d)[:, None])


def test_two_items_have_lengths_of_their_own():
    pairs = [(np.ones(3), np.arange(3.0)), (np.ones(2), np.arange(2.0))]
    (a_bar, b_bar), (c_bar, d_bar) = s2sad.grad(rows_of_two)(pairs)
    assert np.allclose(a_bar, 3.0) and np.allclose(b_bar, 3.0)
    assert np.allclose(c_bar, 6.0) and np.allclose(d_bar, 6.0)


def test_a_list_of_other_lengths_gets_code_of_its_own():
    gradient = s2sad.grad(in_a_loop)
    for lengths in [(3, 4, 2), (3, 1, 1), (3, 2, 1, 4)]:
        weights = layers(*lengths)
        found = [bar for pair in gradient(weights, X) for bar in pair]
        assert all(b == pytest.approx(s, abs=1e-7) for b, s in zip(found, slopes(in_a_loop, weights, X)))


def test_a_row_that_is_repeated_gets_code_of_its_own():
    gradient = s2sad.grad(in_a_loop)
    for m in (4, 1, 4):
        weights = [
            (RNG.normal(size=(3, 4)), RNG.normal(size=m)),
            (RNG.normal(size=(4, 2)), RNG.normal(size=2)),
        ]
        found = [bar for pair in gradient(weights, X) for bar in pair]
        for bar, slope in zip(found, slopes(in_a_loop, weights, X)):
            assert bar.shape == slope.shape and bar == pytest.approx(slope, abs=1e-7)


def network(p):
    h = np.tanh(p["W"] @ p["x"] + p["b"])
    return np.sum(h) + sum([np.sum(w**2) for name, w in p.items() if name != "x"])


def with_another(p):
    h = p["W"] @ p["x"] + p["b"]
    p["b"] = 2.0
    return np.sum(h + p["b"]) + sum([np.sum(w**2) for name, w in p.items() if name != "x"])


def moved(p, key, place, by):
    made = {name: array.copy() for name, array in p.items()}
    made[key][place] += by
    return made


@pytest.mark.parametrize("function", [network, with_another])
def test_what_a_dict_has_by_its_keys(function):
    p = {"W": RNG.normal(size=(3, 2)), "b": RNG.normal(size=3), "x": RNG.normal(size=2)}
    gradient = s2sad.grad(function)
    found = gradient(dict(p))
    for key, place in (("W", (2, 1)), ("b", 1), ("x", 0)):
        up, down = (function(moved(p, key, place, by)) for by in (1e-6, -1e-6))
        assert found[key][place] == pytest.approx((up - down) / 2e-6, rel=1e-6, abs=1e-8)
    assert ("unbroadcast" in gradient.source) is (function is with_another)


def test_other_shapes_in_a_dict():
    p = {"W": RNG.normal(size=(3, 2)), "b": RNG.normal(size=3), "x": RNG.normal(size=2)}
    q = {**p, "b": RNG.normal(size=1)}
    gradient = s2sad.grad(network)
    gradient(dict(p))
    up, down = (network(moved(q, "b", 0, by)) for by in (1e-6, -1e-6))
    assert gradient(dict(q))["b"][0] == pytest.approx((up - down) / 2e-6, rel=1e-6)
