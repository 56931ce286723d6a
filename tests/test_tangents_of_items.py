"""Forward mode of lists and dicts that are written: the tangents stand in the same places, as a person writes them."""

import inspect

import pytest

import s2sad


def swept(a: float, n: int):
    x = [0.0] * n
    x[-1] = a
    for i in reversed(range(n - 1)):
        x[i] = a - x[i + 1] * x[i + 1]
    return x[0]


def swept_jvp(a, n, a_dot):
    x = [0.0] * n
    x_dot = [0.0] * n
    x[-1] = a
    x_dot[-1] = a_dot
    for i in reversed(range(n - 1)):
        x_next = x[i + 1]
        t = x_next * x_dot[i + 1]
        x[i] = a - x_next * x_next
        x_dot[i] = a_dot - (t + t)
    return x[0], x_dot[0]


def totals(x: float, keys: list[int]):
    found = {}
    for key in keys:
        found[key] = found.get(key, 0.0) + x * key
    return sum(found.values())


class Ball:
    def __init__(self, height, speed):
        self.height, self.speed = height, speed


def falling(x: float, n: int):
    balls = [Ball(x * k, 0.1 * k) for k in range(3)]
    for _ in range(n):
        for ball in balls:
            ball.speed -= 0.1 * ball.height
            ball.height += 0.1 * ball.speed
    return balls[0].height + balls[1].height * balls[2].speed


@pytest.mark.parametrize("fun, others", [(swept, (5,)), (totals, ([2, 3, 2],)), (falling, (4,))])
def test_against_differences(fun, others):
    slope = (fun(0.7 + 1e-5, *others) - fun(0.7 - 1e-5, *others)) / 2e-5
    tangents = (1.0, *(None for _ in others))
    assert s2sad.jvp(fun, (0.7, *others), tangents) == pytest.approx((fun(0.7, *others), slope), rel=1e-8)
    product = s2sad.hvp(fun, (0.7, *others), tangents)[0]
    gradient = s2sad.grad(fun)
    second = (gradient(0.7 + 1e-5, *others) - gradient(0.7 - 1e-5, *others)) / 2e-5
    assert product == pytest.approx(second, rel=1e-7, abs=1e-8)


def test_the_text_is_what_a_person_writes():
    text = s2sad.emit(swept, argnums="a", mode="forward")
    written = inspect.getsource(swept_jvp)
    assert "_values" not in text and text.count("x_dot[") == written.count("x_dot[")
    assert swept_jvp(0.7, 5, 1.0) == s2sad.jvp(swept, (0.7, 5), (1.0, None))
    assert "_values" not in s2sad.emit(totals, argnums="x", mode="forward")
    assert "height_dot[" in s2sad.emit(falling, argnums="x", mode="forward")
