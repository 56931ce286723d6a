"""Programs on which a derivative was wrong once, or could not be computed: right, or refused, for ever."""

import importlib
import sys
from pathlib import Path

import pytest

from s2sad.errors import DifferentiationError

FOLDER = str(Path(__file__).parent)
sys.path.insert(0, FOLDER)
try:
    program_checks = importlib.import_module("program_checks")
finally:
    sys.path.remove(FOLDER)

FOUND = {
    "appended to after its last use, read from the end": """
    xs = [x]
    v = xs[-1]
    xs.append(y)
    return v * v
""",
    "appended to after its last use, made by appending": """
    xs = [x * e for e in items]
    v = sum([u * u for u in xs])
    xs.append(y)
    return v
""",
    "appended to after its last use, a copy of a parameter": """
    xs = list(items)
    v = xs[-1] * x
    xs.append(y)
    return v
""",
    "appended to after it was added, repeated and taken apart": """
    xs = [x, y]
    ys, zs = xs + xs, xs * 2
    a, *b = xs
    xs.append(x)
    return ys[3] * zs[-1] * a * b[-1]
""",
    "a row of a table, appended to by another name": """
    rows = [[x, 2.0 * y], [y]]
    row = rows[0]
    row.append(x * x)
    return rows[0][-1] * len(rows[0])
""",
    "a list in a dict, appended to": """
    d = {"b": [x, y]}
    d["b"].append(x * y)
    return sum(d["b"])
""",
    "a list in a tuple, appended to": """
    t = ([x], y)
    t[0].append(x * y)
    return sum(t[0])
""",
    "a list in a tuple, appended to after unpacking": """
    t = ([x], y)
    a, _ = t
    a.append(x * y)
    return sum(t[0])
""",
    "one list twice in another": """
    a = [x, 2.0 * y]
    rows = [a, a]
    total = 0.0
    for row in rows:
        for v in row:
            total = total + v * v
    return total
""",
    "one list several times in another, by a loop": """
    a = [x, y * y]
    rows = [a for _ in range(3)]
    return sum([sum([v * v for v in row]) for row in rows])
""",
    "a branch that makes a list, appended to after it": """
    if n:
        xs = [x]
    else:
        xs = [x, y]
    xs.append(2.0 * x)
    return xs[0] * xs[1] * x
""",
    "one of two lists, appended to": """
    a = [x]
    b = a if n else [y]
    b.append(x * y)
    return sum(a) * sum(b)
""",
    "a slice backwards, twice differentiated": """
    for e in items[::-1]:
        x = x - e * e * y
    return x
""",
    "left from an inner loop, twice differentiated": """
    for e in items:
        for u, v in zip(items, items):
            return v * v * x
    return x
""",
    "a list of pairs in a loop, twice differentiated": """
    ps = [(x, x * y)]
    ps.append((x * x, y))
    t = x
    for u, v in ps:
        t = t * u + v * v
    return t
""",
    "what a star takes": """
    a, *b = items + [x, y]
    *c, d = b
    t = 0.0
    for e in c:
        t = t + e * e * a
    return t + d
""",
    "a tuple that only some iterations make": """
    t = x
    for i in range(n):
        if i > 1:
            p = (x, y)
            t = t * p[1]
    return t
""",
    "rows and items in nested loops": """
    t = 0.0
    for row in [items, items + [x]]:
        for v in row:
            t = t + v * v * y
    return t
""",
    "a loop in a loop that does not run": """
    t = x
    for i in range(n):
        for j in range(0):
            p = (x, y)
    return t * y
""",
    "continue within a branch": """
    v = x
    if n:
        for i in range(3):
            if i > 1:
                continue
            v = v * y
    return v
""",
    "a list in an exception handler's try": """
    try:
        xs = [x]
        xs.append(y)
        v = x * y
    except ValueError:
        v = x
    return v
""",
}


def parameters():
    for name, body in FOUND.items():
        yield pytest.param(body, id=name.replace(",", "").replace(" ", "_"))


@pytest.mark.parametrize("n", [0, 1, 4])
@pytest.mark.parametrize("body", list(parameters()))
def test_found(body, n):
    text = f"import math\n\n\ndef f(x: float, y: float, items: list[float], n: int):{body}"
    program = program_checks.Program(text, (0.7, 1.3, [0.5, -0.6, 0.9], n))
    try:
        for style in ("folded", "flat"):
            program_checks.Check(program, style).all()
    except DifferentiationError:
        pass
    finally:
        program.forget()
