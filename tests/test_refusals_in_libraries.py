"""What is refused inside a library is said of the user's call first, then of the calls from there on."""

import importlib
import pickle
import sys

import pytest

import s2sad

FILES = {
    "madeup/__init__.py": "from madeup.core import Machine, energy, items, looped, recursive, twice\n",
    "madeup/core.py": """from madeup.inner import packed
def energy(x, scale=2.0):
    y = x * scale
    return packed(y) + 1.0
def looped(x):
    s = 0.0
    for k in range(3):
        s = s + packed(x * k)
    return s
def recursive(x, n):
    return packed(x) if n == 0 else recursive(x * x, n - 1)
def twice(x):
    return energy(energy(x))
def items(x):
    for k in range(3):
        yield packed(x * k)
class Machine:
    def __init__(self, x):
        self.x = x
    def run(self, y):
        return packed(self.x * y)
""",
    "madeup/inner.py": """import struct
def packed(y):
    if y > 100.0:
        y = 100.0
    return struct.unpack("d", struct.pack("d", y))[0]
""",
    "mine.py": """import madeup
import helpers
import scipy.stats
def one(x):
    return madeup.energy(x * x)
def in_a_loop(x):
    y = x
    for _ in range(2):
        y = madeup.looped(y)
    return y
def recursive(x):
    return madeup.recursive(x, 3)
def mapped(x):
    return sum(map(madeup.energy, [x, x]))
def helper(x):
    return madeup.twice(x)
def by_helper(x):
    return helper(x) * 2
def method(x):
    return madeup.Machine(x).run(x)
def generator(x):
    return sum(madeup.items(x))
def tried(x):
    try:
        return madeup.energy(x)
    except ValueError:
        return x
def of_scipy(x):
    return scipy.stats.kendalltau([x, x], [x, 2.0 * x])[0]
def own(x):
    return helpers.packed(x)
""",
    "helpers.py": "import struct\ndef packed(x):\n    return struct.unpack('d', struct.pack('d', x))[0]\n",
}
# The user's call, and the lines in the library on the way.
CALLS = {
    "one": ("madeup.energy(x * x)", ["core.py:4: packed(y)"]),
    "in_a_loop": ("madeup.looped(y)", ["core.py:8: packed(x * k)"]),
    "recursive": ("madeup.recursive(x, 3)", ["core.py:11: packed(x)"]),
    "mapped": ("sum(map(madeup.energy, [x, x]))", ["core.py:4: packed(y)"]),
    "by_helper": ("madeup.twice(x)", ["core.py:13: energy(x)", "core.py:4: packed(y)"]),
    "method": ("madeup.Machine(x).run(x)", ["core.py:21: packed(self.x * y)"]),
    "generator": ("madeup.items(x)", ["core.py:16: packed(x * k)"]),
    "tried": ("madeup.energy(x)", ["core.py:4: packed(y)"]),
}


@pytest.fixture
def mine(tmp_path, monkeypatch):
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("mine", "helpers", "madeup", "madeup.core", "madeup.inner"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return importlib.import_module("mine")


def refusal(function):
    with pytest.raises(s2sad.DifferentiationError) as found:
        s2sad.grad(function)(1.2)
    return found.value


@pytest.mark.parametrize("name", CALLS)
def test_the_users_call_comes_first(name, mine):
    error = refusal(getattr(mine, name))
    call, between = CALLS[name]
    lines = str(error).splitlines()
    assert lines[0].startswith(
        f"{mine.__file__}:{error.location.line}:{error.location.column}: {call} leads to"
    )
    assert call in lines[1] and lines[2].strip() == "^" * len(call)
    assert [line.rpartition("/")[2] for line in lines[3:-2]] == [*between, 'inner.py:5: struct.pack("d", y)']
    assert "`struct.pack` has no derivative rule" in lines[-2] and "rules=" in lines[-1]
    assert error.location.file == mine.__file__ and error.calls[0] is error.location
    assert error.calls[-1].file.endswith("inner.py") and error.calls[-1].text == 'struct.pack("d", y)'


def test_of_scipy(mine):
    error = refusal(mine.of_scipy)
    assert (
        error.location.text == "scipy.stats.kendalltau([x, x], [x, 2.0 * x])"
        and error.location.file == mine.__file__
    )
    assert "scipy" in error.calls[-1].file and "or give what you call a rule" in str(error)


def test_modules_of_the_users_own_are_no_library(mine):
    error = refusal(mine.own)
    assert error.calls == () and error.location.file.endswith("helpers.py")


def test_a_function_of_the_library_itself(mine):
    error = refusal(sys.modules["madeup"].twice)
    assert error.calls == () and error.location.file.endswith("inner.py")


def test_it_pickles(mine):
    error = refusal(mine.one)
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.calls == error.calls
