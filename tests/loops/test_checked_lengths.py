"""Lengths that code is made for: what it is then, and that it is never run for others."""

import numpy as np
import pytest

import s2sad

RNG = np.random.default_rng(0)


def energy(points, center, weights):
    d = points - center
    return np.sum(weights * np.sqrt(np.sum(d * d, axis=1)))


def args_of(shape):
    return RNG.normal(size=shape), RNG.normal(size=shape[1]), RNG.normal(size=shape[0])


def test_each_short_length_has_code_of_its_own(in_python):
    gradient, plain = s2sad.grad(energy, (0, 1), jit=True), s2sad.grad(energy, (0, 1))
    for _ in range(3):
        for shape in ((20, 3), (20, 2), (30, 3), (20, 5), (5, 3), (20, 1)):
            args = args_of(shape)
            for found, wanted in zip(gradient(*args), plain(*args)):
                assert found == pytest.approx(wanted)


def test_the_text_has_the_number_and_checks_it(in_python):
    gradient = s2sad.grad(energy, jit=True)
    gradient(*args_of((20, 3)))
    assert "points (n, 3), center (3,), weights (n,)" in gradient.source
    assert gradient.source.count("    _check_length(n, 3)\n") == 1
    assert "range(3)" in gradient.source
    main = gradient.emitted
    with pytest.raises(ValueError, match="differ in length"):
        main(*args_of((20, 2)))


def test_code_for_any_length_serves_short_ones_too(in_python):
    gradient = s2sad.grad(energy, jit=True)
    gradient(*args_of((20, 5)))
    first = gradient.source
    assert "_check_length" not in first
    args = args_of((20, 3))
    assert gradient(*args) == pytest.approx(s2sad.grad(energy)(*args))
    assert gradient.source == first


def pairs(x, v, steps):
    """Bodies whose places are saved in each step."""
    for _ in range(steps):
        d = x[None, :, :] - x[:, None, :]
        a = np.sum(d / (np.sum(d * d, axis=2) + 1.0)[:, :, None] ** 2, axis=1)
        v = v + 0.1 * a
        x = x + 0.1 * v
    return np.sum(x * x)


@pytest.mark.parametrize("width", [2, 3, 4])
def test_histories_of_rows_of_a_known_length(in_python, width):
    compiled, plain = s2sad.grad(pairs, (0, 1), jit=True), s2sad.grad(pairs, (0, 1))
    for steps in (0, 1, 3):
        args = RNG.normal(size=(17, width)), RNG.normal(size=(17, width)), steps
        for found, wanted in zip(compiled(*args), plain(*args)):
            np.testing.assert_allclose(found, wanted, rtol=1e-11, atol=1e-13)
    assert (f"range({width})" in compiled.source) == (width < 4)
