"""Loops over what `itertools` and builtins give, whose bodies make pairs, dicts and lists with constants in them."""

import types

import numpy as np
import pytest

import s2sad

SOURCES = {
    "chain": "itertools.chain(x, [1.5])",
    "chain_from": "itertools.chain.from_iterable([x, [1.5]])",
    "map": "map(math.sin, x)",
    "generator": "(t * t for t in x)",
    "zip_longest": "(a * b for a, b in itertools.zip_longest(x, x[1:], fillvalue=2.5))",
    "islice": "itertools.islice(x, 1, 3)",
    "accumulate": "itertools.accumulate(x, operator.mul)",
    "accumulate_from": "itertools.accumulate(x, lambda a, b: a * b + 1, initial=1.0)",
    "pairwise": "(a * b for a, b in itertools.pairwise(x))",
    "product": "(a * b for a, b in itertools.product(x, x))",
    "two_loops": "(a * b for a in x for b in x if b > 0)",
    "combinations": "(a * b for a, b in itertools.combinations(x, 2))",
    "permutations": "(a * b * b for a, b in itertools.permutations(x, 2))",
    "repeat": "itertools.repeat(x[0] * x[1], 3)",
    "cycle": "itertools.islice(itertools.cycle(x), 5)",
    "takewhile": "itertools.takewhile(lambda t: t < 2.5, x)",
    "starmap": "itertools.starmap(lambda a, b: a * b, zip(x, x))",
    "enumerate": "(i * v for i, v in enumerate(x, start=1))",
    "reversed": "reversed(x)",
    "filter": "filter(lambda t: t > 1.5, x)",
    "count": "(a * k for a, k in zip(x, itertools.count(1)))",
    "groupby": "(k * sum(g) for k, g in itertools.groupby(x, lambda t: t // 1.5))",
    "groups_of_a_generator": "(sum(g) ** 2 for _, g in itertools.groupby((t * t for t in x), int))",
    "of_a_generator": "doubled(x)",
}
BODIES = {
    "pair": "    p = (v, 1.0)\n        s += p[0] * p[1]",
    "last_pair": "    p = (v, 1.0)\n    s += p[0] * p[1]",
    "dict": "    p = {'a': v, 'b': 2.0}\n        s += p['a'] * p['b']",
    "list": "    p = [v, 2.0]\n        p[1] = v * v\n        s += p[0] * p[1]",
    "best": "    if v > best[0]:\n            best = (v, 3.0)\n        s += v * best[1]\n    s *= best[0]",
    "nested": "    p = ((v, 1.0), {'k': v * v, 'c': 1})\n        s += p[0][0] * p[1]['k'] * p[1]['c']",
    "state": "    best = (best[0] + v, best[1] * 2)\n    s = best[0] * best[1]",
    "function": "    p = ((lambda t, v=v: t * v)(v), 2.0)\n        s += p[0] * p[1]",
    "guarded": "    try:\n            p = (math.sqrt(v - 1.7), 1.0)\n"
    "        except ValueError:\n            p = (v, 2.0)\n        s += p[0] * p[1]",
}
TEXT = """import itertools, math, operator
def doubled(items):
    for item in items:
        yield item * item
        yield 1.0
def f(x):
    s, best = 0.0, (0.0, 1.0)
    for v in {source}:
    {body}
    return s
"""


CASES = [(source, body) for source in SOURCES for body in ("last_pair", "dict")]
CASES += [
    (source, body) for source in ("product", "chain") for body in BODIES if body not in ("last_pair", "dict")
]


@pytest.mark.parametrize(("source", "body"), CASES)
def test_all_modes(source, body, tmp_path, check_modes):
    path = tmp_path / "looped.py"
    path.write_text(TEXT.format(source=SOURCES[source], body=BODIES[body]))
    space = types.ModuleType("looped")
    exec(compile(path.read_text(), str(path), "exec"), space.__dict__)
    check_modes(lambda x: space.f(x), (np.array([1.0, 2.2, 3.1]),))


WRITTEN = """import itertools
def f(x):
    z = {made}
    s = 0.5
    for v in {source}:
        s = s * 0.5 + v
        z[1] += s * 0.1
        z[2] = z[2] * s
    return s * z[1] + z[2] * z[2]
"""
OVER_WHAT_IS_WRITTEN = {
    "product": "(a * b for a, b in itertools.product(x, z))",
    "product_of_three": "(a * b * c for a, b, c in itertools.product(z, x[:2], z))",
    "permutations": "(a * b * b for a, b in itertools.permutations(z, 2))",
    "combinations": "(a * b for a, b in itertools.combinations(z, 2))",
    "with_repetition": "(a * b for a, b in itertools.combinations_with_replacement(z, 2))",
    "accumulate": "itertools.accumulate(z)",
    "accumulate_by": "itertools.accumulate(z, lambda a, b: a * b)",
    "accumulate_from": "itertools.accumulate(z, lambda a, b: a * b, initial=0.3)",
    "accumulate_from_none": "itertools.accumulate(z, lambda a, b: a * b, initial=None)",
    "pairwise": "(a * b for a, b in itertools.pairwise(z))",
    "first_items": "itertools.islice(z, 3)",
    "slice": "itertools.islice(z, 1, None, 2)",
}


@pytest.mark.parametrize("made", ["x * 0.5", "np.outer(x, x)[1]", "[x[0] * x[1], x[1], x[2] * 0.5, x[3]]"])
@pytest.mark.parametrize("source", OVER_WHAT_IS_WRITTEN.values(), ids=OVER_WHAT_IS_WRITTEN)
def test_items_are_read_when_python_reads_them(source, made, tmp_path, check_modes):
    """Some helpers keep the items that they are given, the others take one after the other, while these change."""
    path = tmp_path / "written.py"
    path.write_text(WRITTEN.format(source=source, made=made))
    space = types.ModuleType("written")
    space.np = np
    exec(compile(path.read_text(), str(path), "exec"), space.__dict__)
    point = np.array([1.0, 1.2, 0.7, 0.4])
    assert s2sad.value_and_grad(space.f)(point)[0] == pytest.approx(space.f(point), rel=1e-13)
    check_modes(space.f, (point,))


CAUGHT = """import itertools, math
def f(x):
    z = x * 0.5
    s = 0.3
    try:
        for v in {source}:
            s = s * 0.5 + math.sqrt(v)
        z[1] = s
    except ValueError:
        s = s * z[1] * 2.0
    return s * z[1] + z[2] * z[2]
"""


@pytest.mark.parametrize("last", [0.4, -0.4])
@pytest.mark.parametrize(
    "source", ["itertools.islice(z, 3)", "itertools.islice(z, 1, None, 2)", "itertools.accumulate(z)"]
)
def test_what_raises_while_items_are_taken(source, last, tmp_path, check_modes):
    path = tmp_path / "caught.py"
    path.write_text(CAUGHT.format(source=source))
    space = types.ModuleType("caught")
    exec(compile(path.read_text(), str(path), "exec"), space.__dict__)
    check_modes(space.f, (np.array([1.0, last, 0.7, 0.4]),))
