"""Emitted modules as programs: several as one, and how they differ."""

import pytest

from s2sad.cli.modules import differences, joined
from s2sad.cli.target import UsageError

ONE = """import math
import numpy as np

RATE = 0.5


# of f
def f_grad(x):
    return math.cos(x) * RATE
"""
OTHER = """from os import path
import math


def helper(x):
    return x


def g_grad(x):
    return helper(x)
"""


def test_imports_constants_and_functions_in_this_order():
    text = joined([ONE, OTHER])
    assert text.splitlines()[:6] == [
        "import math",
        "import numpy as np",
        "from os import path",
        "",
        "RATE = 0.5",
        "",
    ]
    assert text.count("import math") == 1 and "# of f\ndef f_grad" in text
    space = {}
    exec(text, space)
    assert space["f_grad"](0.0) == 0.5 and space["g_grad"](3.0) == 3.0


def test_the_same_twice_is_there_once():
    assert joined([ONE, ONE]) == joined([ONE])


def test_two_things_of_one_name():
    with pytest.raises(UsageError, match="different things of the name RATE"):
        joined([ONE, ONE.replace("0.5", "0.7")])


@pytest.mark.parametrize(
    "other",
    [
        ONE,
        ONE.replace("# of f\n", ""),
        ONE.replace("RATE = 0.5", "RATE   =  0.5"),
        ONE.replace("import math\nimport numpy as np", "import numpy as np, math"),
        '"""A remark."""\n' + ONE,
    ],
)
def test_what_does_not_count(other):
    assert differences(other, ONE, "m.py") == []


def test_only_definitions_that_differ_are_shown():
    found = differences(ONE.replace("cos", "sin"), ONE + "\n\ndef more():\n    pass\n", "m.py")
    assert "--- m.py: f_grad" in found and "--- m.py: more" in found and "--- m.py: RATE" not in found
    assert "-    return math.sin(x) * RATE" in found and "+    return math.cos(x) * RATE" in found
    gone = differences(ONE, OTHER, "m.py")
    assert "-RATE = 0.5" in gone


def test_what_is_no_program_differs_as_text():
    found = differences("def (:\n", "x = 1\n", "m.py")
    assert "-def (:" in found and "+x = 1" in found
