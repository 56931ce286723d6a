"""What nothing reads in the reverse of a loop is neither computed nor saved."""

import numpy as np
import pytest

import s2sad
from s2sad.ad.unread_entries import without_unread
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.rewrite import with_body

TEXT = """function f(x, y)
    t = getattr x 'shape'
    u = unread t y
    a = np.zeros_like x
    increase a 0 y
    b = mul y y
    c = mul b 2.0
    v = opaque y
    return c
"""


def unread(shape, amount):
    return amount


def test_only_what_makes_values_goes():
    names = {"np": np, "unread": np.broadcast_to, "opaque": print}
    function = parse_function(TEXT, names)
    block = without_unread(function.body)
    text = print_function(with_body(function, block.entries, block.results))
    assert "shape" not in text and "unread" not in text
    assert "zeros_like" in text and "increase" in text and "opaque" in text
    assert without_unread(block) is block


def centred(x, mu, n):
    for _ in range(n):
        p = np.exp(x[:, None] - mu)
        mu = (p * x[:, None]).sum(axis=0)
    return np.sum(mu)


def test_no_shape_is_saved_that_nothing_reads():
    gradient = s2sad.grad(centred, argnums=1)
    x, mu, h = np.array([0.1, -0.2, 0.3]), np.array([0.2, 0.4]), 1e-6
    slopes = [(centred(x, mu + h * e, 2) - centred(x, mu - h * e, 2)) / (2 * h) for e in np.eye(2)]
    assert gradient(x, mu, 2) == pytest.approx(np.array(slopes))
    assert "shape" not in gradient.source and "unbroadcast" not in gradient.source


def of_every_second(xs):
    total = 0.0
    for i in range(len(xs)):
        if i % 2:
            total = total + np.sum(xs[i] ** 2)
    return total


def test_what_only_a_branch_makes_isnt_saved():
    xs = [np.array([0.3, 0.7]), np.array([0.5, -0.2]), np.array([1.0, 2.0])]
    gradient = s2sad.grad(of_every_second)
    for found, expected in zip(gradient(xs), (0.0 * xs[0], 2.0 * xs[1], 0.0 * xs[2])):
        np.testing.assert_allclose(found, expected, atol=1e-14)
    assert "**" not in gradient.source
