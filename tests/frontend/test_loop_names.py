"""Names that loops alone bind and read, by what Python itself finds in them."""

import ast

import pytest

import s2sad
from s2sad.frontend.loop_names import names_of_loops

CASES = {
    "for p in a:\n    for r in a: p.x += r": {"p", "r"},
    "for p in a: pass\nprint(p)": set(),
    "for p in a: pass\nfor p in b: print(p)": {"p"},
    "for p in a:\n    for p in b: print(p)": set(),
    "for p in a: q = p\nfor q in a: print(q)": {"p"},
    "for i, (j, k) in a:\n    while i: j.m()\nprint([j for j in k])": {"i", "j"},
    "for p in a: f = lambda: p": set(),
    "for p in a: total += sum(x * p for x in a)": {"p"},
    "for p in a: pass\nelse: print(p)": set(),
    "for a in b: print(a)": set(),  # `a` is a parameter
    "for p in a: print(p)\nimport p": set(),
    "for p in a:\n    try: pass\n    except E as p: pass": set(),
    "global p\nfor p in a: print(p)": set(),
    "for x[p] in a: pass\nfor p in a: print(p)": set(),
}


@pytest.mark.parametrize("body", CASES)
def test_names_of_loops(body):
    text = "def f(a, b):\n" + "\n".join("    " + line for line in body.splitlines())
    assert names_of_loops(ast.parse(text).body[0]) == CASES[body]


class Planet:
    def __init__(self, place, speed):
        self.place, self.speed = place, speed

    def pulled(self, other, h):
        self.speed += h * (other.place - self.place)


def dance(x: float, v: float, n: int):
    planets = [Planet(x, v), Planet(-x, 0.5 * v)]
    for i in range(n):
        for planet in planets:
            for other in planets:
                if other is not planet:
                    planet.pulled(other, 0.1)
        if i % 2:
            for planet in planets:
                planet.place += 0.1 * planet.speed
    return planets[0].place * planets[1].speed


def test_objects_in_a_known_list_are_variables(check):
    check(dance, 0.7, -0.4, 5)
    assert "{" not in s2sad.emit(dance, argnums=("x", "v"))
