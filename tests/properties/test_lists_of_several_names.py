"""Lists under several names, in random programs: what is written by one name is read by all, in values and in slopes."""

import importlib.util
import random

import pytest

import s2sad

HEAD = """class Box:
    def __init__(self, v):
        self.v = self.w = v


def put(p, q, y):
    p[0] = p[0] * y
    q.append(y)
    return q[0]


def same(p):
    return p


def f(x):
    a, t, d = [x, x * x], x, {}
"""
MAKERS = (  # a statement, and the new names that a list has by it
    ("{n} = {n}_1 = [{e}, x]", "{n} {n}_1"),
    ("{n} = {one}", "{n}"),
    ("{n} = same({one})", "{n}"),
    ("d['{n}'] = {n} = [{e}, x]", "{n} d['{n}']"),
    ("d['{n}'] = {n} = {one}", "{n} d['{n}']"),
    ("{n} = Box([{e}, x])", "{n}.v {n}.w"),
    ("{n} = list({one})", "{n}"),
    ("{n}, t = {one}, {e}", "{n}"),
    ("{n} = {one} if t > 0.3 else {other}", "{n}"),
    ("{n} = [{one}, {other}][1]", "{n}"),
    ("t = put({n} := [{e}, t], {n}, t)", "{n}"),
)
WRITERS = (
    "{one}[{i}] = {e}",
    "{one}.append({e})",
    "{one} += [{e}]",
    "t = put({one}, {other}, {e})",
    "for i in range(2): {one}[i] = {other}[1 - i] * 0.9",
    "if t > 0.4: {one}[0] = {e}\n    else: {other}.append(x)",
)


def program(seed):
    choose, lists, lines = random.Random(seed), ["a"], []
    for k in range(choose.randint(5, 11)):
        numbers = ["x", "t", *(f"{name}[{choose.choice((0, 1, -1))}]" for name in lists)]
        parts = {
            "n": f"b{k}",
            "one": choose.choice(lists),
            "other": choose.choice(lists),
            "i": choose.choice((0, 1, -1)),
            "e": f"{choose.choice(numbers)} {choose.choice('*+')} 0.7 * {choose.choice(numbers)}",
        }
        text, names = choose.choice(MAKERS) if choose.random() < 0.6 else (choose.choice(WRITERS), "")
        lines.append(text.format(**parts))
        lists += names.format(**parts).split()
    total = " + ".join(f"{k + 1.0} * {name}[-1] + {name}[0] * len({name})" for k, name in enumerate(lists))
    return HEAD + "".join(f"    {line}\n" for line in lines) + f"    return t + {total}\n"


@pytest.mark.parametrize("seed", range(24))
def test_slopes_are_those_of_differences(seed, tmp_path):
    path = tmp_path / f"names_{seed}.py"
    path.write_text(program(seed), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    x, step = 0.62, 1e-6
    slope = (module.f(x + step) - module.f(x - step)) / (2.0 * step)
    value, gradient = s2sad.value_and_grad(module.f)(x)
    assert value == pytest.approx(module.f(x), rel=1e-12)
    assert gradient == pytest.approx(slope, rel=1e-5, abs=1e-5)
    assert s2sad.jvp(module.f, (x,), (1.0,))[1] == pytest.approx(gradient, rel=1e-10)
