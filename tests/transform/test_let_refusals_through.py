"""Handlers of the user's don't take what s2sad refuses: text in, text out."""

import pytest

from s2sad.ir.parser import parse_module
from s2sad.ir.printer import print_module
from s2sad.ir.verify import verify
from s2sad.runtime.refusals import Refused, RefusedValue
from s2sad.runtime.updates import check_apart
from s2sad.transform.let_refusals_through import let_refusals_through

SCOPE = {"check_apart": check_apart, "helper": lambda x: check_apart(x, x), "Refused": Refused}
TEXT = """function f(x, y)
    try -> z
        check_apart x y
        yield x
    except ValueError
        yield y
    return z
"""


def through(text):
    module = parse_module(text, SCOPE)
    changed = let_refusals_through(module)
    for function in changed.functions:
        verify(function)
    return print_module(module), print_module(changed)


def test_what_is_refused_is_raised_again():
    _, text = through(TEXT)
    assert "    except Refused as refused\n        raise_ refused\n" in text
    assert text.index("except Refused") < text.index("except ValueError")


def test_by_a_function_of_the_module():
    called = TEXT.replace("check_apart x y", "@g x y").replace(
        "return z", "return z\n\nfunction g(x, y)\n    check_apart x y"
    )
    before, text = through(called + "    return\n")
    assert "except Refused" in text


@pytest.mark.parametrize(
    "old, new",
    [
        ("check_apart x y", "print x"),
        ("check_apart x y", "helper x"),  # which isn't of s2sad
        ("except ValueError", "except KeyError"),
    ],
)
def test_where_nothing_is_refused_or_taken(old, new):
    before, after = through(TEXT.replace(old, new))
    assert before == after


def test_what_a_helper_refuses_is_a_value_error_of_its_own():
    """The handler of the text above would take it, which is why there is such a pass."""
    assert issubclass(RefusedValue, ValueError) and issubclass(RefusedValue, Refused)
