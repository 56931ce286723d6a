"""A container that is written before something in `try` fails, in the body, in a helper and in a function within."""

import importlib

import pytest

# A container, what is done to it, and what is seen of it after the failure.
WRITES = {
    "fill": ("np.array([x, 2 * x])", "a.fill(x * x)", "a.sum() * x"),
    "sort": ("np.array([x, -2 * x])", "a.sort()", "a[0] * x + a[1]"),
    "copyto": ("np.array([x, 2 * x])", "np.copyto(a, np.array([x * x, 1.0]))", "a.sum() * x"),
    "add_at": ("np.array([x, 2 * x])", "np.add.at(a, [0, 0], x)", "a[0] * a[1]"),
    "out": ("np.array([x, 2 * x])", "np.multiply(a, x, out=a)", "a[0] * a[1]"),
    "constant": ("np.array([x, 2 * x])", "a[0] = 5.0", "a[0] * a[1]"),
    "view": ("np.array([x, 2 * x])", "b = a[1:]; b *= x", "a[0] * a[1]"),
    "row": ("np.array([[x, 2.0], [3.0, x]])", "a[0][1] = x * x", "a[0][1] * a[1][1]"),
    "pop": ("[x, 2 * x, 3 * x]", "a.pop()", "sum(a) * a[-1]"),
    "insert": ("[x, 2 * x, 3 * x]", "a.insert(0, x * x)", "a[0] * a[1]"),
    "sort_list": ("[x, -2 * x, 3 * x]", "a.sort()", "a[0] * a[1] ** 2"),
    "extend": ("[x, -2 * x, 3 * x]", "a.extend([x * x, x**3])", "a[-1] * a[1] ** 2"),
    "delete": ("[x, -2 * x, 3 * x]", "del a[0]", "a[0] * a[1]"),
    "update": ("{'u': x, 'v': x * x}", "a.update(u=x**3, w=1.0)", "a['u'] * a['v'] * len(a)"),
    "pop_key": ("{'u': x, 'v': x * x}", "a.pop('u')", "sum(a.values()) * len(a)"),
    "entry": ("{'u': x, 'v': x * x}", "a['u'] *= x", "a['u'] * a['v']"),
    "nested": ("[[x, 2.0], [3.0, x]]", "a[0][1] = x * x", "a[0][1] * a[1][1]"),
    "swap": ("[x, 2 * x, 3 * x]", "a[0], a[1] = a[1], a[0] * x", "a[0] * a[1] ** 2"),
}
TEXT = """import math
import numpy as np
def helper(a, x):
    {write}
    return math.log(-x)
def called(x):
    a = {made}
    try:
        return helper(a, x)
    except ValueError:
        return {seen}
def in_line(x):
    a = {made}
    try:
        {write}
        return math.log(-x)
    except ValueError:
        return {seen}
def around(x):
    a = {made}
    def inner():
        {write}
        return math.log(-x)
    try:
        return inner()
    except ValueError:
        return {seen}
"""


@pytest.mark.parametrize("name", WRITES)
def test_all_modes(name, tmp_path, monkeypatch, check_modes):
    made, write, seen = WRITES[name]
    (tmp_path / f"writes_{name}.py").write_text(TEXT.format(made=made, write=write, seen=seen))
    monkeypatch.syspath_prepend(str(tmp_path))
    module = importlib.import_module(f"writes_{name}")
    for function in (module.called, module.in_line, module.around):
        check_modes(function, (1.7,))
