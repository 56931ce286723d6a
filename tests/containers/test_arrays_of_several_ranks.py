"""Lists of arrays of several ranks, as the weights of a network are, that statements like `ws[k] += …` change in place."""

import numpy as np
import pytest

import s2sad

WEIGHTS = [np.array([[0.1, 0.4], [0.3, -0.5]]), np.array([0.7, 0.2]), np.array([[0.6, 0.8]])]
ALONG = [np.array([[1.0, -0.3], [0.2, 0.4]]), np.array([0.5, -1.0]), np.array([[0.3, 0.9]])]


def momentum(weights):
    weights = [w.copy() for w in weights]
    velocity = [np.zeros_like(w) for w in weights]
    for _ in range(2):
        for k in range(len(weights)):
            velocity[k] *= 0.9
            velocity[k] += np.sin(weights[k])
            weights[k] -= 0.1 * velocity[k]
    return sum(np.sum(w**3) for w in weights)


def mean_of_passes(weights):
    total = [np.zeros(w.shape) for w in weights]
    for scale in (0.5, 1.5):
        for k, w in enumerate(weights):
            total[k] += np.cos(scale * w)
    for each in total:
        each /= 2
    return sum(np.sum(t * w) for t, w in zip(total, weights))


def seen_by_another_name(weights):
    made = [2.0 * w for w in weights]
    last, others = made[-1], made[:2]
    for w in made:
        w *= w
    return np.sum(last**2) + sum(np.sum(w) for w in others)


def of_a_dict(weights):
    named = {"w": 1.0 * weights[0], "b": 1.0 * weights[1]}
    for key in named:
        named[key] += 0.5 * np.tanh(named[key])
    return np.sum(named["w"] @ named["b"])


def along_a_line(fun, step):
    return fun([w + step * d for w, d in zip(WEIGHTS, ALONG)])


@pytest.mark.parametrize("fun", [momentum, mean_of_passes, seen_by_another_name, of_a_dict])
def test_against_differences(fun):
    slope = (along_a_line(fun, 1e-5) - along_a_line(fun, -1e-5)) / 2e-5
    gradient = s2sad.grad(fun)
    assert sum(np.sum(g * d) for g, d in zip(gradient(WEIGHTS), ALONG)) == pytest.approx(slope, rel=1e-8)
    assert s2sad.jvp(fun, (WEIGHTS,), (ALONG,)) == pytest.approx((fun(WEIGHTS), slope), rel=1e-8)
    (product,) = s2sad.hvp(fun, (WEIGHTS,), (ALONG,))
    forth, back = (along_a_line(gradient, step) for step in (1e-5, -1e-5))
    for found, one, other in zip(product, forth, back, strict=True):
        np.testing.assert_allclose(found, (one - other) / 2e-5, rtol=1e-6, atol=1e-8)


def test_what_may_be_a_number_is_no_array_for_sure():
    def scaled(weights):
        kept = [w * 1.0 for w in weights]
        seen = list(kept)
        for k in range(len(kept)):
            kept[k] *= 2.0
        return sum(np.sum(w) for w in seen)

    with pytest.raises(s2sad.errors.UnsupportedValue, match="isn't known which"):
        s2sad.grad(scaled)([np.array([1.0, 2.0]), 3.0])


def descended(weights, x):
    passed = [x]
    for _ in range(2):
        passed.append(np.tanh(weights[0] @ passed[-1]))
    for k in range(len(weights)):
        weights[k] -= 0.1 * np.sum(passed[-1]) * weights[k] ** 2
    return np.sum(weights[0] @ x) + sum(np.sum(w**2) for w in weights)


def test_a_list_that_is_written_beside_another_argument():
    x, along = np.array([0.3, -0.4]), np.array([1.0, 0.5])

    def at(step):
        return descended([w + step * d for w, d in zip(WEIGHTS, ALONG)], x + step * along)

    gradients, by_x = s2sad.grad(descended, (0, 1))(WEIGHTS, x)
    found = sum(np.sum(g * d) for g, d in zip([*gradients, by_x], [*ALONG, along], strict=True))
    assert found == pytest.approx((at(1e-5) - at(-1e-5)) / 2e-5, rel=1e-8)
    with pytest.raises(ValueError, match="share memory"):
        s2sad.grad(descended)([x, *WEIGHTS[1:]], x)
