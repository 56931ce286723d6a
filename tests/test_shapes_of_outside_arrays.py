"""Arrays that live outside have the shapes that they had; where they get others, the derivative is made anew."""

import functools
import types

import numpy as np
import pytest

import s2sad

RANDOM = np.random.default_rng(2)
DATA = RANDOM.normal(size=(6, 3))
SEEN = RANDOM.normal(size=6)
MODULE = types.ModuleType("measured")
MODULE.data, MODULE.seen = DATA, SEEN
W = RANDOM.normal(size=3)


class Settings:
    data = DATA
    seen = SEEN


def of_globals(w):
    return np.sum((DATA @ w - SEEN) ** 2)


def of_a_module(w):
    return np.sum((MODULE.data @ w - MODULE.seen) ** 2)


def of_a_class(w):
    return np.sum((Settings.data @ w - Settings.seen) ** 2)


def of_defaults(w, data=DATA, seen=SEEN):
    return np.sum((data @ w - seen) ** 2)


def closure_of(data, seen):
    return lambda w: np.sum((data @ w - seen) ** 2)


def slopes(function, w):
    h = 1e-6
    return np.array([(function(w + h * e) - function(w - h * e)) / (2 * h) for e in np.eye(len(w))])


def test_no_shape_is_saved():
    text = s2sad.emit(of_globals, W)
    assert "unbroadcast" not in text and ".shape" not in text


@pytest.mark.parametrize(
    "function, owner, names",
    [
        (of_globals, globals(), ("DATA", "SEEN")),
        (of_a_module, vars(MODULE), ("data", "seen")),
        (of_a_class, Settings, ("data", "seen")),
    ],
)
@pytest.mark.parametrize("changed", [SEEN[:1], SEEN[0], np.ones((4, 6)), SEEN[:, None]])
def test_other_shapes(monkeypatch, function, owner, names, changed):
    gradient = s2sad.grad(function)
    np.testing.assert_allclose(gradient(W), slopes(function, W), rtol=1e-5)
    put = monkeypatch.setitem if isinstance(owner, dict) else monkeypatch.setattr
    put(owner, names[1], np.asarray(changed))
    np.testing.assert_allclose(gradient(W), slopes(function, W), rtol=1e-5)
    put(owner, names[0], DATA[:1])
    np.testing.assert_allclose(gradient(W), slopes(function, W), rtol=1e-5)


@pytest.mark.parametrize("changed", [SEEN[:1], np.ones((4, 6)), SEEN[:, None]])
def test_closures_and_arguments(changed):
    for data, seen in ((DATA, SEEN), (DATA, changed), (DATA[:1], changed)):
        function = closure_of(data, seen)
        np.testing.assert_allclose(s2sad.grad(function)(W), slopes(function, W), rtol=1e-5)
        partial = functools.partial(of_defaults, data=data, seen=seen)
        np.testing.assert_allclose(s2sad.grad(partial)(W), slopes(partial, W), rtol=1e-5)
    gradient = s2sad.grad(of_defaults)
    np.testing.assert_allclose(gradient(W), slopes(of_defaults, W), rtol=1e-5)
    function = functools.partial(of_defaults, seen=changed)
    np.testing.assert_allclose(gradient(W, DATA, changed), slopes(function, W), rtol=1e-5)


def test_a_default_that_is_reshaped_in_place(monkeypatch):
    seen = SEEN.copy()
    monkeypatch.setattr(of_defaults, "__defaults__", (DATA, seen))
    gradient = s2sad.grad(of_defaults)
    np.testing.assert_allclose(gradient(W), slopes(of_defaults, W), rtol=1e-5)
    seen.shape = (6, 1)
    np.testing.assert_allclose(gradient(W), slopes(of_defaults, W), rtol=1e-5)


def test_a_global_that_the_function_assigns():
    def stepped(w):
        global SEEN
        total = np.sum((DATA @ w - SEEN) ** 2)
        SEEN = SEEN[:, None]
        total += np.sum((DATA @ w - SEEN) ** 2)
        SEEN = SEEN[:, 0]
        return total

    np.testing.assert_allclose(s2sad.grad(stepped)(W), slopes(stepped, W), rtol=1e-5)


def test_a_global_that_a_called_function_assigns():
    def turn(back):
        global SEEN
        SEEN = SEEN[:, 0] if back else SEEN[:, None]

    def stepped(w):
        total = np.sum((DATA @ w - SEEN) ** 2)
        turn(False)
        total += np.sum((DATA @ w - SEEN) ** 2)
        turn(True)
        return total

    np.testing.assert_allclose(s2sad.grad(stepped)(W), slopes(stepped, W), rtol=1e-5)


def test_in_forward_mode():
    value, dot = s2sad.jvp(of_globals, (W,), (np.ones(3),))
    assert value == of_globals(W)
    assert dot == pytest.approx(np.sum(slopes(of_globals, W)), rel=1e-5)
    (turned,) = s2sad.hvp(of_globals, (W,), (np.ones(3),))
    np.testing.assert_allclose(turned, 2 * DATA.T @ DATA @ np.ones(3), rtol=1e-10)


def test_the_text_says_for_which_shapes_it_is():
    def stepped(w):
        for _ in range(3):
            w = w + 0.1 * DATA.T @ (DATA @ w - SEEN)
        return np.sum(w * w)

    text = s2sad.emit(stepped, W)
    shapes = text.index("for arrays of the shapes")
    assert "DATA (6, 3)" in text and "SEEN (6,)" in text
    assert shapes < text.index("# forward sweep")
