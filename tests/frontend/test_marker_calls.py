"""Calls that tell the compiler something."""

import pytest

import s2sad


def test_what_is_stopped_varies_no_more(lowered):
    made = lowered(lambda x: x * s2sad.stop_gradient(x * 2.0), 0.5)
    assert made.outline == "mul stop_gradient mul"
    assert s2sad.grad(made.fun)(0.5) == 1.0


def test_each_item_of_what_is_stopped(same):
    def f(x):
        a, (b, c) = s2sad.stop_gradient((x, [2.0 * x, 1.0]))
        return a * b * c * x

    same(f, (0.5,))
    assert s2sad.grad(f)(0.5) == 0.5


def test_a_checkpoint_is_a_function_of_the_module(lowered):
    @s2sad.checkpoint
    def cube(x):
        return x * x * x

    made = lowered(lambda x: cube(x) * 2.0, 0.5)
    assert made.names != [made.module.main.name] or "checkpoint" in made.outline
    assert s2sad.grad(made.fun)(0.5) == pytest.approx(1.5)


def test_what_the_adjoint_becomes():
    def f(x):
        y = s2sad.on_adjoint(x * x, lambda bar: 3.0 * bar)
        return y * 2.0

    assert s2sad.grad(f)(0.5) == pytest.approx(3.0 * 2.0 * 2.0 * 0.5)


def test_too_many_arguments(refused):
    assert "takes" in str(refused(lambda x: s2sad.stop_gradient(x, 1) * x, "stop_gradient(x, 1)", 0.5))
