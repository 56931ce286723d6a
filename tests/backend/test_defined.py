"""Whether a module can be imported."""

import pytest

from s2sad.backend.defined import checked_module
from s2sad.errors import NotStandalone


@pytest.mark.parametrize(
    "text",
    [
        "import math\nx = math.pi\n",
        "import os.path\nx = os.sep\n",
        "from math import pi as p\ndef f(x=p):\n    return later(x)\n",
        "def f(x):\n    return unknown\n",
        "def one():\n    pass\n\n@one\ndef other():\n    pass\n",
        "class A:\n    pass\n\nx = A\ny = x\n",
        "x = len([1])\n",
    ],
)
def test_what_can_be_imported_is_given_back(text):
    assert checked_module(text) == text


@pytest.mark.parametrize(
    "text, name",
    [
        ("def f(x=LATER):\n    return x\nLATER = 1\n", "LATER"),
        ("def f(*, x=LATER):\n    return x\n", "LATER"),
        ("@mark\ndef f(x):\n    return x\n", "mark"),
        ("x = y\ny = 1\n", "y"),
        ("import os.path\nx = path\n", "path"),
        ("from math import pi as p\nx = pi\n", "pi"),
    ],
)
def test_what_is_read_before_it_is_defined(text, name):
    with pytest.raises(NotStandalone, match=f"would read `{name}` when it is imported"):
        checked_module(text)
    with pytest.raises((NameError, AttributeError)):
        exec(text, {})
